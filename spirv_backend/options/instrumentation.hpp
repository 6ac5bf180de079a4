// What a module does beyond its program, for those who look for faults in programs and their callers
// (docs/instrumentation.md). Nothing of it is on unless asked for.
#pragma once

#include <cstdint>

#include "spirv_backend/options/heap_options.hpp"

namespace trellis::spirv {

/// What the descriptors of a heap's table are: bit n is HeapType n, and two more.
inline constexpr uint32_t kSamplerBit = 1u << kHeapTypes, kCounterBit = 2u << kHeapTypes;
inline constexpr uint32_t kDescriptorBits = kHeapTypes + 2;

/// The table of a heap, in words of a storage buffer that the caller fills and the module reads.
struct DescriptorTableWords {
  static constexpr uint32_t kCount = 0;          ///< Descriptors in the heap, and in the table.
  static constexpr uint32_t kHeap = 1;           ///< The caller's number of the heap, for reports.
  static constexpr uint32_t kFirstSafe = 4;      ///< By bit: an element that such an access may go to.
  static constexpr uint32_t kFirstElement = 16;  ///< Of element 0: its bits, then its tag.
  static constexpr uint32_t kElementWords = 2;
};

/// What is wrong with an access to a descriptor.
enum class DescriptorFault : uint32_t {
  kBeyondRange = 1,  ///< The index is beyond the registers of its range.
  kBeyondHeap = 2,   ///< The element is beyond the heap.
  kUnwritten = 3,    ///< The table says that nothing was written there.
  kWrongType = 4,    ///< What was written there is of another type.
  kNullAddress = 5,  ///< The address of a root descriptor, or of its counter, is 0.
};

/// The buffer of reports, in words of a storage buffer. The caller sets the first three, and the others
/// to 0.
struct ReportWords {
  static constexpr uint32_t kCapacity = 0;     ///< Reports that there is room for.
  static constexpr uint32_t kFilterSize = 1;   ///< Words behind the reports; 0: all faults are reported.
  static constexpr uint32_t kReported = 2;     ///< Reports that were to be written, beyond the room too.
  static constexpr uint32_t kFaults = 3;       ///< Faults, those that were not reported again too.
  static constexpr uint32_t kFirstReport = 4;  ///< Then the filter.

  // In a report.
  static constexpr uint32_t kHash = 0;    ///< Two words, the lower one first.
  static constexpr uint32_t kAccess = 2;  ///< Its number.
  static constexpr uint32_t kFault = 3;   ///< A DescriptorFault.
  static constexpr uint32_t kIndex = 4;   ///< kBeyondRange: in the range; kNullAddress: 0; else in the heap.
  static constexpr uint32_t kWanted = 5;  ///< Bits; kBeyondRange: how many registers there are.
  static constexpr uint32_t kFound = 6;   ///< Bits of the element; kBeyondHeap: how many there are.
  static constexpr uint32_t kTag = 7;     ///< Of the element.
  static constexpr uint32_t kHeap = 8;    ///< The heap's number; UINT32_MAX: no heap is concerned.
  static constexpr uint32_t kSize = 12;   ///< The rest is 0.
};

/// The buffer of counters, in words of a storage buffer. The caller sets the first one, and the others to 0.
struct CounterWords {
  static constexpr uint32_t kCapacity = 0;      ///< Counters that there is room for; others do not count.
  static constexpr uint32_t kFirstCounter = 4;  ///< Of counter 0: 64 bits each, the lower word first.
  static constexpr uint32_t kSize = 2;
};

struct Instrumentation {
  /// Descriptors are looked up in the tables of their heaps before they are used, and indices are held
  /// against their ranges. Faults are reported, and the access goes to a descriptor that it may go to.
  bool check_descriptors = false;
  BindingPlace reports{0, 5003};         ///< Storage buffer, ReportWords.
  BindingPlace resource_table{0, 5004};  ///< Storage buffer, DescriptorTableWords: of resources.
  BindingPlace sampler_table{0, 5005};   ///< The same, of samplers.
  uint64_t shader_hash = 0;              ///< In reports; 0: the first 8 bytes of the container's part HASH.
  uint32_t first_access = 1;             ///< The number of the first access.

  /// Each block of the program counts how many lanes have run it.
  bool count_instructions = false;
  BindingPlace counters{0, 5006};  ///< Storage buffer, CounterWords.
  uint32_t first_counter = 0;      ///< The number of the first block's.

  bool is_any() const { return check_descriptors || count_instructions; }
};

/// A storage buffer of an instrument.
struct InstrumentBuffer {
  BindingPlace place;
  bool is_table = false;  ///< Only read, and may be at the place of another table.
  const char* name = "";  ///< For messages.
};

/// Calls `each` with those that are asked for.
template <class Each>
void for_each_buffer(const Instrumentation& asked, Each&& each) {
  if (asked.count_instructions) each(InstrumentBuffer{asked.counters, false, "the buffer of counters"});
  if (!asked.check_descriptors) return;
  each(InstrumentBuffer{asked.reports, false, "the buffer of reports"});
  each(InstrumentBuffer{asked.resource_table, true, "the table of the resource heap"});
  each(InstrumentBuffer{asked.sampler_table, true, "the table of the sampler heap"});
}

}  // namespace trellis::spirv

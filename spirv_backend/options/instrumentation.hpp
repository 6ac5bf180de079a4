// Extra code in a module that helps to find faults in programs and their callers (docs/instrumentation.md).
// Everything is off by default.
#pragma once

#include <cstdint>

#include "spirv_backend/options/heap_options.hpp"

namespace trellis::spirv {

/// Types of the descriptors in a heap's table: bit n is HeapType n, followed by two more bits.
inline constexpr uint32_t kSamplerBit = 1u << kHeapTypes, kCounterBit = 2u << kHeapTypes;
inline constexpr uint32_t kDescriptorBits = kHeapTypes + 2;

/// The format of tables and reports.
enum class DescriptorFormat : uint8_t {
  kTables,   ///< DescriptorTableWords and ReportWords.
  kCookies,  ///< CookieTableWords and CookieReportWords (cookie_words.hpp), as layers for D3D12 expect them.
};

/// The table of a heap: word offsets in a storage buffer that the caller fills and the module reads.
struct DescriptorTableWords {
  static constexpr uint32_t kCount = 0;  ///< Number of descriptors in the heap and in the table.
  static constexpr uint32_t kHeap = 1;   ///< The caller's number of the heap, for reports.
  /// For each bit, an element that is safe to access as that type.
  static constexpr uint32_t kFirstSafe = 4;
  static constexpr uint32_t kFirstElement = 16;  ///< Element 0: its bits, then its tag.
  static constexpr uint32_t kElementWords = 2;
};

/// What is wrong with a descriptor access.
enum class DescriptorFault : uint32_t {
  kBeyondRange = 1,  ///< The index is beyond the registers of its range.
  kBeyondHeap = 2,   ///< The element is beyond the heap.
  kUnwritten = 3,    ///< According to the table, nothing was written there.
  kWrongType = 4,    ///< The descriptor written there has another type.
  kNullAddress = 5,  ///< The address of a root descriptor, or of its counter, is 0.
};

/// The report buffer: word offsets in a storage buffer. The caller sets the first three words, and the others
/// to 0.
struct ReportWords {
  static constexpr uint32_t kCapacity = 0;  ///< Number of reports that fit.
  /// Number of words after the reports; 0: all faults are reported.
  static constexpr uint32_t kFilterSize = 1;
  static constexpr uint32_t kReported = 2;  ///< Number of reports, including those that did not fit.
  /// Number of faults, including those that were not reported again.
  static constexpr uint32_t kFaults = 3;
  static constexpr uint32_t kFirstReport = 4;  ///< The filter follows the reports.

  // Offsets within a report.
  static constexpr uint32_t kHash = 0;    ///< Two words, the low one first.
  static constexpr uint32_t kAccess = 2;  ///< The number of the access.
  static constexpr uint32_t kFault = 3;   ///< A DescriptorFault.
  /// kBeyondRange: index in the range; kNullAddress: 0; else index in the heap.
  static constexpr uint32_t kIndex = 4;
  static constexpr uint32_t kWanted = 5;  ///< Expected bits; kBeyondRange: the number of registers.
  static constexpr uint32_t kFound = 6;   ///< The element's bits; kBeyondHeap: the number of elements.
  static constexpr uint32_t kTag = 7;     ///< The element's tag.
  static constexpr uint32_t kHeap = 8;    ///< The heap's number; UINT32_MAX: no heap is involved.
  static constexpr uint32_t kSize = 12;   ///< The remaining words are 0.
};

/// The counter buffer: word offsets in a storage buffer. The caller sets the first word, and the others to 0.
struct CounterWords {
  static constexpr uint32_t kCapacity = 0;      ///< Number of counters that fit; others are not counted.
  static constexpr uint32_t kFirstCounter = 4;  ///< Counter 0: each has 64 bits, the low word first.
  static constexpr uint32_t kSize = 2;
};

struct Instrumentation {
  /// Looks up descriptors in the tables of their heaps before they are used, and checks indices against their
  /// ranges. Faults are reported, and the access is redirected to a safe descriptor.
  bool check_descriptors = false;
  DescriptorFormat descriptor_format = DescriptorFormat::kTables;
  BindingPlace reports{0, 5003};         ///< Storage buffer with ReportWords.
  BindingPlace resource_table{0, 5004};  ///< Storage buffer, DescriptorTableWords, for resources.
  BindingPlace sampler_table{0, 5005};   ///< The same for samplers; not used in the format of cookies.
  /// Written to reports; 0: the first 8 bytes of the container's HASH part.
  uint64_t shader_hash = 0;
  uint32_t first_access = 1;  ///< The number of the first access.

  /// Each block of the program counts how many lanes have run it.
  bool count_instructions = false;
  BindingPlace counters{0, 5006};  ///< Storage buffer with CounterWords.
  uint32_t first_counter = 0;      ///< The number of the first block's counter.

  bool checks_addresses() const {
    return check_descriptors && descriptor_format == DescriptorFormat::kTables;
  }
  bool is_any() const { return check_descriptors || count_instructions; }
};

/// A storage buffer that instrumentation uses.
struct InstrumentBuffer {
  BindingPlace place;
  bool is_table = false;  ///< Read-only; can be at the binding of another table.
  const char* name = "";  ///< Used in messages.
};

/// Calls `each` with each buffer that the options require.
template <class Each>
void for_each_buffer(const Instrumentation& asked, Each&& each) {
  if (asked.count_instructions) each(InstrumentBuffer{asked.counters, false, "the buffer of counters"});
  if (!asked.check_descriptors) return;
  each(InstrumentBuffer{asked.reports, false, "the buffer of reports"});
  each(InstrumentBuffer{asked.resource_table, true, "the table of the resource heap"});
  if (asked.descriptor_format == DescriptorFormat::kCookies) return;
  each(InstrumentBuffer{asked.sampler_table, true, "the table of the sampler heap"});
}

}  // namespace trellis::spirv

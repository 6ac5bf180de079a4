// Runs programs with checked descriptors and the tables of their heaps, and reads what they report.
#pragma once

#include <map>
#include <vector>

#include "spirv_backend/options/instrument_tables.hpp"
#include "spirv_backend/options/instrumentation.hpp"
#include "tests/c_api/binding_modes/bound_program.hpp"

namespace trellis::test_instruments {

using spirv::DescriptorFault;
using spirv::HeapType;
using test_backend::ProgramBuilder;
using test_backend::V;

constexpr uint64_t kHash = 0x0123456789ABCDEF;
constexpr uint32_t kHeapNumber = 77;

// First words of handle properties: resource kinds and flags.
constexpr uint32_t kTypedBuffer = 10, kRawBuffer = 11, kStructured = 12, kConstants = 13, kUav = 1 << 12,
                   kHasCounter = 1 << 15;
constexpr uint32_t kWords = 5 | 1 << 8;  // Second word of a typed buffer's properties: one u32.

inline uint32_t bit_of(HeapType type) { return 1u << static_cast<uint32_t>(type); }

struct Report {
  uint64_t hash = 0;
  uint32_t access = 0, fault = 0, index = 0, wanted = 0, found = 0, tag = 0, heap = 0;
  bool operator==(const Report&) const = default;
};

struct Reports {
  std::vector<Report> written;
  uint32_t reported = 0, faults = 0;
  std::vector<uint32_t> rest;  ///< The words after the reports.
};

/// Returns the words of an empty report buffer.
std::vector<uint32_t> empty_reports(uint32_t capacity, uint32_t filter_size);
/// Parses a report buffer after the run.
Reports read_reports(const std::vector<uint32_t>& words);

/// Returns a heap's table. Element n has the tag 1000 + n.
std::vector<uint32_t> table_of(const std::vector<uint32_t>& bits,
                               const std::map<uint32_t, uint32_t>& safe_by_bit);

class CheckedCase : public test_c_api::BoundProgram {
 protected:
  void SetUp() override;
  /// The program's output buffer u0, with 64 words.
  static vulkan::BoundResource output() { return storage_buffer(2000, std::vector<uint32_t>(64, 99)); }
  /// Adds the report buffer (resource 1 of the results) and the tables after u0, and runs the program.
  std::vector<std::vector<uint32_t>> run_checked(const dxil::Shader& shader, vulkan::Dispatch dispatch,
                                                 uint32_t capacity = 64, uint32_t filter_size = 0);
  V from_heap(V index, uint32_t first, uint32_t second = 0, bool is_sampler = false);
  /// Stores the value to word `thread` of u0, and ends the program.
  dxil::Shader end(V value);
  V field(V result, uint32_t n);

  ProgramBuilder b;
  dxil::TypeId i32 = 0;
  V thread;
  spirv::EmitOptions options;
  std::vector<uint32_t> resource_table = table_of({}, {}), sampler_table = table_of({}, {});
  Reports reports;  ///< The reports of the last run.
  /// Number of resources that are not part of the program.
  static constexpr uint32_t kOwnResources = 4;
};

}  // namespace trellis::test_instruments

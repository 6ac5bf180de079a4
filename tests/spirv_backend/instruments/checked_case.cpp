#include "tests/spirv_backend/instruments/checked_case.hpp"

namespace trellis::test_instruments {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::DescriptorTableWords;
using spirv::ReportWords;

std::vector<uint32_t> empty_reports(uint32_t capacity, uint32_t filter_size) {
  std::vector<uint32_t> words(ReportWords::kFirstReport + capacity * ReportWords::kSize + filter_size + 4, 0);
  words[ReportWords::kCapacity] = capacity;
  words[ReportWords::kFilterSize] = filter_size;
  return words;
}

Reports read_reports(const std::vector<uint32_t>& words) {
  Reports reports;
  const uint32_t capacity = words[ReportWords::kCapacity];
  reports.reported = words[ReportWords::kReported];
  reports.faults = words[ReportWords::kFaults];
  for (uint32_t n = 0; n < std::min(capacity, reports.reported); ++n) {
    const uint32_t* at = &words[ReportWords::kFirstReport + n * ReportWords::kSize];
    reports.written.push_back(
        {at[0] | uint64_t{at[1]} << 32, at[2], at[3], at[4], at[5], at[6], at[7], at[8]});
  }
  const auto end = static_cast<std::ptrdiff_t>(ReportWords::kFirstReport + capacity * ReportWords::kSize);
  reports.rest.assign(words.begin() + end, words.end());
  return reports;
}

std::vector<uint32_t> table_of(const std::vector<uint32_t>& bits,
                               const std::map<uint32_t, uint32_t>& safe_by_bit) {
  std::vector<uint32_t> words(DescriptorTableWords::kFirstElement, 0);
  words[DescriptorTableWords::kCount] = static_cast<uint32_t>(bits.size());
  words[DescriptorTableWords::kHeap] = kHeapNumber;
  for (const auto& [bit, element] : safe_by_bit) {
    words[DescriptorTableWords::kFirstSafe + static_cast<uint32_t>(std::countr_zero(bit))] = element;
  }
  for (size_t n = 0; n < bits.size(); ++n) {
    words.push_back(bits[n]);
    words.push_back(1000 + static_cast<uint32_t>(n));
  }
  return words;
}

void CheckedCase::SetUp() {
  BoundProgram::SetUp();
  options.instrumentation.check_descriptors = true;
  options.instrumentation.shader_hash = kHash;
  i32 = b.int_type(32);
  b.raw_buffer(ResourceClass::kUav, 0);
}

std::vector<std::vector<uint32_t>> CheckedCase::run_checked(const dxil::Shader& shader,
                                                            vulkan::Dispatch dispatch, uint32_t capacity,
                                                            uint32_t filter_size) {
  const std::vector<vulkan::BoundResource> own = {
      output(), storage_buffer(5003, empty_reports(capacity, filter_size)),
      storage_buffer(5004, resource_table), storage_buffer(5005, sampler_table)};
  dispatch.resources.insert(dispatch.resources.begin(), own.begin(), own.end());
  auto results = run(shader, options, std::move(dispatch));
  reports = results.size() < 2 ? Reports{} : read_reports(results[1]);
  return results;
}

V CheckedCase::from_heap(V index, uint32_t first, uint32_t second, bool is_sampler) {
  const dxil::TypeId properties = b.record({i32, i32}, "dx.types.ResourceProperties");
  const V handle =
      b.dx(dxil::Op::kCreateHandleFromHeap, b.handle_type(), {index, b.i1(is_sampler), b.i1(true)});
  return b.dx(dxil::Op::kAnnotateHandle, b.handle_type(),
              {handle, b.aggregate(properties, {b.i32(first), b.i32(second)})});
}

dxil::Shader CheckedCase::end(V value) {
  b.store(i32, b.handle(ResourceClass::kUav, 0), b.op(Opcode::kShl, i32, {thread, b.i32(2)}), value);
  b.finish();
  b.end_function();
  return b.take();
}

V CheckedCase::field(V result, uint32_t n) { return b.op(Opcode::kExtractValue, i32, {result}, n); }

}  // namespace trellis::test_instruments

// Runs accesses to descriptors: faulty ones are reported and go to the safe descriptor chosen for them;
// correct ones are not reported.
#include <algorithm>
#include <bit>
#include <set>

#include "tests/spirv_backend/instruments/checked_case.hpp"

namespace trellis::test_instruments {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::Binding;
using spirv::BindingKind;

constexpr uint32_t kNoHeap = UINT32_MAX;

class DescriptorChecks : public CheckedCase {
 protected:
  void begin() {
    b.begin_function("main", b.void_type(), {});
    thread = b.thread_id();
  }
  /// Returns a heap of raw buffers, in which buffer n contains 10 * n + 1.
  static vulkan::Dispatch raw_heap(uint32_t count) {
    vulkan::Dispatch dispatch;
    for (uint32_t n = 0; n < count; ++n) dispatch.resources.push_back(storage_buffer(5000, {10 * n + 1}, n));
    return dispatch;
  }
  /// Returns a shader in which thread t reads ResourceDescriptorHeap[t].
  dxil::Shader read_own() {
    begin();
    return end(b.load(i32, from_heap(thread, kRawBuffer), b.i32(0)));
  }
  static const uint32_t kRead;
  const std::vector<uint32_t> kEightBits = {
      kRead, 0, bit_of(HeapType::kTexture), kRead, kRead, kRead, kRead | 1 << 9, kRead};
};
const uint32_t DescriptorChecks::kRead = bit_of(HeapType::kReadBuffer);

TEST_F(DescriptorChecks, ReportWhatIsWrongWithAHeapsElements) {
  resource_table = table_of(kEightBits, {{kRead, 7}});
  const auto results = run_checked(read_own(), raw_heap(8));
  ASSERT_EQ(results.size(), kOwnResources + 8);
  for (uint32_t t = 0; t < 64; ++t) {
    const bool is_right = t < 8 && t != 1 && t != 2;
    EXPECT_EQ(results[0][t], is_right ? 10 * t + 1 : 71) << t;
  }
  EXPECT_EQ(reports.faults, 58u);
  ASSERT_EQ(reports.reported, 58u);
  std::sort(reports.written.begin(), reports.written.end(),
            [](const Report& x, const Report& y) { return x.index < y.index; });
  EXPECT_EQ(reports.written[0], (Report{kHash, 1, 3, 1, kRead, 0, 1001, kHeapNumber}));
  EXPECT_EQ(reports.written[1],
            (Report{kHash, 1, 4, 2, kRead, bit_of(HeapType::kTexture), 1002, kHeapNumber}));
  for (uint32_t n = 2; n < 58; ++n) {
    EXPECT_EQ(reports.written[n], (Report{kHash, 1, 2, n + 6, kRead, 8, 0, kHeapNumber}));
  }
}

TEST_F(DescriptorChecks, ReportNothingOfAccessesThatAreRight) {
  resource_table = table_of(std::vector<uint32_t>(64, kRead), {});
  const auto results = run_checked(read_own(), raw_heap(64));
  ASSERT_EQ(results.size(), kOwnResources + 64);
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], 10 * t + 1);
  EXPECT_EQ(reports.faults, 0u);
  EXPECT_EQ(reports.reported, 0u);
  EXPECT_EQ(results[1], empty_reports(64, 0));
}

TEST_F(DescriptorChecks, CountReportsThatDoNotFit) {
  resource_table = table_of(kEightBits, {{kRead, 7}});
  ASSERT_FALSE(run_checked(read_own(), raw_heap(8), 4).empty());
  EXPECT_EQ(reports.written.size(), 4u);
  EXPECT_EQ(reports.reported, 58u);
  EXPECT_EQ(reports.faults, 58u);
  EXPECT_EQ(reports.rest, std::vector<uint32_t>(4, 0)) << "written beyond the room";
}

TEST_F(DescriptorChecks, CanReportEachKindOfFaultOnce) {
  resource_table = table_of(kEightBits, {{kRead, 7}});
  ASSERT_FALSE(run_checked(read_own(), raw_heap(8), 64, 64).empty());
  EXPECT_EQ(reports.faults, 58u);
  ASSERT_EQ(reports.reported, 3u);
  std::set<uint32_t> kinds;
  for (const Report& report : reports.written) kinds.insert(report.fault);
  EXPECT_EQ(kinds, (std::set<uint32_t>{2, 3, 4}));
  EXPECT_EQ(std::count(reports.rest.begin(), reports.rest.end(), 0), 64 + 4 - 3);
}

TEST_F(DescriptorChecks, CompareIndicesWithRanges) {
  b.raw_buffer(ResourceClass::kSrv, 3, 4);
  begin();
  const V index = b.op(Opcode::kAdd, i32, {b.op(Opcode::kAnd, i32, {thread, b.i32(7)}), b.i32(3)});
  const auto shader = end(b.load(i32, b.handle(ResourceClass::kSrv, 0, index), b.i32(0)));
  vulkan::Dispatch dispatch;
  for (uint32_t n = 0; n < 4; ++n) dispatch.resources.push_back(storage_buffer(1003, {10 * n + 1}, n));
  const auto results = run_checked(shader, dispatch);
  ASSERT_EQ(results.size(), kOwnResources + 4);
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], (t & 7) < 4 ? 10 * (t & 7) + 1 : 1) << t;
  ASSERT_EQ(reports.reported, 32u);
  for (const Report& report : reports.written) {
    EXPECT_EQ(report, (Report{kHash, 1, 1, report.index, 4, 0, 0, kNoHeap}));
    EXPECT_TRUE(report.index >= 4 && report.index < 8) << report.index;
  }
}

TEST_F(DescriptorChecks, KnowTheSlicesOfTables) {
  // t0 to t3 are the heap's elements from 2 on, according to word 1 of the root data. The last two are beyond
  // the heap.
  b.raw_buffer(ResourceClass::kSrv, 0, 4);
  begin();
  const auto shader = end(
      b.load(i32, b.handle(ResourceClass::kSrv, 0, b.op(Opcode::kAnd, i32, {thread, b.i32(3)})), b.i32(0)));
  options.root_data.size = 8;
  options.bind = [](const spirv::ResourceUse& use, Binding& binding) {
    if (use.info->resource_class != ResourceClass::kSrv) return true;
    binding.kind = BindingKind::kHeap;
    binding.binding = 5000;
    binding.table_offset = 4;
    return true;
  };
  resource_table = table_of({kRead, kRead, kRead, kRead}, {{kRead, 1}});
  vulkan::Dispatch dispatch = raw_heap(4);
  dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{0, 2});
  const auto results = run_checked(shader, dispatch);
  ASSERT_EQ(results.size(), kOwnResources + 4);
  const uint32_t expected[] = {21, 31, 11, 11};
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], expected[t & 3]) << t;
  ASSERT_EQ(reports.reported, 32u);
  for (const Report& report : reports.written) {
    EXPECT_EQ(report, (Report{kHash, 1, 2, report.index, kRead, 4, 0, kHeapNumber}));
    EXPECT_TRUE(report.index == 4 || report.index == 5) << report.index;
  }
}

TEST_F(DescriptorChecks, ReportNullAddressesOfRootDescriptors) {
  for (const bool is_promised : {false, true}) {
    ProgramBuilder fresh;
    std::swap(b, fresh);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.raw_buffer(ResourceClass::kSrv, 0);
    b.raw_buffer(ResourceClass::kSrv, 1);
    begin();
    const V null = b.load(i32, b.handle(ResourceClass::kSrv, 0), b.i32(0));
    const V there = b.load(i32, b.handle(ResourceClass::kSrv, 1, b.i32(1)), b.i32(0));
    const auto shader = end(b.op(Opcode::kAdd, i32, {null, there}));
    options.root_data.size = 16;
    options.bind = [is_promised](const spirv::ResourceUse& use, Binding& binding) {
      if (use.info->resource_class != ResourceClass::kSrv) return true;
      binding.kind = BindingKind::kAddress;
      binding.root_offset = 8 * use.info->lower_bound;
      binding.is_never_null = is_promised;
      return true;
    };
    vulkan::Dispatch dispatch;
    dispatch.push_constants.resize(16, 0);
    dispatch.resources = {storage_buffer(0, {4711})};
    dispatch.resources[0].is_addressed = true;
    dispatch.addresses = {{8, kOwnResources}};
    const auto results = run_checked(shader, dispatch);
    ASSERT_EQ(results.size(), kOwnResources + 1);
    EXPECT_EQ(results[0], std::vector<uint32_t>(64, 4711));
    ASSERT_EQ(reports.reported, 64u);
    for (const Report& report : reports.written) {
      EXPECT_EQ(report, (Report{kHash, 1, 5, 0, kRead, 0, 0, kNoHeap}));
    }
  }
}

TEST_F(DescriptorChecks, DistinguishTypesOfBuffers) {
  // One access of each type, each to element 0 of its own array; that element has every type except the
  // accessed one.
  struct Case {
    HeapType type;
    uint32_t first, second;
  };
  const Case cases[] = {{HeapType::kConstantBuffer, kConstants, 16},
                        {HeapType::kReadBuffer, kStructured, 4},
                        {HeapType::kWriteBuffer, kRawBuffer | kUav, 0},
                        {HeapType::kReadTexels, kTypedBuffer, kWords},
                        {HeapType::kWriteTexels, kTypedBuffer | kUav, kWords}};
  for (const Case& each : cases) {
    for (const bool is_right : {false, true}) {
      ProgramBuilder fresh;
      std::swap(b, fresh);
      b.raw_buffer(ResourceClass::kUav, 0);
      begin();
      const V handle = from_heap(b.i32(is_right ? 1 : 0), each.first, each.second);
      V value;
      if (each.type == HeapType::kConstantBuffer) {
        const dxil::TypeId row = b.record({i32, i32, i32, i32}, "dx.types.CBufRet.i32");
        value = field(b.dx(dxil::Op::kCBufferLoadLegacy, row, {handle, b.i32(0)}), 0);
      } else if (each.type == HeapType::kReadTexels || each.type == HeapType::kWriteTexels) {
        value = field(b.dx(dxil::Op::kBufferLoad, b.load_result(i32), {handle, b.i32(0), b.undef_i32()}), 0);
      } else {
        const V offset = each.type == HeapType::kReadBuffer ? b.i32(0) : b.undef_i32();
        value = field(
            b.dx(dxil::Op::kRawBufferLoad, b.load_result(i32), {handle, b.i32(0), offset, b.i8(1), b.i32(4)}),
            0);
      }
      const auto shader = end(value);
      const uint32_t own = bit_of(each.type), others = 0x3FF & ~own;
      resource_table = table_of({others, own}, {{own, 1}});
      vulkan::Dispatch dispatch;
      for (uint32_t n = 0; n < 2; ++n) {
        dispatch.resources.push_back(storage_buffer(5000, {5 + n, 0, 0, 0}, n));
        vulkan::BoundResource& bound = dispatch.resources.back();
        bound.buffer_format = VK_FORMAT_R32_UINT;
        if (each.type == HeapType::kConstantBuffer) bound.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        if (each.type == HeapType::kReadTexels) bound.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
        if (each.type == HeapType::kWriteTexels) bound.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
      }
      const auto results = run_checked(shader, dispatch);
      ASSERT_EQ(results.size(), kOwnResources + 2) << each.first;
      EXPECT_EQ(results[0], std::vector<uint32_t>(64, 6)) << each.first;
      ASSERT_EQ(reports.reported, is_right ? 0u : 64u) << each.first;
      for (const Report& report : reports.written) {
        EXPECT_EQ(report, (Report{kHash, 1, 4, 0, own, others, 1000, kHeapNumber}));
      }
    }
  }
}

TEST_F(DescriptorChecks, KnowHiddenCounters) {
  begin();
  const V buffer =
      from_heap(b.op(Opcode::kAnd, i32, {thread, b.i32(1)}), kStructured | kUav | kHasCounter, 4);
  const V number = b.dx(dxil::Op::kBufferUpdateCounter, i32, {buffer, b.i8(1)});
  b.dx(
      dxil::Op::kRawBufferStore, b.void_type(),
      {buffer, b.i32(0), b.i32(0), b.i32(3), b.undef_i32(), b.undef_i32(), b.undef_i32(), b.i8(1), b.i32(4)});
  const auto shader = end(number);
  const uint32_t write = bit_of(HeapType::kWriteBuffer);
  resource_table = table_of({write | spirv::kCounterBit, write, 0}, {{spirv::kCounterBit, 2}, {write, 2}});
  vulkan::Dispatch dispatch;
  for (uint32_t n = 0; n < 3; ++n) dispatch.resources.push_back(storage_buffer(5000, {0}, n));
  for (uint32_t n = 0; n < 3; ++n) dispatch.resources.push_back(storage_buffer(5001, {100 * n}, n));
  const auto results = run_checked(shader, dispatch);
  ASSERT_EQ(results.size(), kOwnResources + 6);
  EXPECT_EQ(results[kOwnResources + 0][0], 3u);
  EXPECT_EQ(results[kOwnResources + 1][0], 3u);
  EXPECT_EQ(results[kOwnResources + 3][0], 32u);
  EXPECT_EQ(results[kOwnResources + 4][0], 100u) << "the counter that is not there";
  EXPECT_EQ(results[kOwnResources + 5][0], 232u) << "the one to go to";
  ASSERT_EQ(reports.reported, 32u);
  for (const Report& report : reports.written) {
    EXPECT_EQ(report.fault, 4u);
    EXPECT_EQ(report.wanted, spirv::kCounterBit);
    EXPECT_EQ(report.index, 1u);
  }
}

TEST_F(DescriptorChecks, ReportWhereAccessesAre) {
  begin();
  const V first = b.load(i32, from_heap(thread, kRawBuffer), b.i32(0));
  const V second = b.load(i32, from_heap(b.i32(2), kRawBuffer), b.i32(0));
  const auto shader = end(b.op(Opcode::kAdd, i32, {first, second}));
  resource_table = table_of(std::vector<uint32_t>(64, kRead), {});
  resource_table[spirv::DescriptorTableWords::kFirstElement + 2 * 2] = 0;  // Marks element 2.
  ASSERT_FALSE(run_checked(shader, raw_heap(64), 128).empty());
  uint32_t of_first = 0, of_second = 0;
  for (const Report& report : reports.written) {
    EXPECT_EQ(report.index, 2u);
    of_first += report.access == 1 ? 1 : 0;
    of_second += report.access == 2 ? 1 : 0;
  }
  EXPECT_EQ(of_first, 1u);
  EXPECT_EQ(of_second, 64u);
}

TEST_F(DescriptorChecks, HaveBuffersOfTheirOwn) {
  begin();
  const auto shader = end(b.load(i32, from_heap(thread, kRawBuffer), b.i32(0)));
  for (spirv::BindingPlace* place :
       {&options.instrumentation.reports, &options.instrumentation.resource_table,
        &options.instrumentation.sampler_table}) {
    const spirv::BindingPlace kept = *place;
    *place = {0, 2000};
    const auto module = test_backend::translate(shader, options);
    ASSERT_FALSE(module);
    EXPECT_NE(module.error().to_string().find("binding collision"), std::string::npos)
        << module.error().to_string();
    *place = kept;
  }
}

}  // namespace
}  // namespace trellis::test_instruments

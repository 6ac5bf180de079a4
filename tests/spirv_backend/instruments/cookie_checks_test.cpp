// Runs accesses that are checked in the format of cookies, with the buffers that a layer would fill: faulty
// accesses go to the null descriptor after the heap, and the first one is reported.
#include <array>

#include "spirv_backend/options/cookie_words.hpp"
#include "tests/spirv_backend/instruments/checked_case.hpp"

namespace trellis::test_instruments {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using spirv::Binding;
using spirv::BindingKind;
using spirv::BufferForm;
using spirv::CookieBit;
using spirv::CookieFault;
using ReportAt = spirv::CookieReportWords;

constexpr uint32_t kNow = 100;
constexpr uint32_t kNullValue = 7;  ///< What the buffer after the heap's last one contains.

constexpr uint32_t word(CookieBit bit) { return static_cast<uint32_t>(bit); }
constexpr uint32_t word(CookieFault fault) { return static_cast<uint32_t>(fault); }

/// An element of the table.
struct Cookie {
  uint32_t cookie = 1, timestamp = kNow, bits = word(CookieBit::kStorageBuffer);
};

std::vector<uint32_t> cookie_table(const std::vector<Cookie>& elements) {
  std::vector<uint32_t> words = {static_cast<uint32_t>(elements.size()), kHeapNumber};
  for (const Cookie& each : elements) words.insert(words.end(), {each.cookie, each.timestamp, each.bits});
  return words;
}

/// Returns the buffer of reports; only the cookies in `live` have resources.
std::vector<uint32_t> cookie_reports(const std::vector<uint32_t>& live) {
  std::vector<uint32_t> words(ReportAt::kFirstLive + 2, 0);
  words[ReportAt::kTimestamp] = kNow;
  for (const uint32_t cookie : live) words[ReportAt::kFirstLive + cookie / 32] |= 1u << cookie % 32;
  return words;
}

/// A report as read from the buffer; by default, there is none.
struct CookieReport {
  uint32_t faults = 0, index = 0, cookie = 0, wanted = 0, found = 0, access = 0, fault_count = 0;
  bool operator==(const CookieReport&) const = default;
};

class CookieChecks : public CheckedCase {
 protected:
  void SetUp() override {
    CheckedCase::SetUp();
    options.instrumentation.descriptor_format = spirv::DescriptorFormat::kCookies;
  }
  /// Starts a new program with the output buffer u0.
  void begin() {
    ProgramBuilder fresh;
    std::swap(b, fresh);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    thread = b.thread_id();
  }
  dxil::Shader read_own() {
    begin();
    return end(b.load(i32, from_heap(thread, kRawBuffer), b.i32(0)));
  }
  /// Returns a heap of raw buffers, in which buffer n contains 10 * n + 1, and the null descriptor after
  /// them.
  static vulkan::Dispatch raw_heap(uint32_t count) {
    vulkan::Dispatch dispatch;
    for (uint32_t n = 0; n < count; ++n) dispatch.resources.push_back(storage_buffer(5000, {10 * n + 1}, n));
    dispatch.resources.push_back(storage_buffer(5000, {kNullValue}, count));
    return dispatch;
  }
  std::vector<std::vector<uint32_t>> run_cookies(const dxil::Shader& shader, vulkan::Dispatch dispatch,
                                                 const std::vector<Cookie>& elements,
                                                 const std::vector<uint32_t>& live = {0, 1});

  CookieReport report;
  static constexpr uint32_t kBefore = 3;  ///< Number of resources that are not part of the program.
};

std::vector<std::vector<uint32_t>> CookieChecks::run_cookies(const dxil::Shader& shader,
                                                             vulkan::Dispatch dispatch,
                                                             const std::vector<Cookie>& elements,
                                                             const std::vector<uint32_t>& live) {
  const std::vector<vulkan::BoundResource> own = {output(), storage_buffer(5003, cookie_reports(live)),
                                                  storage_buffer(5004, cookie_table(elements))};
  dispatch.resources.insert(dispatch.resources.begin(), own.begin(), own.end());
  auto results = run(shader, options, std::move(dispatch));
  report = {};
  if (results.size() < kBefore) return results;
  const std::vector<uint32_t>& words = results[1];
  report = {words[ReportAt::kFault],  words[ReportAt::kIndex], words[ReportAt::kCookie],
            words[ReportAt::kWanted], words[ReportAt::kFound], words[ReportAt::kAccess],
            words[ReportAt::kFaults]};
  const bool is_there = report.faults != 0;
  const uint64_t hash = words[ReportAt::kHash] | uint64_t{words[ReportAt::kHash + 1]} << 32;
  EXPECT_EQ(hash, is_there ? kHash : 0);
  EXPECT_EQ(words[ReportAt::kHeap], is_there ? kHeapNumber : 0);
  // What the caller has set stays as it is.
  const std::vector<uint32_t> before = cookie_reports(live);
  for (size_t n = ReportAt::kTimestamp; n < before.size(); ++n) EXPECT_EQ(words[n], before[n]) << n;
  EXPECT_EQ(results[2], cookie_table(elements));
  return results;
}

TEST_F(CookieChecks, ReportNothingOfAccessesThatAreRight) {
  std::vector<Cookie> elements(64);
  elements[3].bits = 0x1FF;  // As all kinds: a null descriptor.
  elements[3].cookie = 0;
  elements[4] = {33, 0, word(CookieBit::kStorageBuffer) | word(CookieBit::kReadTexels)};
  elements[5] = {63, 0, UINT32_MAX};
  const auto results = run_cookies(read_own(), raw_heap(64), elements, {0, 1, 33, 63});
  ASSERT_EQ(results.size(), kBefore + 65);
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], 10 * t + 1);
  EXPECT_EQ(report, CookieReport{});
}

TEST_F(CookieChecks, ReportWhatIsWrongWithAnElement) {
  constexpr uint32_t kStorage = word(CookieBit::kStorageBuffer), kTexture = word(CookieBit::kTexture),
                     kType = word(CookieFault::kWrongType), kDestroyed = word(CookieFault::kDestroyed),
                     kNew = word(CookieFault::kTooNew);
  struct Case {
    Cookie element;
    uint32_t faults;
  };
  const Case cases[] = {
      {{1, kNow, kTexture}, kType},
      {{1, kNow, 0}, kType},
      {{2, kNow, kStorage}, kDestroyed},
      {{33, kNow, kStorage}, kDestroyed},
      {{64, kNow, kStorage}, kDestroyed},  // Its bit is not in the buffer.
      {{UINT32_MAX, kNow, kStorage}, kDestroyed},
      {{1, kNow + 1, kStorage}, kNew},
      {{1, UINT32_MAX, kStorage}, kNew},
      {{5, kNow + 1, kTexture}, kType | kDestroyed | kNew},
  };
  for (const Case& each : cases) {
    std::vector<Cookie> elements(64);
    elements[9] = each.element;
    const auto results = run_cookies(read_own(), raw_heap(64), elements);
    ASSERT_EQ(results.size(), kBefore + 65);
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], t == 9 ? kNullValue : 10 * t + 1) << t;
    EXPECT_EQ(report, (CookieReport{each.faults, 9, each.element.cookie, kStorage, each.element.bits, 1, 1}))
        << each.element.cookie;
  }
}

TEST_F(CookieChecks, ReportTheFirstAccessBeyondTheHeapAndCountTheOthers) {
  const uint32_t storage = word(CookieBit::kStorageBuffer),
                 beyond = word(CookieFault::kBeyondHeap) | word(CookieFault::kWrongType);
  for (const uint32_t count : {0u, 1u, 40u, 63u}) {
    const auto results = run_cookies(read_own(), raw_heap(count), std::vector<Cookie>(count));
    ASSERT_EQ(results.size(), kBefore + count + 1);
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], t < count ? 10 * t + 1 : kNullValue) << t;
    EXPECT_TRUE(report.index >= count && report.index < 64) << report.index;
    EXPECT_EQ(report, (CookieReport{beyond, report.index, 0, storage, 0, 1, 64 - count}));
  }
}

TEST_F(CookieChecks, KnowTheSlicesOfTables) {
  // t0 to t3 are the heap's elements from 2 on, according to word 1 of the root data.
  begin();
  b.raw_buffer(ResourceClass::kSrv, 0, 4);
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
  vulkan::Dispatch dispatch = raw_heap(5);
  dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{0, 2});
  const auto results = run_cookies(shader, dispatch, std::vector<Cookie>(5));
  ASSERT_EQ(results.size(), kBefore + 6);
  const uint32_t expected[] = {21, 31, 41, kNullValue};
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(results[0][t], expected[t & 3]) << t;
  EXPECT_EQ(report.index, 5u);
  EXPECT_EQ(report.fault_count, 16u);
}

TEST_F(CookieChecks, LeaveDescriptorArraysAndAddressesAlone) {
  begin();
  b.raw_buffer(ResourceClass::kSrv, 3, 4);
  b.raw_buffer(ResourceClass::kSrv, 9);
  const V index = b.op(Opcode::kAdd, i32, {b.op(Opcode::kAnd, i32, {thread, b.i32(3)}), b.i32(3)});
  const V in_array = b.load(i32, b.handle(ResourceClass::kSrv, 0, index), b.i32(0));
  const V at_address = b.load(i32, b.handle(ResourceClass::kSrv, 1, b.i32(9)), b.i32(0));
  const auto shader = end(b.op(Opcode::kAdd, i32, {in_array, at_address}));
  options.root_data.size = 8;
  options.bind = [](const spirv::ResourceUse& use, Binding& binding) {
    if (use.info->resource_class == ResourceClass::kSrv && use.info->lower_bound == 9) {
      binding.kind = BindingKind::kAddress;
      binding.is_never_null = true;
    }
    return true;
  };
  const auto checked = module_of(shader, options);
  options.instrumentation.check_descriptors = false;
  EXPECT_EQ(checked, module_of(shader, options));
}

TEST_F(CookieChecks, RequireTheTypeThatIsBound) {
  // Element 0 has every type except the required one, element 1 only that one.
  struct Case {
    uint32_t first, second;
    CookieBit bit;
    VkDescriptorType type;
    BufferForm form = BufferForm::kDefault;
  };
  const Case cases[] = {
      {kConstants, 16, CookieBit::kUniformBuffer, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER},
      {kConstants, 16, CookieBit::kStorageBuffer, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BufferForm::kStorage},
      {kStructured, 4, CookieBit::kStorageBuffer, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
      {kRawBuffer, 0, CookieBit::kReadTexels, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, BufferForm::kTexel},
      {kRawBuffer | kUav, 0, CookieBit::kStorageBuffer, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
      {kRawBuffer | kUav, 0, CookieBit::kWriteTexels, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
       BufferForm::kTexel},
      {kTypedBuffer, kWords, CookieBit::kReadTexels, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER},
      {kTypedBuffer | kUav, kWords, CookieBit::kWriteTexels, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER}};
  for (const Case& each : cases) {
    SCOPED_TRACE(std::to_string(each.first) + " " + std::to_string(word(each.bit)));
    const uint32_t kind = each.first & 0xFF;
    options.bind = [&](const spirv::ResourceUse& use, Binding& binding) {
      if (use.heap != spirv::DescriptorHeap::kNone) binding.form = each.form;
      return true;
    };
    for (const uint32_t index : {0u, 1u}) {
      begin();
      const V handle = from_heap(b.i32(index), each.first, each.second);
      V value;
      if (kind == kConstants) {
        const dxil::TypeId row = b.record({i32, i32, i32, i32}, "dx.types.CBufRet.i32");
        value = field(b.dx(dxil::Op::kCBufferLoadLegacy, row, {handle, b.i32(0)}), 0);
      } else if (kind == kTypedBuffer) {
        value = field(b.dx(dxil::Op::kBufferLoad, b.load_result(i32), {handle, b.i32(0), b.undef_i32()}), 0);
      } else {
        const V offset = kind == kStructured ? b.i32(0) : b.undef_i32();
        value = field(
            b.dx(dxil::Op::kRawBufferLoad, b.load_result(i32), {handle, b.i32(0), offset, b.i8(1), b.i32(4)}),
            0);
      }
      const auto shader = end(value);
      const uint32_t others = 0x1FF & ~word(each.bit);
      vulkan::Dispatch dispatch;
      for (uint32_t n = 0; n < 3; ++n) {
        dispatch.resources.push_back(storage_buffer(5000, {5 + n, 0, 0, 0}, n));
        dispatch.resources.back().type = each.type;
        dispatch.resources.back().buffer_format = VK_FORMAT_R32_UINT;
      }
      const auto results = run_cookies(shader, dispatch, {{1, kNow, others}, {1, kNow, word(each.bit)}});
      ASSERT_EQ(results.size(), kBefore + 3);
      EXPECT_EQ(results[0], std::vector<uint32_t>(64, index == 0 ? 7 : 6));
      const CookieReport wrong = {word(CookieFault::kWrongType), 0, 1, word(each.bit), others, 1, 64};
      EXPECT_EQ(report, index == 0 ? wrong : CookieReport{});
    }
  }
}

TEST_F(CookieChecks, KnowHiddenCounters) {
  begin();
  const V buffer =
      from_heap(b.op(Opcode::kAnd, i32, {thread, b.i32(1)}), kStructured | kUav | kHasCounter, 4);
  const auto shader = end(b.dx(dxil::Op::kBufferUpdateCounter, i32, {buffer, b.i8(1)}));
  const uint32_t storage = word(CookieBit::kStorageBuffer), address = word(CookieBit::kAddress);
  vulkan::Dispatch dispatch;
  for (uint32_t n = 0; n < 3; ++n) dispatch.resources.push_back(storage_buffer(5001, {100 * n}, n));
  const auto results = run_cookies(shader, dispatch, {{1, kNow, storage | address}, {1, kNow, storage}});
  ASSERT_EQ(results.size(), kBefore + 3);
  EXPECT_EQ(results[kBefore + 0][0], 32u);
  EXPECT_EQ(results[kBefore + 1][0], 100u) << "the counter that is not there";
  EXPECT_EQ(results[kBefore + 2][0], 232u) << "that of the null descriptor";
  // The first access is that to the buffer, which is right.
  EXPECT_EQ(report, (CookieReport{word(CookieFault::kWrongType), 1, 1, address, storage, 2, 32}));
}

// Lanes that report and lanes that do not are one wave again after the check.
TEST_F(CookieChecks, KeepWavesTogether) {
  begin();
  const V loaded = b.load(i32, from_heap(thread, kRawBuffer), b.i32(0));
  const V one =
      b.op(Opcode::kSelect, i32, {b.compare(dxil::Predicate::kUlt, loaded, b.i32(1000)), b.i32(1), b.i32(0)});
  const auto shader = end(b.dx(dxil::Op::kWaveActiveOp, i32, {one, b.i8(0), b.i8(0)}));
  const auto results = run_cookies(shader, raw_heap(3), std::vector<Cookie>(3));
  ASSERT_EQ(results.size(), kBefore + 4);
  const uint32_t lanes = device().properties().subgroup_size;
  ASSERT_GT(lanes, 3u) << "the first wave must have lanes of both kinds";
  EXPECT_EQ(results[0], std::vector<uint32_t>(64, lanes));
  EXPECT_EQ(report.fault_count, 61u);
}

TEST_F(CookieChecks, UseNoTableOfSamplers) {
  const auto shader = read_own();
  options.instrumentation.sampler_table = {0, 2000};  // The place of u0.
  EXPECT_TRUE(test_backend::translate(shader, options));
  options.instrumentation.resource_table = {0, 2000};
  const auto refused = test_backend::translate(shader, options);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().to_string().find("the table of the resource heap"), std::string::npos);
}

}  // namespace
}  // namespace trellis::test_instruments

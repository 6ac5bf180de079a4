// Option 15: the test has the buffers of a layer that checks descriptors, and reads what shaders report.
#include <cstddef>
#include <cstring>

#include "tests/adapters/dxil_spirv/heap_layer.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_dxil_spirv {
namespace {

constexpr uint32_t kReportSet = 2, kReportBinding = 4, kHeapBinding = 9;
constexpr uint32_t kHeapNumber = 1800, kNow = 50;
constexpr uint64_t kHash = 0xEDBAF1B5ED344467;

// Bits of descriptors and of faults.
constexpr uint32_t kSampledImage = 1, kStorageBuffer = 8, kTexelBuffer = 32, kRawAddress = 256,
                   kUniversalNull = 0x17F;
constexpr uint32_t kOutOfRange = 1, kWrongType = 2, kDestroyed = 4, kInvalidTime = 8;

/// The layer's buffer of reports.
struct GlobalData {
  uint64_t shader_hash;
  uint32_t heap_offset, heap, cookie, fault_count, instruction, wanted, found, fault;
  uint32_t timestamp;
  uint32_t live[2];  ///< One bit for each cookie.
};
constexpr size_t kGlobalBytes = offsetof(GlobalData, live) + sizeof(GlobalData::live);
static_assert(offsetof(GlobalData, live) == 44);

/// The layer's table of a heap.
struct HeapData {
  uint32_t count = kCount, heap = kHeapNumber;
  struct {
    uint32_t cookie, timestamp, types;
  } elements[kCount] = {};
};

dxil_spv_option_descriptor_qa checks(bool is_on = true) {
  dxil_spv_option_descriptor_qa option = {};
  option.base.type = DXIL_SPV_OPTION_DESCRIPTOR_QA;
  option.enabled = is_on ? DXIL_SPV_TRUE : DXIL_SPV_FALSE;
  option.version = DXIL_SPV_DESCRIPTOR_QA_INTERFACE_VERSION;
  option.global_desc_set = option.heap_desc_set = kReportSet;
  option.global_binding = kReportBinding;
  option.heap_binding = kHeapBinding;
  option.shader_hash = kHash;
  return option;
}

template <class Data>
std::vector<uint8_t> bytes_of_data(const Data& data, size_t size) {
  std::vector<uint8_t> bytes(size);
  std::memcpy(bytes.data(), &data, size);
  return bytes;
}

class DescriptorQa : public vulkan::RunnerTest {
 protected:
  void SetUp() override {
    RunnerTest::SetUp();
    dxil_spv_converter_set_uav_remapper(c.converter, place_uav, nullptr);
    c.set(checks());
    for (uint32_t n = 0; n < kCount; ++n) heap.elements[n] = {10 + n, kNow, kStorageBuffer | kTexelBuffer};
    before.timestamp = kNow;
    before.live[0] = 1 | 0x1F << 10;  // The null descriptor's cookie, and those of the heap.
  }
  /// The shader reads the descriptor at `first` and writes to the next one. Afterwards `read` has what it
  /// read, `buffers` has the heap's buffers, the null descriptor's last, and `after` the buffer of reports.
  /// Buffer n initially contains the words 1000 n, 1000 n + 1, ...
  void run(uint32_t first);

  Conversion c{"faults/handles_dynamic"};
  HeapData heap;
  GlobalData before = {}, after = {};
  std::vector<uint32_t> read;
  std::vector<std::vector<uint32_t>> buffers;
  static constexpr uint32_t kRead = 16, kWritten = 32, kLanes = 4;
};

void DescriptorQa::run(uint32_t first) {
  vulkan::Dispatch dispatch;
  dispatch.words = c.words();
  ASSERT_FALSE(dispatch.words.empty());
  std::vector<uint32_t> arguments = {first, 0, 0, 1};
  arguments.resize(kWords);
  dispatch.resources = {vulkan::buffer_at(0, 0, vulkan::bytes_of(arguments)),
                        vulkan::buffer_at(kReportSet, kReportBinding, bytes_of_data(before, kGlobalBytes)),
                        vulkan::buffer_at(kReportSet, kHeapBinding, bytes_of_data(heap, sizeof heap))};
  for (uint32_t n = 0; n <= kCount; ++n) {
    std::vector<uint32_t> words(kWords);
    for (uint32_t w = 0; w < kWords && n < kCount; ++w) words[w] = 1000 * n + w;
    dispatch.resources.push_back(vulkan::buffer_at(kHeapSet, 0, vulkan::bytes_of(words), n));
  }
  auto results = dispatched(dispatch);
  ASSERT_EQ(results.size(), dispatch.resources.size());
  const std::vector<uint32_t>& words = results[0];
  read.assign(words.begin() + kRead, words.begin() + kRead + kLanes);
  std::memcpy(&after, results[1].data(), kGlobalBytes);
  buffers.assign(results.begin() + 3, results.end());
}

TEST_F(DescriptorQa, AccessesThatAreRightReportNothing) {
  heap.elements[0] = {0, 0, kUniversalNull};
  heap.elements[1] = {0, 0, UINT32_MAX};  // What a layer has where nothing was written.
  for (const uint32_t first : {0u, 1u, 2u, 3u}) {
    run(first);
    const uint32_t value = 1000 * first;
    EXPECT_EQ(read, (std::vector<uint32_t>{value, value + 1, value + 2, value + 3}));
    for (uint32_t n = 0; n <= kCount; ++n) {
      const uint32_t kept = n < kCount ? 1000 * n + kWritten : 0;
      EXPECT_EQ(buffers[n][kWritten], n == first + 1 ? 500 : kept) << n;
    }
    EXPECT_EQ(std::memcmp(&after, &before, kGlobalBytes), 0);
  }
}

TEST_F(DescriptorQa, FaultsAreReportedAndGoToTheNullDescriptor) {
  struct Case {
    uint32_t cookie, timestamp, types, fault;
  };
  for (const Case& each :
       {Case{12, kNow, kSampledImage, kWrongType}, Case{12, kNow, kRawAddress, kWrongType},
        Case{9, kNow, kStorageBuffer, kDestroyed}, Case{64, kNow, kStorageBuffer, kDestroyed},
        Case{12, kNow + 1, kStorageBuffer, kInvalidTime},
        Case{9, kNow + 9, 0, kWrongType | kDestroyed | kInvalidTime}}) {
    heap.elements[2] = {each.cookie, each.timestamp, each.types};
    // Descriptor 2 is read in the first run and written in the second one.
    for (const bool is_written : {false, true}) {
      SCOPED_TRACE(std::to_string(each.fault) + (is_written ? " written" : " read"));
      run(is_written ? 1 : 2);
      EXPECT_EQ(read[0], is_written ? 1000u : 0u);
      EXPECT_EQ(buffers[2][kWritten], 2000 + kWritten);
      EXPECT_EQ(buffers[3][kWritten], is_written ? 3000 + kWritten : 500);
      EXPECT_EQ(buffers[kCount][kWritten], is_written ? 500u : 0u);
      EXPECT_EQ(after.fault, each.fault);
      EXPECT_EQ(after.shader_hash, kHash);
      EXPECT_EQ(after.heap_offset, 2u);
      EXPECT_EQ(after.heap, kHeapNumber);
      EXPECT_EQ(after.cookie, each.cookie);
      EXPECT_EQ(after.fault_count, kLanes);
      EXPECT_EQ(after.instruction, is_written ? 2u : 1u);
      EXPECT_EQ(after.wanted, kStorageBuffer);
      EXPECT_EQ(after.found, each.types);
    }
  }
}

TEST_F(DescriptorQa, IndicesBeyondTheHeapAreReported) {
  for (const uint32_t first : {kCount - 1, kCount, 100u, 0x80000000u, UINT32_MAX - 1}) {
    run(first);
    const bool is_read = first < kCount;
    EXPECT_EQ(read[0], is_read ? 1000 * first : 0) << first;
    EXPECT_EQ(buffers[kCount][kWritten], 500u) << first;
    EXPECT_EQ(after.fault, kOutOfRange | kWrongType) << first;
    EXPECT_EQ(after.fault_count, is_read ? kLanes : 2 * kLanes) << first;
    EXPECT_EQ(after.heap_offset, first + (after.instruction - 1)) << first;
    EXPECT_EQ(after.cookie, 0u);
    EXPECT_EQ(after.found, 0u);
  }
}

// The layer has not read the report yet.
TEST_F(DescriptorQa, AReportStaysUntilItIsCleared) {
  before.fault = kDestroyed;
  before.fault_count = 3;
  before.cookie = 77;
  run(kCount);
  EXPECT_EQ(after.fault_count, 3 + 2 * kLanes);
  after.fault_count = 3;
  EXPECT_EQ(std::memcmp(&after, &before, kGlobalBytes), 0);
}

// With both options, a report has the index as it was.
TEST_F(DescriptorQa, IndicesAreNotClampedBeforeTheCheck) {
  dxil_spv_converter_set_meta_descriptor(c.converter, DXIL_SPV_META_DESCRIPTOR_RESOURCE_DESCRIPTOR_HEAP_SIZE,
                                         DXIL_SPV_META_DESCRIPTOR_KIND_UBO_CONTAINING_CONSTANT, 3, 0);
  c.set(dxil_spv_option_descriptor_heap_robustness{{DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS},
                                                   DXIL_SPV_TRUE});
  EXPECT_FALSE(has(c.text(), "UMin"));
  run(1234);
  EXPECT_EQ(after.heap_offset, 1233 + after.instruction);
}

TEST_F(DescriptorQa, CanBeTurnedOff) {
  const Conversion plain("faults/handles_dynamic");
  dxil_spv_converter_set_uav_remapper(plain.converter, place_uav, nullptr);
  EXPECT_NE(plain.words(), c.words());
  c.set(checks(false));
  EXPECT_EQ(plain.words(), c.words());
  // The layout of another version is unknown. The thread's log is that of the newest conversion.
  dxil_spv_option_descriptor_qa other = checks();
  ++other.version;
  c.set(checks());
  c.set(other);
  EXPECT_EQ(plain.log, "option 15 (DESCRIPTOR_QA): version 3 is ignored\n");
  EXPECT_EQ(plain.words(), c.words());
}

}  // namespace
}  // namespace trellis::test_dxil_spirv

// Dispatches of hand-written compute shaders.
#include <algorithm>
#include <numeric>

#include "tests/support/child_process.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/modules/test_modules.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::vulkan {
namespace {

constexpr uint32_t kWords = 64;

std::vector<uint8_t> ramp_bytes(uint32_t first = 0, uint32_t count = kWords) {
  std::vector<uint32_t> words(count);
  std::iota(words.begin(), words.end(), first);
  return bytes_of(words);
}

std::vector<uint8_t> zero_bytes(uint32_t words = kWords) { return std::vector<uint8_t>(4 * words, 0); }

class DispatchTest : public RunnerTest {
 protected:
  /// Assembles, validates and runs a module. Returns the buffers as words; on an error, adds a test failure
  /// and returns empty.
  static std::vector<std::vector<uint32_t>> run(const std::string& text,
                                                const std::vector<BoundResource>& resources,
                                                std::array<uint32_t, 3> groups = {1, 1, 1}) {
    auto words = assemble(text);
    if (!words) {
      ADD_FAILURE() << words.error().to_string();
      return {};
    }
    const auto valid = validate(*words);
    EXPECT_TRUE(valid) << valid.error().to_string();
    Dispatch dispatch;
    dispatch.words = std::move(*words);
    dispatch.resources = resources;
    dispatch.groups = groups;
    return dispatched(dispatch);
  }

  static std::string error_of(const std::vector<BoundResource>& resources) {
    Dispatch dispatch;
    dispatch.words = *assemble(copy_module());
    dispatch.resources = resources;
    const auto results = runner().dispatch(dispatch);
    return results ? "no error" : results.error().to_string();
  }
};

TEST_F(DispatchTest, DescribesTheDevice) {
  const DeviceProperties& properties = runner().properties();
  EXPECT_FALSE(properties.name.empty());
  EXPECT_GE(properties.vulkan_version, VK_API_VERSION_1_3);
  EXPECT_GE(properties.subgroup_size, properties.min_subgroup_size);
  EXPECT_LE(properties.subgroup_size, properties.max_subgroup_size);
  EXPECT_GE(properties.max_bound_sets, 4u);
}

TEST_F(DispatchTest, StorageBuffers) {
  const auto buffers =
      run(copy_module(), {buffer_at(0, 1000, ramp_bytes(5)), buffer_at(0, 2000, zero_bytes())});
  ASSERT_EQ(buffers.size(), 2u);
  EXPECT_EQ(bytes_of(buffers[0]), ramp_bytes(5));
  for (uint32_t i = 0; i < kWords; ++i) EXPECT_EQ(buffers[1][i], (i + 5) * 3 + 1) << i;
}

TEST_F(DispatchTest, EveryGroupOfTheDispatchRuns) {
  const auto buffers =
      run(copy_module(), {buffer_at(0, 1000, ramp_bytes(0, 192)), buffer_at(0, 2000, zero_bytes(192))},
          {3, 1, 1});
  ASSERT_EQ(buffers.size(), 2u);
  for (uint32_t i = 0; i < 192; ++i) EXPECT_EQ(buffers[1][i], i * 3 + 1) << i;
}

TEST_F(DispatchTest, RunsAreIndependent) {
  for (uint32_t first = 0; first < 20; ++first) {
    const auto buffers =
        run(copy_module(), {buffer_at(0, 1000, ramp_bytes(first)), buffer_at(0, 2000, zero_bytes())});
    ASSERT_EQ(buffers.size(), 2u);
    EXPECT_EQ(buffers[1][0], first * 3 + 1);
  }
}

TEST_F(DispatchTest, UniformBuffer) {
  ModuleText parts;
  parts.interface = "%rows %dst";
  parts.decorations = at("%rows", 0, 3) + at("%dst", 0, 2000) +
                      "OpDecorate %rows_type Block\nOpMemberDecorate %rows_type 0 Offset 0\n"
                      "OpDecorate %row_array ArrayStride 16\n";
  parts.declarations = R"(
%row_array = OpTypeArray %v4uint %c4
%rows_type = OpTypeStruct %row_array
%p_rows = OpTypePointer Uniform %rows_type
%p_row = OpTypePointer Uniform %uint
%rows = OpVariable %p_rows Uniform
%dst = OpVariable %p_raw StorageBuffer
)";
  parts.local_size = "16 1 1";
  parts.body = R"(
%row = OpShiftRightLogical %uint %i %c2
%column = OpBitwiseAnd %uint %i %c3
%from = OpAccessChain %p_row %rows %c0 %row %column
%value = OpLoad %uint %from
%to = OpAccessChain %p_word %dst %c0 %i
OpStore %to %value
)";
  BoundResource rows = buffer_at(0, 3, ramp_bytes(100, 16));
  rows.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  const auto buffers = run(module_text(parts), {rows, buffer_at(0, 2000, zero_bytes(16))});
  ASSERT_EQ(buffers.size(), 2u);
  EXPECT_EQ(bytes_of(buffers[1]), ramp_bytes(100, 16));
}

TEST_F(DispatchTest, TexelBuffersConvertFormats) {
  ModuleText parts;
  parts.capabilities = "OpCapability SampledBuffer\nOpCapability ImageBuffer\n";
  parts.interface = "%src %dst";
  parts.decorations = at("%src", 0, 1000) + at("%dst", 0, 2000);
  parts.declarations = R"(
%sampled = OpTypeImage %float Buffer 2 0 0 1 Unknown
%storage = OpTypeImage %float Buffer 2 0 0 2 R32f
%p_sampled = OpTypePointer UniformConstant %sampled
%p_storage = OpTypePointer UniformConstant %storage
%src = OpVariable %p_sampled UniformConstant
%dst = OpVariable %p_storage UniformConstant
%scale = OpConstant %float 255
)";
  parts.body = R"(
%from = OpLoad %sampled %src
%texel = OpImageFetch %v4float %from %i
%scaled = OpVectorTimesScalar %v4float %texel %scale
%second = OpCompositeExtract %float %scaled 1
%texel_out = OpCompositeConstruct %v4float %second %second %second %second
%to = OpLoad %storage %dst
OpImageWrite %to %i %texel_out
)";
  BoundResource src = buffer_at(0, 1000, bytes_of(std::vector<uint32_t>(kWords, 0x00ff8000u)));
  src.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
  src.buffer_format = VK_FORMAT_R8G8B8A8_UNORM;
  BoundResource dst = buffer_at(0, 2000, zero_bytes());
  dst.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
  dst.buffer_format = VK_FORMAT_R32_SFLOAT;
  const auto buffers = run(module_text(parts), {src, dst});
  ASSERT_EQ(buffers.size(), 2u);
  for (const uint32_t word : buffers[1]) EXPECT_EQ(word, 0x43000000u);  // 128.0
}

TEST_F(DispatchTest, SetsAndBindingsMayHaveGaps) {
  ModuleText parts;
  parts.interface = "%one %other %dst";
  parts.decorations = at("%one", 1, 1000) + at("%other", 3, 1007) + at("%dst", 3, 2999);
  parts.declarations =
      "%one = OpVariable %p_raw StorageBuffer\n%other = OpVariable %p_raw StorageBuffer\n"
      "%dst = OpVariable %p_raw StorageBuffer\n";
  parts.body = R"(
%at_one = OpAccessChain %p_word %one %c0 %i
%a = OpLoad %uint %at_one
%at_other = OpAccessChain %p_word %other %c0 %i
%b = OpLoad %uint %at_other
%difference = OpISub %uint %b %a
%to = OpAccessChain %p_word %dst %c0 %i
OpStore %to %difference
)";
  const auto buffers =
      run(module_text(parts), {buffer_at(3, 2999, zero_bytes()), buffer_at(1, 1000, ramp_bytes()),
                               buffer_at(3, 1007, ramp_bytes(77))});
  ASSERT_EQ(buffers.size(), 3u);
  EXPECT_EQ(buffers[0], std::vector<uint32_t>(kWords, 77));
}

TEST_F(DispatchTest, DescriptorArraysWithGaps) {
  ModuleText parts;
  parts.interface = "%sources %dst";
  parts.decorations = at("%sources", 0, 1000) + at("%dst", 0, 2000);
  parts.declarations = R"(
%three = OpTypeArray %raw %c3
%p_three = OpTypePointer StorageBuffer %three
%sources = OpVariable %p_three StorageBuffer
%dst = OpVariable %p_raw StorageBuffer
)";
  parts.body = R"(
%at_first = OpAccessChain %p_word %sources %c0 %c0 %i
%a = OpLoad %uint %at_first
%at_last = OpAccessChain %p_word %sources %c2 %c0 %i
%b = OpLoad %uint %at_last
%product = OpIMul %uint %b %a
%to = OpAccessChain %p_word %dst %c0 %i
OpStore %to %product
)";
  const auto buffers =
      run(module_text(parts), {buffer_at(0, 1000, bytes_of(std::vector<uint32_t>(kWords, 10)), 2),
                               buffer_at(0, 1000, ramp_bytes(), 0), buffer_at(0, 2000, zero_bytes())});
  ASSERT_EQ(buffers.size(), 3u);
  for (uint32_t i = 0; i < kWords; ++i) EXPECT_EQ(buffers[2][i], 10 * i) << i;
}

TEST_F(DispatchTest, SubgroupBallotFollowsDivergence) {
  ModuleText parts;
  parts.capabilities = "OpCapability GroupNonUniform\nOpCapability GroupNonUniformBallot\n";
  parts.interface = "%dst %lane_in";
  parts.decorations = at("%dst", 0, 2000) + "OpDecorate %lane_in BuiltIn SubgroupLocalInvocationId\n";
  parts.declarations = R"(
%true = OpConstantTrue %bool
%dst = OpVariable %p_raw StorageBuffer
%p_lane = OpTypePointer Input %uint
%lane_in = OpVariable %p_lane Input
)";
  parts.body = R"(
%lane = OpLoad %uint %lane_in
%low = OpBitwiseAnd %uint %lane %c1
%odd = OpIEqual %bool %low %c1
OpSelectionMerge %joined None
OpBranchConditional %odd %odd_lanes %even_lanes
%odd_lanes = OpLabel
%odd_votes = OpGroupNonUniformBallot %v4uint %c3 %true
OpBranch %joined
%even_lanes = OpLabel
%even_votes = OpGroupNonUniformBallot %v4uint %c3 %true
OpBranch %joined
%joined = OpLabel
%votes = OpPhi %v4uint %odd_votes %odd_lanes %even_votes %even_lanes
%word = OpCompositeExtract %uint %votes 0
%to = OpAccessChain %p_word %dst %c0 %i
OpStore %to %word
)";
  const auto buffers = run(module_text(parts), {buffer_at(0, 2000, zero_bytes())});
  ASSERT_EQ(buffers.size(), 1u);
  const uint32_t size = runner().properties().subgroup_size;
  const uint32_t all = size >= 32 ? UINT32_MAX : (1u << size) - 1;
  for (uint32_t i = 0; i < kWords; ++i) {
    EXPECT_EQ(buffers[0][i], all & (i % 2 == 1 ? 0xaaaaaaaau : 0x55555555u)) << i;
  }
}

// HLSL defines accesses outside a buffer: loads return zero, stores do nothing.
TEST_F(DispatchTest, AccessesOutsideABufferAreDefined) {
  const auto buffers =
      run(copy_module(), {buffer_at(0, 1000, ramp_bytes(1, 8)), buffer_at(0, 2000, zero_bytes(16))});
  ASSERT_EQ(buffers.size(), 2u);
  for (uint32_t i = 0; i < 16; ++i) EXPECT_EQ(buffers[1][i], i < 8 ? (i + 1) * 3 + 1 : 1u) << i;
}

// Some drivers end loops after a maximum number of iterations.
TEST_F(DispatchTest, LongLoopsRunToTheirEnd) {
  ModuleText parts;
  parts.interface = "%dst";
  parts.local_size = "1 1 1";
  parts.decorations = at("%dst", 0, 2000);
  parts.declarations = "%dst = OpVariable %p_raw StorageBuffer\n%many = OpConstant %uint 300000\n";
  parts.body = R"(
%to = OpAccessChain %p_word %dst %c0 %i
OpBranch %loop
%loop = OpLabel
%count = OpPhi %uint %c0 %entry %next %again
OpLoopMerge %done %again None
OpBranch %again
%again = OpLabel
%next = OpIAdd %uint %count %c1
%old = OpAtomicIAdd %uint %to %c1 %c0 %c1
%more = OpULessThan %bool %next %many
OpBranchConditional %more %loop %done
%done = OpLabel
)";
  const auto buffers = run(module_text(parts), {buffer_at(0, 2000, zero_bytes(1))});
  ASSERT_EQ(buffers.size(), 1u);
  EXPECT_EQ(buffers[0][0], 300000u);
}

TEST_F(DispatchTest, RefusesInvalidBindings) {
  EXPECT_NE(
      error_of({buffer_at(0, 1000, ramp_bytes()), buffer_at(0, 1000, ramp_bytes())}).find("bound twice"),
      std::string::npos);
  EXPECT_NE(error_of({buffer_at(0, 1000, {})}).find("empty buffer"), std::string::npos);
  EXPECT_NE(error_of({buffer_at(4000, 1000, ramp_bytes())}).find("descriptor sets"), std::string::npos);
  EXPECT_NE(error_of({buffer_at(0, 1000, ramp_bytes(), 1u << 30)}).find("descriptor arrays"),
            std::string::npos);
  BoundResource other = buffer_at(0, 1000, ramp_bytes());
  other.type = VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
  EXPECT_NE(error_of({other}).find("no buffer"), std::string::npos);
  BoundResource uniform = buffer_at(0, 1000, ramp_bytes(), 1);
  uniform.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  EXPECT_NE(error_of({buffer_at(0, 1000, ramp_bytes()), uniform}).find("two kinds"), std::string::npos);
  BoundResource typed = buffer_at(0, 1000, ramp_bytes());
  typed.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
  typed.buffer_format = VK_FORMAT_D32_SFLOAT;
  EXPECT_NE(error_of({typed}).find("VkFormat"), std::string::npos);
}

TEST_F(DispatchTest, WritesOutsideABufferAreDetected) {
  DeviceObjects objects(device());
  const auto buffer = objects.make_buffer(5, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, ramp_bytes(0, 1));
  ASSERT_TRUE(buffer) << buffer.error().to_string();
  std::fill_n(buffer->mapped, 5, uint8_t{7});
  EXPECT_EQ(stray_write(*buffer), "");
  std::swap(buffer->mapped[-2], buffer->mapped[0]);
  EXPECT_EQ(stray_write(*buffer), "2 bytes before its start");
  buffer->mapped[buffer->bytes + 3] = 1;
  EXPECT_EQ(stray_write(*buffer), "3 bytes past its end");
}

TEST_F(DispatchTest, RefusesInvalidModules) {
  Dispatch dispatch;
  dispatch.words = {1, 2, 3, 4, 5};
  const auto results = runner().dispatch(dispatch);
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().message, "not a SPIR-V module");
}

// Runs in a child process: a driver's thread that never ends cannot be cleaned up.
TEST(DispatchLimits, EndlessDispatchEndsAtTheTimeLimit) {
  ModuleText parts;
  parts.interface = "%dst";
  parts.decorations = at("%dst", 0, 2000);
  parts.declarations = "%dst = OpVariable %p_raw StorageBuffer\n";
  parts.body = R"(
%to = OpAccessChain %p_word %dst %c0 %c0
OpBranch %loop
%loop = OpLabel
OpLoopMerge %done %again None
OpBranch %again
%again = OpLabel
%value = OpAtomicLoad %uint %to %c1 %c0
%waiting = OpIEqual %bool %value %c0
OpBranchConditional %waiting %loop %done
%done = OpLabel
)";
  const auto words = assemble(module_text(parts));
  ASSERT_TRUE(words) << words.error().to_string();
  const auto outcome = test_support::run_in_child(
      [&]() -> std::string {
        auto runner = Runner::create();
        if (!runner) return runner.error().to_string();
        Dispatch dispatch;
        dispatch.words = *words;
        dispatch.resources = {buffer_at(0, 2000, zero_bytes(1))};
        dispatch.seconds = 0.2;
        const auto first = (*runner)->dispatch(dispatch);
        const auto second = (*runner)->dispatch(dispatch);
        if (first || second) return "no error";
        return first.error().to_string() + "; " + second.error().to_string();
      },
      60.0);
  EXPECT_TRUE(outcome.finished);
  EXPECT_EQ(outcome.text, "the work did not end in time; the device is lost: the work did not end in time");
}

TEST(DeviceChoice, UnknownDeviceIsAnErrorThatListsTheOthers) {
  const auto runner = Runner::create("no device is called this");
  ASSERT_FALSE(runner);
  EXPECT_EQ(runner.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(runner.error().message.find("no device is called this"), std::string::npos);
  EXPECT_NE(runner.error().message.find("devices found: "), std::string::npos);
}

TEST(DeviceChoice, NamePartMatchesInAnyCase) {
  const auto any = Runner::create();
  ASSERT_TRUE(any) << any.error().to_string();
  std::string name = (*any)->properties().name;
  name = name.substr(1, 5);
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto same = Runner::create(name);
  ASSERT_TRUE(same) << same.error().to_string();
}

}  // namespace
}  // namespace trellis::vulkan

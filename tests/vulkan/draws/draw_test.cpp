// Draws with hand-written stages, and pictures.
#include <cmath>

#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::vulkan {
namespace {

// Takes the position from location 0, and passes on a color from location 1.
constexpr const char* kVertexText = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %in_position %in_color %position %color
OpDecorate %in_position Location 0
OpDecorate %in_color Location 1
OpDecorate %position BuiltIn Position
OpDecorate %color Location 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%vector = OpTypeVector %float 4
%input = OpTypePointer Input %vector
%output = OpTypePointer Output %vector
%in_position = OpVariable %input Input
%in_color = OpVariable %input Input
%position = OpVariable %output Output
%color = OpVariable %output Output
%main = OpFunction %void None %function
%entry = OpLabel
%p = OpLoad %vector %in_position
OpStore %position %p
%c = OpLoad %vector %in_color
OpStore %color %c
OpReturn
OpFunctionEnd
)";

// Outputs the color at location 0 twice: unchanged, and multiplied by the first number of the uniform buffer
// at set 0, binding 0.
constexpr const char* kFragmentText = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in_color %first %second %scale
OpExecutionMode %main OriginUpperLeft
OpDecorate %in_color Location 0
OpDecorate %first Location 0
OpDecorate %second Location 1
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %scale DescriptorSet 0
OpDecorate %scale Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%zero = OpConstant %int 0
%vector = OpTypeVector %float 4
%block = OpTypeStruct %float
%uniform = OpTypePointer Uniform %block
%uniform_float = OpTypePointer Uniform %float
%input = OpTypePointer Input %vector
%output = OpTypePointer Output %vector
%scale = OpVariable %uniform Uniform
%in_color = OpVariable %input Input
%first = OpVariable %output Output
%second = OpVariable %output Output
%main = OpFunction %void None %function
%entry = OpLabel
%c = OpLoad %vector %in_color
OpStore %first %c
%s_pointer = OpAccessChain %uniform_float %scale %zero
%s = OpLoad %float %s_pointer
%scaled = OpVectorTimesScalar %vector %c %s
OpStore %second %scaled
OpReturn
OpFunctionEnd
)";

std::vector<uint32_t> assembled(const char* text) {
  auto words = assemble(text);
  EXPECT_TRUE(words) << words.error().to_string();
  return words ? *words : std::vector<uint32_t>{};
}

/// Returns a draw of a triangle that covers the whole target, with color (x, y, 0, 1) from 0 at the left and
/// top to 1.
Draw full_triangle() {
  Draw draw;
  draw.stages = {{VK_SHADER_STAGE_VERTEX_BIT, assembled(kVertexText)},
                 {VK_SHADER_STAGE_FRAGMENT_BIT, assembled(kFragmentText)}};
  const std::vector<float> vertices = {-1, -1, 0.5f, 1, 0,  0, 0,    1, 3, -1, 0.5f, 1,
                                       2,  0,  0,    1, -1, 3, 0.5f, 1, 0, 2,  0,    1};
  draw.vertex_buffers.push_back(
      {bytes_of(vertices),
       32,
       false,
       {{0, VK_FORMAT_R32G32B32A32_SFLOAT, 0}, {1, VK_FORMAT_R32G32B32A32_SFLOAT, 16}}});
  BoundResource scale;
  scale.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  scale.buffer = bytes_of(std::vector<float>{4, 0, 0, 0});
  draw.resources.push_back(scale);
  draw.targets = {{VK_FORMAT_R32G32B32A32_SFLOAT, {}}, {VK_FORMAT_R8G8B8A8_UNORM, {}}};
  return draw;
}

double middle(uint32_t pixel) { return (pixel + 0.5) / 16; }

class DrawTest : public RunnerTest {
 protected:
  static Drawn drawn(const Draw& draw) {
    auto result = runner().draw(draw);
    EXPECT_TRUE(result) << result.error().to_string();
    return result ? *result : Drawn{{{}, {}}, {}, {}, {}, {}};
  }
};

TEST_F(DrawTest, InterpolatesToTwoTargets) {
  const Drawn result = drawn(full_triangle());
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        return Texel{middle(x), middle(y), 0, 1};
      },
      1e-6));
  EXPECT_TRUE(matches(
      result.targets[1],
      [](uint32_t x, uint32_t y) {
        return Texel{std::min(1.0, 4 * middle(x)), std::min(1.0, 4 * middle(y)), 0, 1};
      },
      0.5 / 255));
}

TEST_F(DrawTest, FailureReportsWherePicturesDiffer) {
  const Drawn result = drawn(full_triangle());
  const auto verdict = matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        return Texel{middle(x), y == 3 && x == 2 ? 7 : middle(y), 0, 1};
      },
      0.015625);
  ASSERT_FALSE(verdict);
  EXPECT_EQ(std::string(verdict.message()),
            "1 of 256 pixels differ by more than 0.015625:\n  pixel (2, 3): expected (0.15625, 7, 0, 1), got "
            "(0.15625, 0.21875, 0, 1)");
}

TEST_F(DrawTest, DepthIsTestedAndReadBack) {
  Draw draw = full_triangle();
  draw.depth = DepthTarget{};
  draw.depth->clear_stencil = 7;
  draw.depth->test = true;
  draw.depth->compare = VK_COMPARE_OP_LESS;
  Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.depth, [](uint32_t, uint32_t) { return Texel{0.5}; }));
  EXPECT_TRUE(matches(result.stencil, [](uint32_t, uint32_t) { return Texel{7}; }));
  draw.depth->clear_depth = 0.25f;
  result = drawn(draw);
  EXPECT_TRUE(matches(result.depth, [](uint32_t, uint32_t) { return Texel{0.25}; }));
  EXPECT_TRUE(matches(result.targets[0], [](uint32_t, uint32_t) { return Texel{}; }));
}

TEST_F(DrawTest, SamplesAreResolved) {
  Draw draw = full_triangle();
  draw.samples = VK_SAMPLE_COUNT_4_BIT;
  // Covers only the right half.
  draw.vertex_buffers[0].contents = bytes_of(std::vector<float>{
      0.0625f, -1, 0.5f, 1, 1, 1, 1, 1, 0.0625f, 9, 0.5f, 1, 1, 1, 1, 1, 9, -1, 0.5f, 1, 1, 1, 1, 1});
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[0], [](uint32_t x, uint32_t) {
    const double covered = x < 8 ? 0 : x == 8 ? 0.5 : 1;
    return Texel{covered, covered, covered, covered};
  }));
}

TEST_F(DrawTest, ErrorNamesWhatTheDeviceLacks) {
  Draw draw = full_triangle();
  draw.targets[0].format = VK_FORMAT_R64_SFLOAT;
  const auto result = runner().draw(draw);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kUnsupported);
}

TEST(Picture, FormatsAreRead) {
  const Picture halves = {VK_FORMAT_R16G16_SFLOAT, 1, 1, 1, {0x00, 0x3C, 0x01, 0x80}};
  EXPECT_EQ(halves.at(0, 0), (Texel{1.0, -std::ldexp(1.0, -24), 0, 1}));
  const Picture signed_words = {VK_FORMAT_R16G16B16A16_SINT, 1, 1, 1, {0xFF, 0xFF, 2, 0, 0, 0x80, 0, 0}};
  EXPECT_EQ(signed_words.at(0, 0), (Texel{-1, 2, -32768, 0}));
  const Picture bytes = {VK_FORMAT_R8G8B8A8_UNORM, 1, 1, 1, {255, 0, 51, 0}};
  EXPECT_EQ(bytes.at(0, 0), (Texel{1, 0, 0.2, 0}));
}

TEST(Picture, PngHasItsChunks) {
  const Picture picture = {VK_FORMAT_R8G8B8A8_UNORM, 2, 1, 1, {1, 2, 3, 4, 5, 6, 7, 8}};
  const std::vector<uint8_t> png = encode_png(picture);
  ASSERT_GT(png.size(), 50u);
  EXPECT_EQ(std::string(png.begin() + 12, png.begin() + 16), "IHDR");
  // The checksum of the empty end chunk is the same in every file.
  EXPECT_EQ((std::vector<uint8_t>(png.end() - 4, png.end())), (std::vector<uint8_t>{0xAE, 0x42, 0x60, 0x82}));
}

}  // namespace
}  // namespace trellis::vulkan

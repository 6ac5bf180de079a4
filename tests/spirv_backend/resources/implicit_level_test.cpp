// Samples in compute shaders whose level comes from derivatives in quads of threads.
#include <bit>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

class ImplicitLevel : public TextureTest {
 protected:
  /// Returns coordinates that advance by `texels` texels of a 32 x 16 image with each step to the right and
  /// with each step down. They stay in texel (0, 0) of the levels that the tests sample.
  std::vector<V> coordinates(float texels) {
    // The thread ID within the group.
    V x = b.dx(Op::kThreadIdInGroup, i32(), {b.i32(0)}), y = b.dx(Op::kThreadIdInGroup, i32(), {b.i32(1)});
    if (linear_) y = b.op(dxil::Opcode::kLShr, i32(), {x, b.i32(1)});
    const auto scaled = [&](V id, float step) {
      const V even = b.op(dxil::Opcode::kAnd, i32(), {id, b.i32(1)});
      const V value = b.op(dxil::Opcode::kUIToFP, f32(), {even});
      return b.op(dxil::Opcode::kFMul, f32(), {value, b.f32(step)});
    };
    const V u = scaled(x, texels / 32), v = scaled(y, texels / 16);
    return {u, v, no_float(), no_float()};
  }
  std::vector<V> operands(V texture, V with, const std::vector<V>& at, std::vector<V> rest) {
    std::vector<V> all = {texture, with};
    all.insert(all.end(), at.begin(), at.end());
    for (V v : ints({})) all.push_back(v);
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  }
  bool has_derivatives() const {
    return has_extension("VK_KHR_compute_shader_derivatives") ||
           has_extension("VK_NV_compute_shader_derivatives");
  }
  /// Returns an image with four levels, whose texels contain the number of the level.
  static vulkan::ImageData levels(VkFormat format, float scale = 1, float first = 0) {
    vulkan::ImageData image = numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}, 1, 4);
    image.format = format;
    std::vector<float> texels;
    for (uint32_t level = 0; level < 4; ++level) {
      texels.insert(texels.end(), size_t{32u >> level} * (16u >> level),
                    first + scale * static_cast<float>(level));
    }
    image.texels = vulkan::bytes_of(texels);
    return image;
  }
  /// Without `has_extension`, derivatives use quad operations, and CalculateLevelOfDetail is not tested.
  void test(std::array<uint32_t, 3> group, bool has_extension) {
    linear_ = group[1] == 1;
    if (!has_extension) options.device.extensions.emplace();
    if (has_extension && !has_derivatives()) {
      GTEST_SKIP() << "the device has no derivatives in compute shaders";
    }
    const V mips = texture(ResourceKind::kTexture2D, levels(VK_FORMAT_R32_SFLOAT));
    const V shadow = texture(ResourceKind::kTexture2D, levels(VK_FORMAT_D32_SFLOAT, 0.25f, 0.125f));
    const V nearest = sampler();
    vulkan::SamplerState state;
    state.compare = VK_COMPARE_OP_LESS;
    const V less = sampler(state);
    for (uint32_t level = 0; level < 3; ++level) {
      const std::string name = "level " + std::to_string(level);
      const std::vector<V> at = coordinates(static_cast<float>(1u << level));
      const auto wanted = static_cast<float>(level);
      expect(texel(Op::kSample, f32(), operands(mips, nearest, at, {no_float()})), wanted, name);
      expect(texel(Op::kSampleBias, f32(), operands(mips, nearest, at, {b.f32(1), no_float()})), wanted + 1,
             name + ", bias 1");
      if (features().shaderResourceMinLod == VK_TRUE) {
        expect(texel(Op::kSample, f32(), operands(mips, nearest, at, {b.f32(3)})), 3.0f,
               name + ", at least 3");
        expect(texel(Op::kSampleBias, f32(), operands(mips, nearest, at, {b.f32(-8), b.f32(2)})), 2.0f,
               name + ", bias -8, at least 2");
      }
      for (const float compared : {0.25f * wanted, 0.25f * wanted + 0.2f}) {
        const float passes = compared < 0.25f * wanted + 0.125f ? 1.0f : 0.0f;
        expect(texel(Op::kSampleCmp, f32(), operands(shadow, less, at, {b.f32(compared), no_float()})),
               passes, name + ", compared");
        expect(texel(Op::kSampleCmpBias, f32(),
                     operands(shadow, less, at, {b.f32(compared + 0.25f), b.f32(1), no_float()})),
               passes, name + ", compared with bias");
      }
    }
    for (const bool clamped : {true, false}) {
      if (!has_extension) break;
      const std::vector<V> at = coordinates(16);
      expect(b.dx(Op::kCalculateLOD, f32(), {mips, nearest, at[0], at[1], no_float(), b.i1(clamped)}),
             clamped ? 3.0f : 4.0f, clamped ? "level, clamped" : "level, not clamped");
    }
    run(group);
  }

 private:
  bool linear_ = false;
};

TEST_F(ImplicitLevel, InSquareQuads) { test({8, 8, 1}, true); }
TEST_F(ImplicitLevel, InRowsOfFour) { test({64, 1, 1}, true); }
TEST_F(ImplicitLevel, InSquareQuadsWithoutTheExtension) { test({8, 8, 1}, false); }
TEST_F(ImplicitLevel, InRowsOfFourWithoutTheExtension) { test({64, 1, 1}, false); }

TEST_F(ImplicitLevel, CalculatingALevelNeedsTheExtension) {
  const V mips = texture(ResourceKind::kTexture2D, levels(VK_FORMAT_R32_SFLOAT));
  const std::vector<V> at = coordinates(16);
  b.dx(Op::kCalculateLOD, f32(), {mips, sampler(), at[0], at[1], no_float(), b.i1(true)});
  options.device.extensions.emplace();
  EXPECT_NE(refusal().to_string().find("compute_shader_derivatives"), std::string::npos);
}

// D3D has no derivatives in such groups. Applications sample nevertheless, and drivers treat the derivatives
// as zero.
TEST_F(ImplicitLevel, IsTheBaseLevelWhereThereAreNoQuads) {
  const V mips = texture(ResourceKind::kTexture2D, levels(VK_FORMAT_R32_SFLOAT));
  const V nearest = sampler();
  texel(Op::kSample, f32(), operands(mips, nearest, floats({0, 0}), {no_float()}));
  b.finish();
  b.end_function();
  dxil::Shader shader = b.take();
  shader.entry_points[0].thread_group_size = {3, 1, 1};
  const auto module = test_backend::translate(shader);
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  EXPECT_EQ(test_backend::validate(*module, spirv::Target::kVulkan1_3), "");
  for (size_t at = 5; at < module->size(); at += (*module)[at] >> 16) {
    EXPECT_NE((*module)[at] & 0xFFFF, static_cast<uint32_t>(spv::Op::OpImageSampleImplicitLod));
  }
}

}  // namespace
}  // namespace trellis::test_textures

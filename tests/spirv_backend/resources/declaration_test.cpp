// How variables and types describe textures, and which capabilities the module requires.
#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

class Declaration : public TextureTest {
 protected:
  vulkan::ImageData plane() { return numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}); }
  V compared_sampler() {
    vulkan::SamplerState state;
    state.compare = VK_COMPARE_OP_LESS;
    return sampler(state);
  }
  void sample(V texture, V with) { read(Op::kSampleLevel, texture, with, f32()); }
  void compare(V texture, V with) { read(Op::kSampleCmpLevelZero, texture, with, f32()); }
  V read(Op op, V texture, V with, TypeId type) {
    std::vector<V> all = {texture, with};
    for (V v : floats({0.5f, 0.5f})) all.push_back(v);
    for (V v : ints({})) all.push_back(v);
    all.push_back(b.f32(0));
    return texel(op, type, all);
  }
  /// Returns the Depth operands of all image types, in the module's order.
  std::vector<uint32_t> depths() const {
    std::vector<uint32_t> all;
    each(spv::Op::OpTypeImage, [&](const uint32_t* words) { all.push_back(words[4]); });
    return all;
  }
  uint32_t decorations(spv::Decoration decoration) const {
    uint32_t count = 0;
    each(spv::Op::OpDecorate,
         [&](const uint32_t* words) { count += words[2] == static_cast<uint32_t>(decoration) ? 1 : 0; });
    return count;
  }
  bool asks_for(spv::Capability capability) const {
    bool found = false;
    each(spv::Op::OpCapability,
         [&](const uint32_t* words) { found |= words[1] == static_cast<uint32_t>(capability); });
    return found;
  }

 private:
  template <class Visit>
  void each(spv::Op opcode, Visit visit) const {
    for (size_t at = 5; at < module().size() && module()[at] >> 16 != 0; at += module()[at] >> 16) {
      if ((module()[at] & 0xFFFF) == static_cast<uint32_t>(opcode)) visit(module().data() + at);
    }
  }
};

TEST_F(Declaration, DepthSaysWhetherTexturesAreCompared) {
  const V plain = sampler(), less = compared_sampler();
  const V first = texture(ResourceKind::kTexture2D, plane()),
          second = texture(ResourceKind::kTexture2D, plane()),
          third = texture(ResourceKind::kTexture2D, plane());
  sample(first, plain);
  compare(second, less);
  sample(third, plain);
  compare(third, less);
  make_module();
  EXPECT_EQ(depths(), (std::vector<uint32_t>{0, 1, 2}));
}

TEST_F(Declaration, AllUsesOfDivergentIndicesAreMarked) {
  const uint32_t textures = texture_array(ResourceKind::kTexture2D, {plane(), plane()});
  const uint32_t samplers = sampler_array({vulkan::SamplerState{}, vulkan::SamplerState{}});
  const V own = b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(1)});
  const V from = handle_in(ResourceClass::kSrv, textures, own, true);
  const V with = handle_in(ResourceClass::kSampler, samplers, own, true);
  expect(read(Op::kSampleLevel, from, with, f32()), 0.0f, "texel");
  make_module({2, 1, 1});
  // The pointer and the value of both, and their combination.
  EXPECT_EQ(decorations(spv::Decoration::NonUniform), 5u);
  EXPECT_TRUE(asks_for(spv::Capability::SampledImageArrayNonUniformIndexing));
  EXPECT_TRUE(asks_for(spv::Capability::ShaderNonUniform));
}

TEST_F(Declaration, UniformIndicesAreNotMarked) {
  const uint32_t textures = texture_array(ResourceKind::kTexture2D, {plane(), plane()});
  const V with = sampler();
  const V own = b.op(dxil::Opcode::kAnd, i32(), {b.dx(Op::kGroupId, i32(), {b.i32(0)}), b.i32(1)});
  sample(handle_in(ResourceClass::kSrv, textures, own, false), with);
  make_module();
  EXPECT_EQ(decorations(spv::Decoration::NonUniform), 0u);
  EXPECT_TRUE(asks_for(spv::Capability::SampledImageArrayDynamicIndexing));
  EXPECT_FALSE(asks_for(spv::Capability::SampledImageArrayNonUniformIndexing));
}

TEST_F(Declaration, MinPrecisionIsRelaxed) {
  const TypeId half = b.float_type(16);
  const V value = read(Op::kSampleLevel, texture(ResourceKind::kTexture2D, plane()), sampler(), half);
  expect(b.op(dxil::Opcode::kFPExt, f32(), {value}), 0.0f, "texel");
  make_module({1, 1, 1}, false);
  EXPECT_GE(decorations(spv::Decoration::RelaxedPrecision), 1u);
  EXPECT_FALSE(asks_for(spv::Capability::Float16));
}

TEST_F(Declaration, WritableTexturesDeclareTheirAccesses) {
  const V coherent = writable(ResourceKind::kTexture2D, plane());
  b.shader().resources.back().globally_coherent = true;
  const V read_only = writable(ResourceKind::kTexture2D, plane());
  const auto load = [&](V from) {
    std::vector<V> all = {from, none()};
    for (V v : ints({0, 0})) all.push_back(v);
    for (V v : ints({})) all.push_back(v);
    return texel(Op::kTextureLoad, f32(), all);
  };
  load(read_only);
  std::vector<V> store = {coherent};
  for (V v : ints({0, 0})) store.push_back(v);
  for (uint32_t c = 0; c < 4; ++c) store.push_back(b.f32(1));
  store.push_back(b.i8(15));
  b.dx(Op::kTextureStore, b.void_type(), store);
  make_module();
  EXPECT_EQ(decorations(spv::Decoration::Coherent), 1u);
  EXPECT_EQ(decorations(spv::Decoration::NonReadable), 1u);
  EXPECT_EQ(decorations(spv::Decoration::NonWritable), 1u);
  EXPECT_GE(decorations(spv::Decoration::Aliased), 2u) << "two may be one texture";
  EXPECT_TRUE(asks_for(spv::Capability::StorageImageReadWithoutFormat));
  EXPECT_TRUE(asks_for(spv::Capability::StorageImageWriteWithoutFormat));
}

}  // namespace
}  // namespace trellis::test_textures

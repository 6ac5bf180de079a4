// Operations on unsuitable resources: the error names the entry point, block and instruction.
#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

class BadInput : public TextureTest {
 protected:
  V of_kind(ResourceKind kind, ComponentType type = ComponentType::kF32) {
    return texture(kind, vulkan::ImageData{}, type);
  }
  void sample(V texture, V sampler, const std::vector<float>& at = {0, 0, 0, 0}) {
    std::vector<V> all = {texture, sampler};
    for (V v : floats(at)) all.push_back(v);
    for (V v : ints({})) all.push_back(v);
    all.push_back(b.f32(0));
    texel(Op::kSampleLevel, f32(), all);
  }
  void compare(V texture, V sampler) {
    std::vector<V> all = {texture, sampler};
    for (V v : floats({0, 0, 0, 0})) all.push_back(v);
    for (V v : ints({})) all.push_back(v);
    all.push_back(b.f32(0));
    texel(Op::kSampleCmpLevelZero, f32(), all);
  }
  V comparing() {
    vulkan::SamplerState state;
    state.compare = VK_COMPARE_OP_LESS;
    return sampler(state);
  }
  void load(V texture, TypeId type) {
    std::vector<V> all = {texture, b.i32(0)};
    for (V v : ints({0, 0, 0})) all.push_back(v);
    for (V v : ints({})) all.push_back(v);
    texel(Op::kTextureLoad, type, all);
  }
  void store(V texture, TypeId type, uint8_t mask = 15) {
    std::vector<V> all = {texture};
    for (V v : ints({0, 0, 0})) all.push_back(v);
    for (uint32_t c = 0; c < 4; ++c) all.push_back(b.constant(type, 0));
    all.push_back(b.i8(mask));
    b.dx(Op::kTextureStore, b.void_type(), all);
  }
  void expect_refusal(const char* part) {
    const Diagnostic error = refusal();
    EXPECT_EQ(error.code, ErrorCode::kBadInput) << error.to_string();
    EXPECT_NE(error.message.find(part), std::string::npos) << error.message;
    EXPECT_EQ(error.where.function, "main");
    EXPECT_EQ(error.where.block, "0");
    EXPECT_FALSE(error.where.instruction.empty());
  }
};

TEST_F(BadInput, SampleOfABuffer) {
  sample(of_kind(ResourceKind::kTypedBuffer), sampler());
  expect_refusal("TypedBuffer");
}
TEST_F(BadInput, SampleOfAMultisampledTexture) {
  sample(of_kind(ResourceKind::kTexture2DMS), sampler());
  expect_refusal("Texture2DMS");
}
TEST_F(BadInput, SampleOfAWritableTexture) {
  sample(writable(ResourceKind::kTexture2D, vulkan::ImageData{}), sampler());
  expect_refusal("writable Texture2D");
}
TEST_F(BadInput, SampleWithATexture) {
  const V plane = of_kind(ResourceKind::kTexture2D);
  sample(plane, plane);
  expect_refusal("sampler");
}
TEST_F(BadInput, SampleWithAComparisonSampler) {
  sample(of_kind(ResourceKind::kTexture2D), comparing());
  expect_refusal("comparison sampler");
}
// Mesa's DXIL does not distinguish comparison samplers from others.
TEST_F(BadInput, AComparisonMayHaveAnOrdinarySampler) {
  compare(of_kind(ResourceKind::kTexture2D), sampler());
  make_module();
  EXPECT_FALSE(module().empty());
}
TEST_F(BadInput, ComparisonOfAVolume) {
  compare(of_kind(ResourceKind::kTexture3D), comparing());
  expect_refusal("Texture3D");
}
TEST_F(BadInput, ComparisonOfIntegers) {
  compare(of_kind(ResourceKind::kTexture2D, ComponentType::kU32), comparing());
  expect_refusal("integer texture");
}
TEST_F(BadInput, SampleOfAnotherType) {
  sample(of_kind(ResourceKind::kTexture2D, ComponentType::kI32), sampler());
  expect_refusal("type");
}
TEST_F(BadInput, LoadOfAnotherType) {
  load(of_kind(ResourceKind::kTexture2D), i32());
  expect_refusal("type");
}
TEST_F(BadInput, LoadFromACube) {
  load(of_kind(ResourceKind::kTextureCube), f32());
  expect_refusal("cube");
}
TEST_F(BadInput, LoadFromASampler) {
  load(sampler(), f32());
  expect_refusal("Sampler");
}
TEST_F(BadInput, StoreToATextureThatIsRead) {
  store(of_kind(ResourceKind::kTexture2D), f32());
  expect_refusal("not writable");
}
TEST_F(BadInput, StoreOfSomeComponents) {
  store(writable(ResourceKind::kTexture2D, vulkan::ImageData{}), f32(), 3);
  expect_refusal("all four");
}
TEST_F(BadInput, StoreToNoSample) {
  store(writable(ResourceKind::kTexture2DMS, vulkan::ImageData{}), f32());
  expect_refusal("has no sample index");
}
TEST_F(BadInput, AtomicOnATextureThatIsRead) {
  std::vector<V> all = {of_kind(ResourceKind::kTexture2D, ComponentType::kU32), b.i32(0)};
  for (V v : ints({0, 0, 0})) all.push_back(v);
  all.push_back(b.i32(1));
  b.dx(Op::kAtomicBinOp, i32(), all);
  expect_refusal("not a UAV");
}
TEST_F(BadInput, GatherOfALine) {
  std::vector<V> all = {of_kind(ResourceKind::kTexture1D), sampler()};
  for (V v : floats({0, 0, 0, 0})) all.push_back(v);
  for (V v : ints({0, 0, 0})) all.push_back(v);
  texel(Op::kTextureGather, f32(), all);
  expect_refusal("Texture1D");
}
TEST_F(BadInput, SizeOfASampler) {
  b.dx(Op::kGetDimensions, b.record({i32(), i32(), i32(), i32()}), {sampler(), b.i32(0)});
  expect_refusal("no dimensions");
}

TEST_F(BadInput, ComparedChannelsAfterTheFirst) {
  std::vector<V> all = {of_kind(ResourceKind::kTexture2D), comparing()};
  for (V v : floats({0, 0})) all.push_back(v);
  for (V v : ints({}, 2)) all.push_back(v);
  all.push_back(b.i32(1));
  all.push_back(b.f32(0));
  texel(Op::kTextureGatherCmp, f32(), all);
  EXPECT_EQ(refusal().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace trellis::test_textures

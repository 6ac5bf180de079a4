// Atomic operations on texels.
#include <bit>
#include <limits>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

enum AtomicOp : uint32_t { kAdd, kAnd, kOr, kXor, kIMin, kIMax, kUMin, kUMax, kExchange };

class Atomics : public TextureTest {
 protected:
  V atomic(TypeId type, AtomicOp operation, V image, const std::vector<int32_t>& at, V value) {
    std::vector<V> all = {image, b.i32(operation)};
    for (V v : ints(at)) all.push_back(v);
    all.push_back(value);
    return b.dx(Op::kAtomicBinOp, type, all);
  }
};

TEST_F(Atomics, EveryOperationGivesTheOldValue) {
  const uint32_t start = 0x80000010;
  struct Step {
    AtomicOp operation;
    uint32_t value, after;
  };
  const Step steps[] = {
      {kAdd, 5, start + 5}, {kAnd, 12, start & 12}, {kOr, 3, start | 3}, {kXor, 0x11, start ^ 0x11},
      {kIMin, 7, start},    {kIMax, 7, 7},          {kUMin, 7, 7},       {kUMax, 7, start},
      {kExchange, 99, 99},
  };
  for (const bool is_signed : {false, true}) {
    vulkan::ImageData image;
    image.format = is_signed ? VK_FORMAT_R32_SINT : VK_FORMAT_R32_UINT;
    image.width = static_cast<uint32_t>(std::size(steps));
    image.texels = vulkan::bytes_of(std::vector<uint32_t>(std::size(steps), start));
    const V texels =
        writable(ResourceKind::kTexture2D, image, is_signed ? ComponentType::kI32 : ComponentType::kU32);
    for (size_t n = 0; n < std::size(steps); ++n) {
      expect(atomic(i32(), steps[n].operation, texels, {static_cast<int32_t>(n), 0}, b.i32(steps[n].value)),
             start, "operation " + std::to_string(n));
    }
  }
  run();
  std::vector<uint32_t> wanted;
  for (const Step& step : steps) wanted.push_back(step.after);
  EXPECT_EQ(words_of_writable(0), wanted) << "signed";
  EXPECT_EQ(words_of_writable(1), wanted) << "unsigned";
}

TEST_F(Atomics, AddressEveryKind) {
  struct Kind {
    ResourceKind kind;
    VkImageViewType type;
    std::array<uint32_t, 3> size;
    uint32_t layers;
    std::vector<int32_t> at;
    Place place;
  };
  const Kind kinds[] = {
      {ResourceKind::kTexture1D, VK_IMAGE_VIEW_TYPE_1D, {8, 1, 1}, 1, {5}, {0, 0, 0, 0, 5}},
      {ResourceKind::kTexture1DArray, VK_IMAGE_VIEW_TYPE_1D_ARRAY, {8, 1, 1}, 4, {2, 3}, {0, 3, 0, 0, 2}},
      {ResourceKind::kTexture2DArray, VK_IMAGE_VIEW_TYPE_2D_ARRAY, {8, 4, 1}, 5, {1, 3, 4}, {0, 4, 0, 3, 1}},
      {ResourceKind::kTexture3D, VK_IMAGE_VIEW_TYPE_3D, {4, 4, 4}, 1, {3, 2, 1}, {0, 0, 1, 2, 3}},
  };
  for (const Kind& kind : kinds) {
    const V texels = writable(kind.kind, numbered_image(kind.type, kind.size, kind.layers, 1, Texels::kUint),
                              ComponentType::kU32);
    const uint32_t old = number_of(kind.place);
    expect(atomic(i32(), kAdd, texels, kind.at, b.i32(1)), old, dxil::name_of(kind.kind));
    std::vector<V> exchange = {texels};
    for (V v : ints(kind.at)) exchange.push_back(v);
    exchange.push_back(b.i32(old + 1));
    exchange.push_back(b.i32(7));
    const V first = b.dx(Op::kAtomicCompareExchange, i32(), exchange);
    const V second = b.dx(Op::kAtomicCompareExchange, i32(), exchange);
    expect(first, old + 1, "exchanged");
    expect(second, 7u, "not exchanged");
  }
  run();
}

// Not of a 1D texture: lavapipe (Mesa 25.0.7) loses some operations on these at random.
TEST_F(Atomics, CoordinatesAreConversions) {
  const float floats[] = {3.5F, 1e20F, std::numeric_limits<float>::quiet_NaN(), -1, 4294967040.0F, 7};
  vulkan::ImageData image;
  image.format = VK_FORMAT_R32_UINT;
  image.width = 8;
  image.texels.resize(size_t{image.width} * 4);
  const V texels = writable(ResourceKind::kTexture2D, image, ComponentType::kU32);
  V value = b.f32(floats[0]);
  for (uint32_t t = 1; t < std::size(floats); ++t) {
    const V is_here = b.compare(dxil::Predicate::kEq, thread(), b.i32(t));
    value = b.op(dxil::Opcode::kSelect, b.float_type(32), {is_here, b.f32(floats[t]), value});
  }
  const V at = b.op(dxil::Opcode::kFPToUI, i32(), {value});
  b.dx(Op::kAtomicBinOp, i32(), {texels, b.i32(kAdd), at, b.i32(0), none(), b.i32(1)});
  run({static_cast<uint32_t>(std::size(floats)), 1, 1});
  EXPECT_EQ(words_of_writable(), (std::vector<uint32_t>{2, 0, 0, 1, 0, 0, 0, 1}));
}

TEST_F(Atomics, ExchangeFloats) {
  const V texels = writable(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 1, 1}));
  expect(atomic(i32(), kExchange, texels, {3, 0}, b.i32(std::bit_cast<uint32_t>(2.5f))),
         std::bit_cast<uint32_t>(3.0f), "bits of 3");
  run();
  EXPECT_EQ(words_of_writable()[3], std::bit_cast<uint32_t>(2.5f));
}

TEST_F(Atomics, AllThreadsAtOnce) {
  vulkan::ImageData image;
  image.format = VK_FORMAT_R32_UINT;
  image.texels.resize(4);
  const V texels = writable(ResourceKind::kTexture2D, image, ComponentType::kU32);
  atomic(i32(), kAdd, texels, {0, 0}, thread());
  run({64, 1, 1});
  EXPECT_EQ(words_of_writable(), (std::vector<uint32_t>{64 * 63 / 2}));
}

// What NVAPI's FP32_ATOMIC becomes: an instruction, and a view of floats, where the caller names the
// extension; otherwise a loop, and a view of integers.
TEST_F(Atomics, AddFloatsToTexels) {
  for (const bool has_extension_named : {true, false}) {
    options.device.extensions.reset();
    if (has_extension_named) options.device.extensions.emplace().add(spirv::Extension::kShaderAtomicFloatAdd);
    vulkan::ImageData image;
    image.format = has_extension_named ? VK_FORMAT_R32_SFLOAT : VK_FORMAT_R32_UINT;
    image.width = 2;
    image.texels = vulkan::bytes_of(std::vector<float>{1.5f, -8});
    const V texels = writable(ResourceKind::kTexture2D, image, ComponentType::kF32);
    std::vector<V> add = {texels, b.i32(0)};
    for (V v : ints({1, 0})) add.push_back(v);
    add.push_back(b.f32(0.25f));
    expect(b.dx(Op::kVendorAtomicFloat, f32(), add), -8.0f, "the old value");
    expect(b.dx(Op::kVendorAtomicFloat, f32(), add), -7.75f, "the next one");
    if (has_extension_named && !has_extension("VK_EXT_shader_atomic_float")) {
      make_module();
    } else {
      run();
      EXPECT_EQ(words_of_writable(), (std::vector<uint32_t>{0x3FC00000, 0xC0F00000}));
    }
    const bool adds = test_backend::disassemble(module()).find("OpAtomicFAddEXT") != std::string::npos;
    EXPECT_EQ(adds, has_extension_named);
    restart();
  }
}

TEST_F(Atomics, SixtyFourBits) {
  const TypeId i64 = b.int_type(64);
  vulkan::ImageData image;
  image.format = VK_FORMAT_R64_UINT;
  image.width = 2;
  image.texels = vulkan::bytes_of(std::vector<uint64_t>{5, 0xFFFFFFFF00000001});
  const V texels = writable(ResourceKind::kTexture2D, image, ComponentType::kU64);
  b.shader().resources.back().uses_64bit_atomics = true;
  const V value = b.constant(i64, 0x100000002);
  const V old = atomic(i64, kUMax, texels, {0, 0}, value);
  expect(b.op(dxil::Opcode::kTrunc, i32(), {old}), 5u, "the old value");
  const V wide = atomic(i64, kAdd, texels, {1, 0}, value);
  const V high = b.op(dxil::Opcode::kLShr, i64, {wide, b.constant(i64, 32)});
  expect(b.op(dxil::Opcode::kTrunc, i32(), {high}), 0xFFFFFFFFu, "its high half");
  // Loads the same texel as two words.
  std::vector<V> load = {texels, none()};
  for (V v : ints({0, 0})) load.push_back(v);
  for (V v : ints({})) load.push_back(v);
  const V words = all_of(Op::kTextureLoad, i32(), load);
  expect(component(words, i32(), 0), 2u, "low word");
  expect(component(words, i32(), 1), 1u, "high word");
  if (!has_extension("VK_EXT_shader_image_atomic_int64")) {
    make_module();
    GTEST_SKIP() << "the module is valid; the device has no 64-bit image atomics to run it";
  }
  run();
  EXPECT_EQ(words_of_writable(), (std::vector<uint32_t>{2, 1, 3, 0}));
}

}  // namespace
}  // namespace trellis::test_textures

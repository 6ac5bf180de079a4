// Derivatives of square quads on a device without derivatives in compute shaders: threads are renumbered so
// that four consecutive lanes form a square.
#include <bit>

#include "tests/c_api/binding_modes/bound_program.hpp"

namespace trellis::test_options {
namespace {

using dxil::Opcode;
using dxil::ResourceClass;
using dxil::TypeId;
using test_backend::ProgramBuilder;
using test_backend::V;

constexpr std::array<uint32_t, 3> kSize = {12, 4, 2};
constexpr uint32_t kThreads = 12 * 4 * 2, kGroups = 2, kWords = 10;

class SquareQuads : public test_c_api::BoundProgram {
 protected:
  /// Returns a shader in which thread n of group g writes the derivatives of t0[n], and its thread IDs, to u0
  /// from word (g * kThreads + n) * kWords on.
  static dxil::Shader program() {
    ProgramBuilder b;
    const TypeId i32 = b.int_type(32), f32 = b.float_type(32);
    b.raw_buffer(ResourceClass::kSrv, 0);
    b.raw_buffer(ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    const V source = b.handle(ResourceClass::kSrv, 0), target = b.handle(ResourceClass::kUav, 0, b.i32(0));
    const V index = b.dx(dxil::Op::kFlattenedThreadIdInGroup, i32, {}),
            group = b.dx(dxil::Op::kGroupId, i32, {b.i32(0)});
    const V value = b.load(f32, source, b.op(Opcode::kShl, i32, {index, b.i32(2)}));
    const V first = b.op(Opcode::kMul, i32, {group, b.i32(kThreads)});
    const V all = b.op(Opcode::kAdd, i32, {first, index});
    const V row = b.op(Opcode::kMul, i32, {all, b.i32(4 * kWords)});
    uint32_t word = 0;
    const auto put = [&](TypeId type, V what) {
      b.store(type, target, b.op(Opcode::kAdd, i32, {row, b.i32(4 * word++)}), what);
    };
    for (const dxil::Op op :
         {dxil::Op::kDerivCoarseX, dxil::Op::kDerivCoarseY, dxil::Op::kDerivFineX, dxil::Op::kDerivFineY})
      put(f32, b.dx(op, f32, {value}));
    for (uint32_t n = 0; n < 3; ++n) put(i32, b.dx(dxil::Op::kThreadIdInGroup, i32, {b.i32(n)}));
    for (uint32_t n = 0; n < 2; ++n) put(i32, b.dx(dxil::Op::kThreadId, i32, {b.i32(n)}));
    // The component index is not constant.
    put(i32, b.dx(dxil::Op::kThreadId, i32, {b.op(Opcode::kAnd, i32, {index, b.i32(1)})}));
    b.finish();
    b.end_function();
    dxil::Shader shader = b.take();
    shader.entry_points[0].thread_group_size = kSize;
    return shader;
  }

  static spirv::EmitOptions without_extension() {
    spirv::EmitOptions options;
    options.device.extensions.emplace();
    return options;
  }
};

TEST_F(SquareQuads, AreMadeOfThreadsInARow) {
  std::vector<float> values;
  for (uint32_t n = 0; n < kThreads; ++n) values.push_back(static_cast<float>(n * n % 97));
  std::vector<uint32_t> words(kThreads);
  for (uint32_t n = 0; n < kThreads; ++n) words[n] = std::bit_cast<uint32_t>(values[n]);
  vulkan::Dispatch dispatch;
  dispatch.groups = {kGroups, 1, 1};
  dispatch.resources = {storage_buffer(1000, words),
                        storage_buffer(2000, std::vector<uint32_t>(kGroups * kThreads * kWords, 99))};
  const auto results = run(program(), without_extension(), dispatch);
  ASSERT_EQ(results.size(), 2u);
  const auto at = [&](uint32_t x, uint32_t y, uint32_t z) { return x + kSize[0] * (y + kSize[1] * z); };
  for (uint32_t g = 0; g < kGroups; ++g) {
    for (uint32_t n = 0; n < kThreads; ++n) {
      const uint32_t x = n % kSize[0], y = n / kSize[0] % kSize[1], z = n / (kSize[0] * kSize[1]);
      const uint32_t left = x & ~1u, top = y & ~1u;
      const float corner = values[at(left, top, z)];
      const float wanted[4] = {values[at(left + 1, top, z)] - corner, values[at(left, top + 1, z)] - corner,
                               values[at(left + 1, y, z)] - values[at(left, y, z)],
                               values[at(x, top + 1, z)] - values[at(x, top, z)]};
      const uint32_t* found = results[1].data() + (g * kThreads + n) * kWords;
      for (uint32_t d = 0; d < 4; ++d) EXPECT_EQ(std::bit_cast<float>(found[d]), wanted[d]) << n << " " << d;
      const uint32_t global_x = g * kSize[0] + x;
      const uint32_t ids[] = {x, y, z, global_x, y, n % 2 == 0 ? global_x : y};
      for (uint32_t d = 0; d < 6; ++d) EXPECT_EQ(found[4 + d], ids[d]) << n << " " << d;
    }
  }
}

/// Threads are only renumbered if necessary: not with the extension, and not in a group with a single row.
TEST_F(SquareQuads, AreTheDevicesIfItHasThem) {
  const auto divides = [](const dxil::Shader& shader, const spirv::EmitOptions& options) {
    return test_backend::count_of(module_of(shader, options), spv::Op::OpUDiv) != 0;
  };
  EXPECT_TRUE(divides(program(), without_extension()));
  EXPECT_FALSE(divides(program(), {}));
  dxil::Shader line = program();
  line.entry_points[0].thread_group_size = {kThreads, 1, 1};
  EXPECT_FALSE(divides(line, without_extension()));
}

}  // namespace
}  // namespace trellis::test_options

// Builds a compute shader that runs one DXIL operation on every lane, with arguments from one buffer and
// results in another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/shader.hpp"

namespace trellis::test_ops {

using dxil::Op;

/// Returns the operation's name, such as "WaveMatch", for messages.
inline std::string name_of(Op op) { return dxil::find_op(op)->name; }

/// A scalar type, or a vector with `count` components.
struct Shape {
  dxil::TypeKind kind = dxil::TypeKind::kInt;
  uint8_t bits = 32;
  uint8_t count = 1;
  bool is_vector = false;
};
inline constexpr Shape kI1{dxil::TypeKind::kInt, 1, 1}, kI8{dxil::TypeKind::kInt, 8, 1},
    kI16{dxil::TypeKind::kInt, 16, 1}, kI32{dxil::TypeKind::kInt, 32, 1}, kI64{dxil::TypeKind::kInt, 64, 1},
    kF16{dxil::TypeKind::kFloat, 16, 1}, kF32{dxil::TypeKind::kFloat, 32, 1},
    kF64{dxil::TypeKind::kFloat, 64, 1};
inline constexpr Shape vector_of(Shape element, uint8_t count) {
  return {element.kind, element.bits, count, true};
}

/// An argument: the same constant on all lanes, or one value per lane (for vectors, each component in turn).
struct Argument {
  Shape shape = {};
  bool is_constant = false;
  uint64_t constant = 0;              ///< Bit pattern of the constant.
  std::vector<uint64_t> lane_values;  ///< Bit patterns; component c of lane n is lane_values[n * count + c].
};
inline Argument constant(Shape shape, uint64_t bits) { return {shape, true, bits, {}}; }
inline Argument lanes(Shape shape, std::vector<uint64_t> values) {
  return {shape, false, 0, std::move(values)};
}

struct OperationProgram {
  Op op = {};
  std::vector<Argument> arguments = {};
  /// Shape of the result or, if it is a struct, those of its fields. Empty for void.
  std::vector<Shape> results = {};
  bool result_is_struct = false;
  /// Fields that no instruction reads: their values are zero in the output.
  std::vector<uint32_t> unread_fields = {};
  bool precise = false;
  bool native_16bit = true;  ///< Otherwise half and i16 are min-precision types.
  uint32_t lane_count = 64;  ///< Number of threads in the only group.
  /// Which lanes run the operation, after a branch; the others leave zeros. If empty, all lanes run it,
  /// without a branch.
  std::vector<bool> active = {};
  uint32_t group_height = 1;  ///< The group has lane_count / group_height x group_height threads.
};

/// Returns the contents of the input buffer: each lane's arguments, with 64 bits per component.
std::vector<uint8_t> input_of(const OperationProgram& program);
/// Returns the size of the output buffer in bytes: each lane's results, with 64 bits per component.
size_t output_size(const OperationProgram& program);

/// Returns the shader. Its input is u0 and its output u1, both raw buffers. Its only entry point is "main".
dxil::Shader make_shader(const OperationProgram& program);

}  // namespace trellis::test_ops

// A compute shader that runs one DXIL operation on every lane: arguments from one buffer, results to another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/shader.hpp"

namespace trellis::test_ops {

using dxil::Op;

/// "WaveMatch": for messages.
inline std::string name_of(Op op) { return dxil::find_op(op)->name; }

/// A scalar type, or a vector of `count` of them.
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

/// An argument: the same constant on all lanes, or one value a lane (each component of a vector in turn).
struct Argument {
  Shape shape = {};
  bool is_constant = false;
  uint64_t constant = 0;              ///< Bit pattern.
  std::vector<uint64_t> lane_values;  ///< Bit patterns; lane n component c is lane_values[n * count + c].
};
inline Argument constant(Shape shape, uint64_t bits) { return {shape, true, bits, {}}; }
inline Argument lanes(Shape shape, std::vector<uint64_t> values) {
  return {shape, false, 0, std::move(values)};
}

struct OperationProgram {
  Op op = {};
  std::vector<Argument> arguments = {};
  /// The result's shape, or those of its fields if it is a struct. Empty: void.
  std::vector<Shape> results = {};
  bool result_is_struct = false;
  std::vector<uint32_t> unread_fields = {};  ///< Fields no instruction reads: their values are zero.
  bool precise = false;
  bool native_16bit = true;  ///< Else half and i16 are min-precision.
  uint32_t lane_count = 64;  ///< Threads of the one group.
  /// Lanes that run the operation, behind a branch; the others leave zeros. Empty: all lanes, without a
  /// branch.
  std::vector<bool> active = {};
  uint32_t group_height = 1;  ///< The group is lane_count / height x height.
};

/// The words the input buffer needs: each lane's arguments, 64 bits a component.
std::vector<uint8_t> input_of(const OperationProgram& program);
/// Bytes of the output buffer: each lane's results, 64 bits a component.
size_t output_size(const OperationProgram& program);

/// The shader: input is u0, output u1, both raw. Its only entry point is "main".
dxil::Shader make_shader(const OperationProgram& program);

}  // namespace trellis::test_ops

#include "spirv_backend/emitter/derivatives.hpp"

#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

using dxil::ShaderKind;

QuadShape quad_shape(const FunctionEmitter& e) {
  const auto& group = e.entry_point().thread_group_size;
  if (!group) return QuadShape::kNative;
  return (*group)[0] % 2 == 0 && (*group)[1] % 2 == 0 ? QuadShape::kSquare : QuadShape::kLinear;
}

bool has_quads(const FunctionEmitter& e) {
  if (quad_shape(e) != QuadShape::kLinear) return true;
  const std::array<uint32_t, 3>& size = *e.entry_point().thread_group_size;
  return uint64_t{size[0]} * size[1] * size[2] % 4 == 0;
}

bool makes_derivatives(FunctionEmitter& e) {
  const dxil::EntryPoint& entry = e.entry_point();
  if (!has_quads(e)) return true;
  if (entry.kind != ShaderKind::kCompute || !entry.thread_group_size) return false;
  if (e.module().allows(Extension::kComputeShaderDerivativesNv) ||
      e.module().allows(Extension::kComputeShaderDerivativesKhr)) {
    return false;
  }
  return true;
}

Id made_derivative(FunctionEmitter& e, NumericType type, Id value, bool is_y) {
  if (!has_quads(e)) return e.module().constant_null(e.type(type));
  e.module().capability(spv::Capability::GroupNonUniform);
  e.module().capability(spv::Capability::GroupNonUniformQuad);
  const Id scope = e.u32(to_word(spv::Scope::Subgroup));
  const Id far_lane = e.u32(is_y ? 2 : 1), first_lane = e.u32(0);
  const Id far_value = e.op(Op::OpGroupNonUniformQuadBroadcast, type, scope, value, far_lane);
  const Id first = e.op(Op::OpGroupNonUniformQuadBroadcast, type, scope, value, first_lane);
  return e.op(Op::OpFSub, type, far_value, first);
}

bool renumbers_threads(FunctionEmitter& e) {
  return makes_derivatives(e) && e.context().plan.needs_quads && quad_shape(e) == QuadShape::kSquare;
}

// Quads are ordered along x, then y, then z. Every thread of the group gets a unique id: the device's index
// is a bijection, and is only decomposed in another order than it was composed in.
SquareIds square_ids(FunctionEmitter& e, bool wants_index) {
  const std::array<uint32_t, 3>& size = *e.entry_point().thread_group_size;
  const Id index = load_builtin(e, spv::BuiltIn::LocalInvocationIndex, kU32);
  const Id quad = e.op(Op::OpShiftRightLogical, kU32, index, e.u32(2));
  const Id columns = e.u32(size[0] / 2);
  const Id quads = e.u32(size[0] / 2 * (size[1] / 2));
  const Id in_slice = e.op(Op::OpUMod, kU32, quad, quads);
  const Id column = e.op(Op::OpUMod, kU32, in_slice, columns);
  const Id row = e.op(Op::OpUDiv, kU32, in_slice, columns);
  const Id one = e.u32(1);
  const Id beside = e.op(Op::OpBitwiseAnd, kU32, index, one);
  const Id twice_column = e.op(Op::OpShiftLeftLogical, kU32, column, one);
  const Id second_bit = e.op(Op::OpShiftRightLogical, kU32, index, one);
  const Id below = e.op(Op::OpBitwiseAnd, kU32, second_bit, one);
  const Id twice_row = e.op(Op::OpShiftLeftLogical, kU32, row, one);
  SquareIds ids;
  ids.thread[0] = e.op(Op::OpBitwiseOr, kU32, twice_column, beside);
  ids.thread[1] = e.op(Op::OpBitwiseOr, kU32, twice_row, below);
  ids.thread[2] = e.op(Op::OpUDiv, kU32, quad, quads);
  if (!wants_index) return ids;
  const Id slices = e.op(Op::OpIMul, kU32, ids.thread[2], e.u32(size[1]));
  const Id lines = e.op(Op::OpIAdd, kU32, slices, ids.thread[1]);
  const Id before = e.op(Op::OpIMul, kU32, lines, e.u32(size[0]));
  ids.index = e.op(Op::OpIAdd, kU32, before, ids.thread[0]);
  return ids;
}

Result<void> require_derivatives(FunctionEmitter& e, const dxil::Instruction& i) {
  const dxil::EntryPoint& entry = e.entry_point();
  if (entry.kind == ShaderKind::kPixel) return {};
  if (!entry.thread_group_size) {
    return e.bad_input(i, String(dxil::name_of(entry.kind)) + " shaders have no derivatives");
  }
  // The same extension under two names, with the same numbers. Only the newer one includes mesh shaders, and
  // validators from before 2024 know only the older one.
  const bool is_older =
      entry.kind == ShaderKind::kCompute && (e.module().allows(Extension::kComputeShaderDerivativesNv) ||
                                             !e.module().allows(Extension::kComputeShaderDerivativesKhr));
  e.module().extension(is_older ? "SPV_NV_compute_shader_derivatives" : "SPV_KHR_compute_shader_derivatives");
  if (quad_shape(e) == QuadShape::kSquare) {
    e.module().capability(kCapabilityComputeDerivativeGroupQuadsKHR);
    e.module().execution_mode(kDerivativeGroupQuadsKHR);
    return {};
  }
  if (!has_quads(e)) return e.bad_input(i, "derivatives need a thread group that divides into quads");
  e.module().capability(kCapabilityComputeDerivativeGroupLinearKHR);
  e.module().execution_mode(kDerivativeGroupLinearKHR);
  return {};
}

}  // namespace trellis::spirv

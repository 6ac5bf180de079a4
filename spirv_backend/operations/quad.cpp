// Quad operations and derivatives.
#include "spirv_backend/emitter/derivatives.hpp"
#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

namespace {

using dxil::Instruction;
using spv::Capability;

Id subgroup(FunctionEmitter& e) { return e.u32(static_cast<uint32_t>(spv::Scope::Subgroup)); }

void require(FunctionEmitter& e, Capability capability) {
  e.module().capability(Capability::GroupNonUniform);
  e.module().capability(capability);
}

/// These operations use the same quads as derivatives: if quads are squares of threads, SPIR-V must be told
/// so, unless the threads are renumbered.
Result<void> require_quads(FunctionEmitter& e, const Instruction& i) {
  require(e, Capability::GroupNonUniformQuad);
  if (quad_shape(e) != QuadShape::kSquare || renumbers_threads(e)) return {};
  return require_derivatives(e, i);
}

/// DXIL and SPIR-V have the same numbers.
enum SwapDirection : uint32_t { kHorizontal = 0, kVertical = 1, kDiagonal = 2 };

Id swap(FunctionEmitter& e, NumericType type, Id value, uint32_t direction) {
  const Id scope = subgroup(e), constant = e.u32(direction);
  return e.op(Op::OpGroupNonUniformQuadSwap, type, scope, value, constant);
}

Result<void> lower_quad_op(FunctionEmitter& e, const Instruction& i) {
  const auto direction = e.constant_operand(i, 1);
  if (!direction || *direction > kDiagonal) {
    return e.bad_input(i, "the kind of the quad operation is not a known constant");
  }
  TRELLIS_RETURN_IF_ERROR(require_quads(e, i));
  const Id scope = subgroup(e), value = e.operand(i, 0), constant = e.u32(static_cast<uint32_t>(*direction));
  e.define(i, Op::OpGroupNonUniformQuadSwap, scope, value, constant);
  return {};
}

Result<void> lower_quad_read_lane_at(FunctionEmitter& e, const Instruction& i) {
  TRELLIS_RETURN_IF_ERROR(require_quads(e, i));
  const Id scope = subgroup(e), value = e.operand(i, 0);
  if (const auto lane = e.constant_operand(i, 1)) {
    e.define(i, Op::OpGroupNonUniformQuadBroadcast, scope, value, e.u32(*lane & 3));
    return {};
  }
  // QuadBroadcast requires a uniform lane; a shuffle does not.
  require(e, Capability::GroupNonUniformShuffle);
  const Id own = load_builtin(e, spv::BuiltIn::SubgroupLocalInvocationId, kU32);
  const Id first = e.op(Op::OpBitwiseAnd, kU32, own, e.u32(~3u));
  const Id wanted = e.operand(i, 1), mask = e.u32(3);
  const Id in_quad = e.op(Op::OpBitwiseAnd, kU32, wanted, mask);
  const Id lane = e.op(Op::OpBitwiseOr, kU32, first, in_quad);
  e.define(i, Op::OpGroupNonUniformShuffle, scope, value, lane);
  return {};
}

enum QuadVote : uint64_t { kAny = 0, kAll = 1 };

// Uses broadcasts of all four lanes instead of two swaps: compilers that have quad votes (Mesa's) recognize
// this pattern.
Result<void> lower_quad_vote(FunctionEmitter& e, const Instruction& i) {
  const auto vote = e.constant_operand(i, 1);
  if (!vote || *vote > kAll) return e.bad_input(i, "the kind of the quad vote is not a known constant");
  TRELLIS_RETURN_IF_ERROR(require_quads(e, i));
  if (e.context().plan.options.device.quad_control) {
    e.module().extension("SPV_KHR_quad_control");
    e.module().capability(kCapabilityQuadControlKHR);
    e.define(i, *vote == kAny ? kOpGroupNonUniformQuadAnyKHR : kOpGroupNonUniformQuadAllKHR, e.operand(i, 0));
    return {};
  }
  const Op combine = *vote == kAny ? Op::OpLogicalOr : Op::OpLogicalAnd;
  const Id scope = subgroup(e), own = e.operand(i, 0);
  const auto vote_of = [&](uint32_t lane) {
    const Id number = e.u32(lane);
    return e.op(Op::OpGroupNonUniformQuadBroadcast, kBool, scope, own, number);
  };
  Id all = vote_of(0);
  for (uint32_t lane = 1; lane < 3; ++lane) all = e.op(combine, kBool, all, vote_of(lane));
  e.define(i, combine, all, vote_of(3));
  return {};
}

// Derivatives. Fragment shaders have them built in. In compute, mesh and amplification shaders of shader
// model 6.6, the lanes of a quad are four consecutive ones, or 2x2 threads if X and Y of the group are both
// even. The SPIR-V extension for derivatives in compute shaders has the same rule. Without it, derivatives
// are built from quad operations, which find the right lanes if subgroups consist of consecutive threads;
// squares are then formed by different thread ids (renumbers_threads).

Id linear_derivative(FunctionEmitter& e, const Instruction& i, bool is_fine, bool is_y) {
  const NumericType type = e.result_type(i);
  const Id value = e.operand(i, 0);
  if (!is_fine) return made_derivative(e, type, value, is_y);
  require(e, Capability::GroupNonUniformQuad);
  const Id other = swap(e, type, value, is_y ? kVertical : kHorizontal);
  const Id forward = emit_arithmetic(e, i, Op::OpFSub, other, value);
  const Id backward = e.op(Op::OpFNegate, type, forward);
  const Id lane = load_builtin(e, spv::BuiltIn::SubgroupLocalInvocationId, kU32);
  const Id bit = e.op(Op::OpBitwiseAnd, kU32, lane, e.u32(is_y ? 2 : 1));
  Id is_far = e.op(Op::OpINotEqual, kBool, bit, e.u32(0));
  if (type.count > 1) {
    const Vector<Id> all(type.count, is_far);
    is_far = e.op_list(Op::OpCompositeConstruct, e.type(type.with_base(BaseType::kBool)), all);
  }
  return e.op(Op::OpSelect, type, is_far, backward, forward);
}

/// Returns true if the extension provides derivatives for rows of four lanes. Validators accept it only in
/// compute shaders.
bool has_linear_derivatives(FunctionEmitter& e) {
  const dxil::EntryPoint& entry = e.entry_point();
  if (entry.kind != dxil::ShaderKind::kCompute || !entry.thread_group_size) return false;
  const std::array<uint32_t, 3>& size = *entry.thread_group_size;
  return uint64_t{size[0]} * size[1] * size[2] % 4 == 0 &&
         (e.module().allows(Extension::kComputeShaderDerivativesNv) ||
          e.module().allows(Extension::kComputeShaderDerivativesKhr));
}

template <Op kDerivative, bool kFine, bool kY>
Result<void> lower_derivative(FunctionEmitter& e, const Instruction& i) {
  const QuadShape shape = quad_shape(e);
  if (!has_quads(e)) {
    e.set_result(i, made_derivative(e, e.result_type(i), e.operand(i, 0), kY));
    return {};
  }
  if (renumbers_threads(e) || (shape == QuadShape::kLinear && !has_linear_derivatives(e))) {
    e.set_result(i, linear_derivative(e, i, kFine, kY));
    return {};
  }
  if (shape != QuadShape::kNative) {
    TRELLIS_RETURN_IF_ERROR(require_derivatives(e, i));
  }
  e.module().capability(Capability::DerivativeControl);
  const NumericType type = e.result_type(i);
  const Id value = e.operand(i, 0);
  const bool is_narrow = type.bits != 32;  // Vulkan supports derivatives only of 32-bit floats.
  const NumericType wide = type.with_bits(32);
  const Id operand = is_narrow ? e.op(Op::OpFConvert, wide, value) : value;
  // A coarse derivative is the same for the whole quad: if it is computed here, use the first lane's.
  const bool is_broadcast = shape == QuadShape::kLinear && !kFine;
  const Op opcode = !is_broadcast ? kDerivative : (kY ? Op::OpDPdyFine : Op::OpDPdxFine);
  if (!is_broadcast && !is_narrow) {
    e.define(i, opcode, operand);
    return {};
  }
  Id derivative = e.op(opcode, wide, operand);
  if (is_broadcast) {
    require(e, Capability::GroupNonUniformQuad);
    const Id scope = subgroup(e), first_lane = e.u32(0);
    derivative = e.op(Op::OpGroupNonUniformQuadBroadcast, wide, scope, derivative, first_lane);
  }
  if (is_narrow) {
    e.define(i, Op::OpFConvert, derivative);
  } else {
    e.set_result(i, derivative);
  }
  return {};
}

constexpr LoweringEntry kQuadLowerings[] = {
    {dxil::Op::kDerivCoarseX, lower_derivative<Op::OpDPdxCoarse, false, false>},
    {dxil::Op::kDerivCoarseY, lower_derivative<Op::OpDPdyCoarse, false, true>},
    {dxil::Op::kDerivFineX, lower_derivative<Op::OpDPdxFine, true, false>},
    {dxil::Op::kDerivFineY, lower_derivative<Op::OpDPdyFine, true, true>},
    {dxil::Op::kQuadReadLaneAt, lower_quad_read_lane_at},
    {dxil::Op::kQuadOp, lower_quad_op},
    {dxil::Op::kQuadVote, lower_quad_vote},
};

}  // namespace

std::span<const LoweringEntry> quad_lowerings() { return kQuadLowerings; }

}  // namespace trellis::spirv

// Wave operations: SPIR-V's group operations with subgroup scope. The quad operations are in quad.cpp.
#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/helper_lanes.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/wave_functions.hpp"
#include "spirv_backend/plan/stage/subgroup_size.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

namespace {

using dxil::Instruction;
using spv::Capability;
using spv::GroupOperation;

Id subgroup(FunctionEmitter& e) { return e.u32(static_cast<uint32_t>(spv::Scope::Subgroup)); }

void require(FunctionEmitter& e, Capability capability) {
  e.module().capability(Capability::GroupNonUniform);
  e.module().capability(capability);
}

Result<void> lower_is_first_lane(FunctionEmitter& e, const Instruction& i) {
  require(e, Capability::GroupNonUniform);
  e.define(i, Op::OpGroupNonUniformElect, subgroup(e));
  return {};
}

template <spv::BuiltIn kBuiltIn>
Result<void> lower_wave_builtin(FunctionEmitter& e, const Instruction& i) {
  require(e, Capability::GroupNonUniform);
  e.set_result(i, load_builtin(e, kBuiltIn, kU32));
  return {};
}

Result<void> lower_lane_count(FunctionEmitter& e, const Instruction& i) {
  const uint32_t known = known_subgroup_size(e.context().plan.options.device.subgroups);
  if (known == 0) return lower_wave_builtin<spv::BuiltIn::SubgroupSize>(e, i);
  e.set_result(i, e.u32(known));
  return {};
}

template <Op kVote>
Result<void> lower_vote(FunctionEmitter& e, const Instruction& i) {
  require(e, Capability::GroupNonUniformVote);
  const Id scope = subgroup(e), condition = operand_of_lanes(e, i);
  e.define(i, kVote, scope, condition);
  return {};
}

// For a vector, the result has a bool for each component; SPIR-V would return one for the whole vector.
Result<void> lower_all_equal(FunctionEmitter& e, const Instruction& i) {
  require(e, Capability::GroupNonUniformVote);
  const NumericType type = e.operand_type(i, 0);
  const Id scope = subgroup(e), value = e.operand(i, 0);
  if (type.count == 1) {
    e.define(i, Op::OpGroupNonUniformAllEqual, scope, value);
    return {};
  }
  Vector<Id> verdicts(type.count);
  for (uint32_t n = 0; n < type.count; ++n) {
    const Id component = vector_component(e, type, value, n);
    verdicts[n] = e.op(Op::OpGroupNonUniformAllEqual, kBool, scope, component);
  }
  e.set_result(i, make_vector(e, e.result_type(i), verdicts));
  return {};
}

Id ballot(FunctionEmitter& e, Id condition) {
  require(e, Capability::GroupNonUniformBallot);
  return e.op(Op::OpGroupNonUniformBallot, kLaneMask, subgroup(e), condition);
}

/// Sets the fields of a fouri32 result.
void set_mask(FunctionEmitter& e, const Instruction& i, Id mask) {
  for (uint32_t n = 0; n < 4; ++n) {
    set_if_used(e, i, n, [&] { return extract(e, kU32, mask, n); });
  }
}

Result<void> lower_ballot(FunctionEmitter& e, const Instruction& i) {
  set_mask(e, i, ballot(e, operand_of_lanes(e, i)));
  return {};
}

template <GroupOperation kOperation>
Result<void> lower_bit_count(FunctionEmitter& e, const Instruction& i) {
  const Id mask = ballot(e, operand_of_lanes(e, i));
  e.define(i, Op::OpGroupNonUniformBallotBitCount, subgroup(e), kOperation, mask);
  return {};
}

Result<void> lower_read_lane_at(FunctionEmitter& e, const Instruction& i) {
  const Id scope = subgroup(e), value = e.operand(i, 0), lane = e.operand(i, 1);
  if (e.constant_operand(i, 1)) {
    require(e, Capability::GroupNonUniformBallot);
    e.define(i, Op::OpGroupNonUniformBroadcast, scope, value, lane);
  } else {
    require(e, Capability::GroupNonUniformShuffle);
    e.define(i, Op::OpGroupNonUniformShuffle, scope, value, lane);
  }
  return {};
}

Result<void> lower_read_lane_first(FunctionEmitter& e, const Instruction& i) {
  require(e, Capability::GroupNonUniformBallot);
  const Id scope = subgroup(e), value = e.operand(i, 0);
  e.define(i, Op::OpGroupNonUniformBroadcastFirst, scope, value);
  return {};
}

// DXIL's numbers of the operations.
enum WaveOp : uint64_t { kSum = 0, kProduct = 1, kMin = 2, kMax = 3 };
enum WaveBitOp : uint64_t { kAnd = 0, kOr = 1, kXor = 2 };
enum MultiPrefixOp : uint64_t { kMultiSum = 0, kMultiAnd, kMultiOr, kMultiXor, kMultiProduct };

/// Returns the group operation for a WaveOp on bools: a sum is modulo 2, and a signed true is -1.
Op bool_group_op(uint64_t operation, bool is_unsigned) {
  switch (operation) {
    case kSum:
      return Op::OpGroupNonUniformLogicalXor;
    case kProduct:
      return Op::OpGroupNonUniformLogicalAnd;
    case kMin:
      return is_unsigned ? Op::OpGroupNonUniformLogicalAnd : Op::OpGroupNonUniformLogicalOr;
    default:
      return is_unsigned ? Op::OpGroupNonUniformLogicalOr : Op::OpGroupNonUniformLogicalAnd;
  }
}

Op group_op(uint64_t operation, NumericType type, bool is_unsigned) {
  if (type.is_bool()) return bool_group_op(operation, is_unsigned);
  const bool is_float = type.is_float();
  switch (operation) {
    case kSum:
      return is_float ? Op::OpGroupNonUniformFAdd : Op::OpGroupNonUniformIAdd;
    case kProduct:
      return is_float ? Op::OpGroupNonUniformFMul : Op::OpGroupNonUniformIMul;
    case kMin:
      return is_float      ? Op::OpGroupNonUniformFMin
             : is_unsigned ? Op::OpGroupNonUniformUMin
                           : Op::OpGroupNonUniformSMin;
    default:
      return is_float      ? Op::OpGroupNonUniformFMax
             : is_unsigned ? Op::OpGroupNonUniformUMax
                           : Op::OpGroupNonUniformSMax;
  }
}

template <GroupOperation kOperation, uint64_t kMost>
Result<void> lower_wave_op(FunctionEmitter& e, const Instruction& i) {
  const auto operation = e.constant_operand(i, 1), sign = e.constant_operand(i, 2);
  if (!operation || !sign || *operation > kMost || *sign > 1) {
    return e.bad_input(i, "the kind of the wave operation is not a known constant");
  }
  require(e, Capability::GroupNonUniformArithmetic);
  const Op opcode = group_op(*operation, e.operand_type(i, 0), *sign == 1);
  const Id scope = subgroup(e), value = operand_of_lanes(e, i);
  e.define(i, opcode, scope, kOperation, value);
  return {};
}

Result<void> lower_wave_bit(FunctionEmitter& e, const Instruction& i) {
  const auto operation = e.constant_operand(i, 1);
  if (!operation || *operation > kXor) {
    return e.bad_input(i, "the kind of the wave operation is not a known constant");
  }
  require(e, Capability::GroupNonUniformArithmetic);
  const Op opcode = *operation == kAnd  ? Op::OpGroupNonUniformBitwiseAnd
                    : *operation == kOr ? Op::OpGroupNonUniformBitwiseOr
                                        : Op::OpGroupNonUniformBitwiseXor;
  const Id scope = subgroup(e), value = operand_of_lanes(e, i);
  e.define(i, opcode, scope, GroupOperation::Reduce, value);
  return {};
}

/// Declares SPV_NV_shader_subgroup_partitioned, if the device has it, and returns true.
bool has_partitions(FunctionEmitter& e) {
  ModuleBuilder& module = e.module();
  if (!module.is_named(Extension::kShaderSubgroupPartitionedNv) ||
      !module.allows(Capability::GroupNonUniformPartitionedNV)) {
    return false;
  }
  module.extension("SPV_NV_shader_subgroup_partitioned");
  require(e, Capability::GroupNonUniformPartitionedNV);
  return true;
}

Result<void> lower_match(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.operand_type(i, 0);
  const Id value = e.operand(i, 0);
  if (type == kBool) {
    // There are at most two sets: the active lanes with true, and those with false.
    const Id with_true = ballot(e, value);
    const Id active = ballot(e, e.module().constant_bool(true));
    const Id with_false = e.op(Op::OpBitwiseXor, kLaneMask, with_true, active);
    const Id own[4] = {value, value, value, value};
    const Id choose = e.op_list(Op::OpCompositeConstruct, e.type(kBool.with_count(4)), own);
    set_mask(e, i, e.op(Op::OpSelect, kLaneMask, choose, with_true, with_false));
    return {};
  }
  if (has_partitions(e)) {
    set_mask(e, i, e.op(Op::OpGroupNonUniformPartitionNV, kLaneMask, value));
    return {};
  }
  const Id function = wave_match_function(e.module(), type);
  set_mask(e, i, e.op(Op::OpFunctionCall, kLaneMask, function, argument_operand(e, i, 0)));
  return {};
}

/// Returns the mask in operands 1 to 4.
Id lane_mask(FunctionEmitter& e, const Instruction& i) {
  const Id words[4] = {e.operand(i, 1), e.operand(i, 2), e.operand(i, 3), e.operand(i, 4)};
  return e.op_list(Op::OpCompositeConstruct, e.type(kLaneMask), words);
}

Result<void> lower_multi_prefix_op(FunctionEmitter& e, const Instruction& i) {
  const auto operation = e.constant_operand(i, 5);
  const NumericType type = e.operand_type(i, 0);
  const bool is_float = type.is_float();
  if (!operation || *operation > kMultiProduct ||
      (is_float && *operation >= kMultiAnd && *operation <= kMultiXor)) {
    return e.bad_input(i, "the kind of the wave operation is not a known constant");
  }
  static constexpr Op kIntegers[] = {Op::OpIAdd, Op::OpBitwiseAnd, Op::OpBitwiseOr, Op::OpBitwiseXor,
                                     Op::OpIMul};
  if (has_partitions(e)) {
    static constexpr Op kPartitioned[] = {Op::OpGroupNonUniformIAdd, Op::OpGroupNonUniformBitwiseAnd,
                                          Op::OpGroupNonUniformBitwiseOr, Op::OpGroupNonUniformBitwiseXor,
                                          Op::OpGroupNonUniformIMul};
    const Op scan = !is_float                 ? kPartitioned[*operation]
                    : *operation == kMultiSum ? Op::OpGroupNonUniformFAdd
                                              : Op::OpGroupNonUniformFMul;
    const Id words[4] = {e.operand(i, 1), e.operand(i, 2), e.operand(i, 3), e.operand(i, 4)};
    const Id mask = e.op_list(Op::OpCompositeConstruct, e.type(kLaneMask), words);
    // Partitions may contain only active lanes, but the mask may have others.
    const Id active = ballot(e, e.module().constant_bool(true));
    const Id members = e.op(Op::OpBitwiseAnd, kLaneMask, mask, active);
    const Id scope = subgroup(e), value = e.operand(i, 0);
    e.define(i, scan, scope, GroupOperation::PartitionedExclusiveScanNV, value, members);
    return {};
  }
  const Op opcode = !is_float ? kIntegers[*operation] : *operation == kMultiSum ? Op::OpFAdd : Op::OpFMul;
  Id identity = e.constant(type, 0);
  if (*operation == kMultiAnd) identity = e.constant(type, UINT64_MAX >> (64 - type.bits));
  if (*operation == kMultiProduct) identity = is_float ? float_constant(e, type, 1) : e.constant(type, 1);
  const Id function = wave_prefix_function(e.module(), type, opcode, identity);
  const Id value = argument_operand(e, i, 0), mask = lane_mask(e, i);
  e.define(i, Op::OpFunctionCall, function, value, mask);
  return {};
}

Result<void> lower_multi_prefix_bit_count(FunctionEmitter& e, const Instruction& i) {
  // The ballot contains only active lanes.
  const Id voters = ballot(e, e.operand(i, 0)), mask = lane_mask(e, i);
  const Id below = load_builtin(e, spv::BuiltIn::SubgroupLtMask, kLaneMask);
  const Id members = e.op(Op::OpBitwiseAnd, kLaneMask, mask, below);
  const Id counted = e.op(Op::OpBitwiseAnd, kLaneMask, members, voters);
  e.define(i, Op::OpGroupNonUniformBallotBitCount, subgroup(e), GroupOperation::Reduce, counted);
  return {};
}

constexpr LoweringEntry kWaveLowerings[] = {
    {dxil::Op::kWaveIsFirstLane, lower_is_first_lane},
    {dxil::Op::kWaveGetLaneIndex, lower_wave_builtin<spv::BuiltIn::SubgroupLocalInvocationId>},
    {dxil::Op::kWaveGetLaneCount, lower_lane_count},
    {dxil::Op::kWaveAnyTrue, lower_vote<Op::OpGroupNonUniformAny>},
    {dxil::Op::kWaveAllTrue, lower_vote<Op::OpGroupNonUniformAll>},
    {dxil::Op::kWaveActiveAllEqual, lower_all_equal},
    {dxil::Op::kWaveActiveBallot, lower_ballot},
    {dxil::Op::kWaveReadLaneAt, lower_read_lane_at},
    {dxil::Op::kWaveReadLaneFirst, lower_read_lane_first},
    {dxil::Op::kWaveActiveOp, lower_wave_op<GroupOperation::Reduce, kMax>},
    {dxil::Op::kWaveActiveBit, lower_wave_bit},
    {dxil::Op::kWavePrefixOp, lower_wave_op<GroupOperation::ExclusiveScan, kProduct>},
    {dxil::Op::kVendorPrefixOp, lower_wave_op<GroupOperation::ExclusiveScan, kMax>},
    {dxil::Op::kWaveAllBitCount, lower_bit_count<GroupOperation::Reduce>},
    {dxil::Op::kWavePrefixBitCount, lower_bit_count<GroupOperation::ExclusiveScan>},
    {dxil::Op::kWaveMatch, lower_match},
    {dxil::Op::kWaveMultiPrefixOp, lower_multi_prefix_op},
    {dxil::Op::kWaveMultiPrefixBitCount, lower_multi_prefix_bit_count},
    {dxil::Op::kGetGroupWaveIndex, lower_wave_builtin<spv::BuiltIn::SubgroupId>},
    {dxil::Op::kGetGroupWaveCount, lower_wave_builtin<spv::BuiltIn::NumSubgroups>},
};

}  // namespace

std::span<const LoweringEntry> wave_lowerings() { return kWaveLowerings; }

}  // namespace trellis::spirv

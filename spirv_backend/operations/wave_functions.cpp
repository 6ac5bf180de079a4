#include "spirv_backend/operations/wave_functions.hpp"

#include "spirv_backend/module/function_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

namespace {

using spv::Op;

/// Returns the condition, replicated to each component.
Id spread(FunctionWriter& f, NumericType type, Id condition) {
  if (type.count == 1) return condition;
  const NumericType bools = kBool.with_count(type.count);
  if (type.count == 2) return f.op(Op::OpCompositeConstruct, bools, condition, condition);
  if (type.count == 3) return f.op(Op::OpCompositeConstruct, bools, condition, condition, condition);
  if (type.count == 4)
    return f.op(Op::OpCompositeConstruct, bools, condition, condition, condition, condition);
  return f.op_list(Op::OpCompositeConstruct, f.type(bools), Vector<Id>(type.count, condition));
}

Id equal(FunctionWriter& f, NumericType type, Id a, Id b) {
  const NumericType bools = type.with_base(BaseType::kBool);
  Id same = 0;
  if (type.is_bool()) {
    same = f.op(Op::OpLogicalEqual, bools, a, b);
  } else if (type.is_int()) {
    same = f.op(Op::OpIEqual, bools, a, b);
  } else {
    const NumericType bits = type.with_base(BaseType::kInt);
    const Id same_value = f.op(Op::OpFOrdEqual, bools, a, b);
    const Id a_bits = f.op(Op::OpBitcast, bits, a), b_bits = f.op(Op::OpBitcast, bits, b);
    same = f.op(Op::OpLogicalOr, bools, same_value, f.op(Op::OpIEqual, bools, a_bits, b_bits));
  }
  return type.count == 1 ? same : f.op(Op::OpAll, kBool, same);
}

void require_ballot_and_shuffle(ModuleBuilder& module) {
  module.capability(spv::Capability::GroupNonUniform);
  module.capability(spv::Capability::GroupNonUniformBallot);
  module.capability(spv::Capability::GroupNonUniformShuffle);
}

}  // namespace

Id wave_match_function(ModuleBuilder& module, NumericType type) {
  const uint32_t key = key_of(Op::OpGroupNonUniformPartitionNV, type);
  if (const Id known = module.shared_function(key); known != 0) return known;
  require_ballot_and_shuffle(module);
  const NumericType parameters[] = {type};
  FunctionWriter f(module, kLaneMask, parameters);
  const Id scope = module.constant_u32(static_cast<uint32_t>(spv::Scope::Subgroup));
  const Id nobody = module.constant(kLaneMask, 0);
  const NumericType bools = kBool.with_count(4);
  const Id entry = f.new_id(), turn = f.new_id(), merge = f.new_id();
  const Id next_own = f.new_id(), next_rest = f.new_id();

  f.label(entry);
  const Id active = f.op(Op::OpGroupNonUniformBallot, kLaneMask, scope, module.constant_bool(true));
  f.op_void(Op::OpBranch, turn);

  // Each iteration takes the value of the first lane without a set, and gives all lanes with this value their
  // set.
  f.label(turn);
  const Id rest = f.op(Op::OpPhi, kLaneMask, active, entry, next_rest, turn);
  const Id own = f.op(Op::OpPhi, kLaneMask, nobody, entry, next_own, turn);
  const Id lane = f.op(Op::OpGroupNonUniformBallotFindLSB, kU32, scope, rest);
  const Id other = f.op(Op::OpGroupNonUniformShuffle, type, scope, f.parameter(0), lane);
  const Id matches = equal(f, type, f.parameter(0), other);
  const Id set = f.op(Op::OpGroupNonUniformBallot, kLaneMask, scope, matches);
  f.define(next_own, Op::OpSelect, kLaneMask, spread(f, kLaneMask, matches), set, own);
  const Id others = f.op(Op::OpNot, kLaneMask, set);
  f.define(next_rest, Op::OpBitwiseAnd, kLaneMask, rest, others);
  const Id left = f.op(Op::OpAny, kBool, f.op(Op::OpINotEqual, bools, next_rest, nobody));
  f.op_void(Op::OpLoopMerge, merge, turn, spv::LoopControlMask::MaskNone);
  f.op_void(Op::OpBranchConditional, left, turn, merge);

  f.label(merge);
  f.op_void(Op::OpReturnValue, next_own);
  const Id function = f.finish();
  module.shared_function(key) = function;
  return function;
}

Id wave_prefix_function(ModuleBuilder& module, NumericType type, spv::Op opcode, Id identity) {
  const uint32_t key = key_of(opcode, type);
  if (const Id known = module.shared_function(key); known != 0) return known;
  require_ballot_and_shuffle(module);
  const NumericType parameters[] = {type, kLaneMask};
  FunctionWriter f(module, type, parameters);
  const Id value = f.parameter(0), mask = f.parameter(1);
  const Id scope = module.constant_u32(static_cast<uint32_t>(spv::Scope::Subgroup));
  const Id zero = module.constant_u32(0), one = module.constant_u32(1);
  const Id entry = f.new_id(), head = f.new_id(), body = f.new_id(), latch = f.new_id(), merge = f.new_id();
  const Id next_sum = f.new_id(), next_lane = f.new_id();

  // No lane needs the value of the last active lane.
  f.label(entry);
  const Id below = f.op(Op::OpLoad, kLaneMask, module.builtin_input(spv::BuiltIn::SubgroupLtMask, kLaneMask));
  const Id active = f.op(Op::OpGroupNonUniformBallot, kLaneMask, scope, module.constant_bool(true));
  const Id members =
      f.op(Op::OpBitwiseAnd, kLaneMask, f.op(Op::OpBitwiseAnd, kLaneMask, mask, below), active);
  const Id last = f.op(Op::OpGroupNonUniformBallotFindMSB, kU32, scope, active);
  f.op_void(Op::OpBranch, head);

  f.label(head);
  const Id lane = f.op(Op::OpPhi, kU32, zero, entry, next_lane, latch);
  const Id sum = f.op(Op::OpPhi, type, identity, entry, next_sum, latch);
  const Id goes_on = f.op(Op::OpULessThan, kBool, lane, last);
  f.op_void(Op::OpLoopMerge, merge, latch, spv::LoopControlMask::MaskNone);
  f.op_void(Op::OpBranchConditional, goes_on, body, merge);

  // An inactive lane's value is undefined, but such a lane is not a member.
  f.label(body);
  const Id other = f.op(Op::OpGroupNonUniformShuffle, type, scope, value, lane);
  const Id is_member = f.op(Op::OpGroupNonUniformBallotBitExtract, kBool, scope, members, lane);
  const Id with_other = f.op(opcode, type, sum, other);
  f.define(next_sum, Op::OpSelect, type, spread(f, type, is_member), with_other, sum);
  f.op_void(Op::OpBranch, latch);

  f.label(latch);
  f.define(next_lane, Op::OpIAdd, kU32, lane, one);
  f.op_void(Op::OpBranch, head);

  f.label(merge);
  f.op_void(Op::OpReturnValue, sum);
  const Id function = f.finish();
  module.shared_function(key) = function;
  return function;
}

}  // namespace trellis::spirv

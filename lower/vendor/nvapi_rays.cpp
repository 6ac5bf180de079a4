#include "lower/vendor/nvapi_rays.hpp"

#include "lower/vendor/nvapi_words.hpp"

namespace trellis::lower {
namespace {

using namespace nvapi;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;
using Writer = VendorWriter;

ValueId hit_of(Writer& w, const Intrinsic& in) { return w.value_of(in.operands[kSource0]); }
bool is_carrier(const Intrinsic& in, uint32_t step) { return step == in.row->steps; }

ValueId as_word(Writer& w, ValueId flag) { return w.cast(Opcode::kZExt, w.word_type(), flag); }

/// Returns the ray query whose flags the program passed; kNone if the operand is not a ray query's flags.
ValueId ray_query(Writer& w, const Intrinsic& in) {
  const ValueId flags = in.operands[kSource0];
  const dxil::Instruction* asks = flags == kNone ? nullptr : w.old_definition(flags);
  if (asks == nullptr || !asks->is(Op::kRayQuery_RayFlags)) return kNone;
  const auto index = static_cast<uint32_t>(asks - &w.old_instruction(0));
  return w.value_of(w.old_operands(index)[0]);
}

Result<void> refuse_query(Writer& w, const Intrinsic& in) {
  return w.refuse(in, "NVAPI's operation on a ray query is not given what its RayFlags() returns");
}

}  // namespace

Result<void> write_hit_trace(Writer& w, Intrinsic& in, uint32_t step) {
  if (!is_carrier(in, step)) return {};
  Vector<ValueId> operands;
  for (const ValueId operand : w.old_operands(in.carrier)) {
    const bool is_index = operands.size() == kMissIndex;
    operands.push_back(is_index ? source(w, in, kSource0) : w.value_of(operand));
  }
  return w.give(in, 0,
                w.op_list(Op::kHitObject_TraceRay, w.hit_type(), operands, &w.old_instruction(in.carrier)));
}

// The shader passes the structure and the ray by a call of TraceRay, which traces nothing here.
Result<void> write_hit(Writer& w, Intrinsic& in, uint32_t step) {
  if (!is_carrier(in, step)) return {};
  const bool has_record = in.row->number != kMakeHit;
  if (!w.additions().device.makes_hits) {
    return w.refuse(in, (String("NVAPI operation ") + in.row->name +
                         " needs SPV_NV_shader_invocation_reorder (option hit_objects)")
                            .c_str());
  }
  const std::span<const ValueId> trace = w.old_operands(in.carrier);
  Vector<ValueId> operands = {w.value_of(trace[kStructure])};
  for (uint32_t n = 0; n < 4; ++n) operands.push_back(source(w, in, kSource0 + n));
  for (uint32_t n = 0; n < (has_record ? 1 : 2); ++n) operands.push_back(source(w, in, kSource1 + n));
  for (const ValueId part : trace.subspan(kRay, kPayload - kRay)) operands.push_back(w.value_of(part));
  operands.push_back(w.value_of(w.old_operands(in.caller)[kAttributes]));
  const Op op = has_record ? Op::kVendorMakeHitOfRecord : Op::kVendorMakeHit;
  return w.give(in, 0, w.op_list(op, w.hit_type(), operands, &w.old_instruction(in.caller)));
}

Result<void> write_hit_miss(Writer& w, Intrinsic& in, uint32_t step) {
  Vector<ValueId> operands = {w.word(0), source(w, in, kSource0)};
  for (uint32_t n = 0; n < 3; ++n) operands.push_back(w.to_float(source(w, in, kSource1 + n)));
  operands.push_back(w.to_float(source(w, in, kSource0 + 1)));
  for (uint32_t n = 0; n < 3; ++n) operands.push_back(w.to_float(source(w, in, kSource2 + n)));
  operands.push_back(w.to_float(source(w, in, kSource0 + 2)));
  return w.give(in, step, w.op_list(Op::kHitObject_MakeMiss, w.hit_type(), operands));
}

Result<void> write_hit_nop(Writer& w, Intrinsic& in, uint32_t step) {
  return w.give(in, step, w.op(Op::kHitObject_MakeNop, w.hit_type(), {}));
}

Result<void> write_hit_invoke(Writer& w, Intrinsic& in, uint32_t step) {
  if (!is_carrier(in, step)) return {};
  const ValueId operands[] = {hit_of(w, in), w.value_of(w.old_operands(in.carrier)[kPayload])};
  w.op_list(Op::kHitObject_Invoke, w.void_type(), operands, &w.old_instruction(in.carrier));
  return {};
}

Result<void> write_hit_attributes(Writer& w, Intrinsic& in, uint32_t step) {
  if (!is_carrier(in, step)) return {};
  const ValueId operands[] = {hit_of(w, in), w.value_of(w.old_operands(in.carrier)[kAttributes])};
  w.op_list(Op::kHitObject_Attributes, w.void_type(), operands, &w.old_instruction(in.carrier));
  return {};
}

// Its only result is unused.
Result<void> write_reorder(Writer& w, Intrinsic& in, uint32_t step) {
  const bool has_object = w.constant_operand(in, kSource0).value_or(0) != 0;
  const ValueId hit =
      has_object ? w.value_of(in.operands[kSource0 + 1]) : w.op(Op::kHitObject_MakeNop, w.hit_type(), {});
  w.op(Op::kMaybeReorderThread, w.void_type(),
       {hit, source(w, in, kSource0 + 2), source(w, in, kSource0 + 3)});
  return w.give(in, step, w.word(0));
}

Result<void> write_hit_state(Writer& w, Intrinsic& in, uint32_t step) {
  struct State {
    uint32_t number;
    Op op;
    bool is_flag = false;
  };
  static constexpr State kStates[] = {
      {73, Op::kHitObject_IsMiss, true},     {74, Op::kHitObject_InstanceID},
      {75, Op::kHitObject_InstanceIndex},    {76, Op::kHitObject_PrimitiveIndex},
      {77, Op::kHitObject_GeometryIndex},    {78, Op::kHitObject_HitKind},
      {81, Op::kHitObject_ShaderTableIndex}, {83, Op::kHitObject_IsHit, true},
      {84, Op::kHitObject_IsNop, true},      {96, Op::kHitObject_ClusterID},
  };
  for (const State& state : kStates) {
    if (state.number != in.row->number) continue;
    const ValueId value = w.op(state.op, state.is_flag ? w.bool_type() : w.word_type(), {hit_of(w, in)});
    return w.give(in, step, state.is_flag ? as_word(w, value) : value);
  }
  return w.refuse(in, "no such NVAPI operation");
}

Result<void> write_hit_ray(Writer& w, Intrinsic& in, uint32_t step) {
  const ValueId hit = hit_of(w, in);
  if (step < 2) {
    const Op end = step == 0 ? Op::kHitObject_RayTMin : Op::kHitObject_RayTCurrent;
    return w.give(in, step, w.to_word(w.op(end, w.float_type(), {hit})));
  }
  const Op vector = step < 5 ? Op::kHitObject_WorldRayOrigin : Op::kHitObject_WorldRayDirection;
  const ValueId component = w.word((step - 2) % 3);
  return w.give(in, step, w.to_word(w.op(vector, w.float_type(), {hit, component})));
}

Result<void> write_hit_record_word(Writer& w, Intrinsic& in, uint32_t step) {
  return w.give(in, step,
                w.op(Op::kHitObject_LoadLocalRootTableConstant, w.word_type(),
                     {hit_of(w, in), source(w, in, kSource0 + 1)}));
}

Result<void> write_positions(Writer& w, Intrinsic& in, uint32_t step) {
  constexpr uint32_t kOfHit = 86, kOfCandidate = 97, kOfHitObject = 99;
  if (step == 0) {
    const dxil::TypeId nine = w.vector_type(w.float_type(), 9);
    if (in.row->number == kOfHit) {
      in.made[0] = w.op(Op::kTriangleObjectPosition, nine, {});
    } else if (in.row->number == kOfHitObject) {
      in.made[0] = w.op(Op::kHitObject_TriangleObjectPosition, nine, {hit_of(w, in)});
    } else {
      const ValueId query = ray_query(w, in);
      if (query == kNone) return refuse_query(w, in);
      const bool is_candidate = in.row->number == kOfCandidate;
      in.made[0] = w.op(is_candidate ? Op::kRayQuery_CandidateTriangleObjectPosition
                                     : Op::kRayQuery_CommittedTriangleObjectPosition,
                        nine, {query});
    }
  }
  return w.give(in, step, w.to_word(w.element(in.made[0], step, w.float_type())));
}

Result<void> write_back_facing(Writer& w, Intrinsic& in, uint32_t step) {
  constexpr uint32_t kBackFace = 0xFF;
  const ValueId kind = w.op(Op::kHitKind, w.word_type(), {});
  return w.give(in, step, as_word(w, w.compare(Predicate::kEq, kind, w.word(kBackFace))));
}

Result<void> write_cluster(Writer& w, Intrinsic& in, uint32_t step) {
  constexpr uint32_t kOfHit = 93, kOfCandidate = 94;
  if (in.row->number == kOfHit) return w.give(in, step, w.op(Op::kClusterID, w.word_type(), {}));
  const ValueId query = ray_query(w, in);
  if (query == kNone) return refuse_query(w, in);
  const Op op =
      in.row->number == kOfCandidate ? Op::kRayQuery_CandidateClusterID : Op::kRayQuery_CommittedClusterID;
  return w.give(in, step, w.op(op, w.word_type(), {query}));
}

}  // namespace trellis::lower

// The operations of NVAPI and their translations. Those for ray tracing are in nvapi_rays.cpp.
#include "lower/vendor/nvapi_rays.hpp"
#include "lower/vendor/nvapi_words.hpp"
#include "lower/vendor/vendor_writer.hpp"

namespace trellis::lower {
namespace {

using namespace nvapi;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;
using Writer = VendorWriter;

// --- Shuffles: within warps of 32 lanes, and segments of them.

enum class Shuffle : uint8_t { kIndex, kUp, kDown, kXor };

struct ShuffledLane {
  ValueId lane = kNone, is_in_range = kNone;
};

/// Bits 12 to 8 of the control word mask the bits of the lane index that the lanes of a segment share; bits 4
/// to 0 bound the lane's index.
ShuffledLane shuffled_lane(Writer& w, Shuffle how, ValueId operand, ValueId control) {
  const ValueId all = w.lane();
  const ValueId warp = w.binary(Opcode::kAnd, all, w.word(~31u));
  const ValueId own = w.binary(Opcode::kAnd, all, w.word(31));
  const ValueId by = w.binary(Opcode::kAnd, operand, w.word(31));
  const ValueId segment = w.binary(Opcode::kAnd, w.binary(Opcode::kLShr, control, w.word(8)), w.word(31));
  const ValueId free = w.binary(Opcode::kXor, segment, w.word(31));
  const ValueId first = w.binary(Opcode::kAnd, own, segment);
  const ValueId bound = w.binary(Opcode::kOr, first, w.binary(Opcode::kAnd, control, free));
  ValueId to = kNone;
  switch (how) {
    case Shuffle::kIndex:
      to = w.binary(Opcode::kOr, first, w.binary(Opcode::kAnd, by, free));
      break;
    case Shuffle::kUp:
      to = w.binary(Opcode::kSub, own, by);
      break;
    case Shuffle::kDown:
      to = w.binary(Opcode::kAdd, own, by);
      break;
    case Shuffle::kXor:
      to = w.binary(Opcode::kXor, own, by);
      break;
  }
  ShuffledLane result;
  result.is_in_range = w.compare(how == Shuffle::kUp ? Predicate::kSge : Predicate::kSle, to, bound);
  result.lane = w.binary(Opcode::kOr, warp, w.select(result.is_in_range, to, own));
  return result;
}

template <Shuffle kHow>
Result<void> write_shuffle(Writer& w, Intrinsic& in, uint32_t step) {
  const ShuffledLane from = shuffled_lane(w, kHow, source(w, in, kSource0 + 1), source(w, in, kSource0 + 2));
  return w.give(in, step, w.from_lane(source(w, in, kSource0), from.lane, false));
}

Result<void> write_generic_shuffle(Writer& w, Intrinsic& in, uint32_t step) {
  if (step == 1) return w.give(in, 1, in.made[0]);
  const ShuffledLane from =
      shuffled_lane(w, Shuffle::kIndex, source(w, in, kSource0 + 1), source(w, in, kSource0 + 2));
  in.made[0] = w.from_lane(source(w, in, kSource0), from.lane, false);
  return w.give(in, 0, w.select(from.is_in_range, w.word(1), w.word(0)));
}

// --- Votes.

template <Op kOp>
Result<void> write_vote(Writer& w, Intrinsic& in, uint32_t step) {
  const ValueId vote = w.op(kOp, w.bool_type(), {w.is_not_zero(source(w, in, kSource0))});
  return w.give(in, step, w.select(vote, w.word(UINT32_MAX), w.word(0)));
}

Result<void> write_nvapi_ballot(Writer& w, Intrinsic& in, uint32_t step) {
  const ValueId asked = w.is_not_zero(source(w, in, kSource0));
  return w.give(in, step, w.extract(w.op(Op::kWaveActiveBallot, w.words_type(4), {asked}), 0));
}

Result<void> write_lane(Writer& w, Intrinsic& in, uint32_t step) { return w.give(in, step, w.lane()); }

Result<void> write_match(Writer& w, Intrinsic& in, uint32_t step) {
  const std::optional<uint64_t> count = w.constant_operand(in, kSource1);
  if (count != 1u && count != 2u && count != 4u) {
    return w.refuse(in, "NVAPI operation 21 (MATCH_ANY) of a size that is not 1, 2 or 4 words");
  }
  ValueId mask = kNone;
  for (uint32_t n = 0; n < *count; ++n) {
    const ValueId one = w.extract(w.op(Op::kWaveMatch, w.words_type(4), {source(w, in, kSource0 + n)}), 0);
    mask = n == 0 ? one : w.binary(Opcode::kAnd, mask, one);
  }
  return w.give(in, step, mask);
}

Result<void> write_special(Writer& w, Intrinsic& in, uint32_t step) {
  enum : uint64_t { kLanesBelow = 4, kTimerLow = 9, kTimerHigh = 10 };
  const std::optional<uint64_t> which = w.constant_operand(in, kSource0);
  if (which == kLanesBelow) return w.give(in, step, w.lanes_below(false));
  if (which == kTimerLow || which == kTimerHigh) {
    const ValueId clock = w.op(Op::kVendorDeviceClock, w.words_type(2), {});
    return w.give(in, step, w.extract(clock, which == kTimerHigh ? 1 : 0));
  }
  return w.refuse(in, "the register of NVAPI operation 19 (GET_SPECIAL) is not supported");
}

// --- Atomics.

/// The place of an atomic operation: an address, or coordinates.
struct Place {
  std::array<ValueId, 3> at = {};
  size_t count = 1;
  std::span<const ValueId> span() const { return {at.data(), count}; }
};

Place place_of(Writer& w, const Intrinsic& in) {
  Place place;
  if (in.target_kind == dxil::ResourceKind::kTexture2D) place.count = 2;
  if (in.target_kind == dxil::ResourceKind::kTexture3D) place.count = 3;
  for (uint32_t n = 0; n < place.count; ++n) place.at[n] = source(w, in, kSource0 + n);
  for (size_t n = place.count; n < place.at.size(); ++n) place.at[n] = w.undefined_word();
  return place;
}

std::optional<uint64_t> atomic_kind(Writer& w, const Intrinsic& in) {
  return w.constant_operand(in, kSource2);
}

enum AtomicKind : uint64_t { kNvAdd = 3, kNvMax = 6, kNvMin = 7, kNvSwapIf = 9 };
enum : uint32_t { kFloatAdd = 0, kFloatMin = 1, kFloatMax = 2 };

Result<void> write_atomic_halves(Writer& w, Intrinsic& in, uint32_t) {
  const std::optional<uint64_t> kind = atomic_kind(w, in);
  const uint32_t own = kind == kNvAdd ? kFloatAdd : kind == kNvMin ? kFloatMin : kFloatMax;
  if (kind != kNvAdd && kind != kNvMin && kind != kNvMax) {
    return w.refuse(in, "the kind of NVAPI operation 12 (FP16_ATOMIC) is not known");
  }
  if (in.target_kind != dxil::ResourceKind::kRawBuffer) {
    return w.refuse(in, "NVAPI operation 12 (FP16_ATOMIC) is supported on raw buffers only");
  }
  const Place place = place_of(w, in);
  in.made[0] = w.op(
      Op::kVendorAtomicHalves, w.word_type(),
      {w.value_of(in.target), w.word(own), place.at[0], place.at[1], place.at[2], source(w, in, kSource1)});
  return {};
}

Result<void> write_atomic_float(Writer& w, Intrinsic& in, uint32_t) {
  if (atomic_kind(w, in) != kNvAdd)
    return w.refuse(in, "the kind of NVAPI operation 13 (FP32_ATOMIC) is not known");
  const Place place = place_of(w, in);
  const ValueId old = w.op(Op::kVendorAtomicFloat, w.float_type(),
                           {w.value_of(in.target), w.word(kFloatAdd), place.at[0], place.at[1], place.at[2],
                            w.to_float(source(w, in, kSource1))});
  in.made[0] = w.to_word(old);
  return {};
}

Result<void> write_atomic64(Writer& w, Intrinsic& in, uint32_t) {
  const std::optional<uint64_t> kind = atomic_kind(w, in);
  static constexpr uint8_t kKinds[] = {1, 2, 3, 0, UINT8_MAX, UINT8_MAX, 7, 6, 8};  // DXIL's numbers of them.
  const bool is_known = kind && *kind <= kNvSwapIf && (*kind == kNvSwapIf || kKinds[*kind] != UINT8_MAX);
  if (!is_known) return w.refuse(in, "the kind of NVAPI operation 20 (UINT64_ATOMIC) is not known");
  const Place place = place_of(w, in);
  const ValueId first = w.joined(source(w, in, kSource1), source(w, in, kSource1 + 1));
  ValueId old = kNone;
  if (kind == kNvSwapIf) {
    const ValueId value = w.joined(source(w, in, kSource1 + 2), source(w, in, kSource1 + 3));
    old = w.compare_exchange64(in, place.span(), first, value);
  } else {
    old = w.atomic64(in, kKinds[*kind], place.span(), first);
  }
  in.made[0] = w.low_of(old);
  in.made[1] = w.high_of(old);
  return {};
}

constexpr IntrinsicRow kNvapiRows[] = {
    {.number = 1, .name = "SHFL", .write = write_shuffle<Shuffle::kIndex>},
    {.number = 2, .name = "SHFL_UP", .write = write_shuffle<Shuffle::kUp>},
    {.number = 3, .name = "SHFL_DOWN", .write = write_shuffle<Shuffle::kDown>},
    {.number = 4, .name = "SHFL_XOR", .write = write_shuffle<Shuffle::kXor>},
    {.number = 5, .name = "VOTE_ALL", .write = write_vote<Op::kWaveAllTrue>},
    {.number = 6, .name = "VOTE_ANY", .write = write_vote<Op::kWaveAnyTrue>},
    {.number = 7, .name = "VOTE_BALLOT", .write = write_nvapi_ballot},
    {.number = 8, .name = "GET_LANE_ID", .write = write_lane},
    {.number = 12, .name = "FP16_ATOMIC", .write = write_atomic_halves, .is_loaded = true, .names_uav = true},
    {.number = 13, .name = "FP32_ATOMIC", .write = write_atomic_float, .is_loaded = true, .names_uav = true},
    {.number = 19, .name = "GET_SPECIAL", .write = write_special},
    {.number = 20, .name = "UINT64_ATOMIC", .write = write_atomic64, .is_loaded = true, .names_uav = true},
    {.number = 21, .name = "MATCH_ANY", .write = write_match},
    {.number = 28, .name = "FOOTPRINT"},
    {.number = 29, .name = "FOOTPRINT_BIAS"},
    {.number = 30, .name = "GET_SHADING_RATE"},
    {.number = 31, .name = "FOOTPRINT_LEVEL"},
    {.number = 32, .name = "FOOTPRINT_GRAD"},
    {.number = 33, .name = "SHFL_GENERIC", .write = write_generic_shuffle, .steps = 2},
    {.number = 51, .name = "VPRS_EVAL_ATTRIB_AT_SAMPLE"},
    {.number = 52, .name = "VPRS_EVAL_ATTRIB_SNAPPED"},
    {.number = 67,
     .name = "HIT_OBJECT_TRACE_RAY",
     .write = write_hit_trace,
     .steps = 2,
     .makes_hit = true,
     .carried_by = Op::kTraceRay},
    {.number = kMakeHit,
     .name = "HIT_OBJECT_MAKE_HIT",
     .write = write_hit,
     .steps = 2,
     .makes_hit = true,
     .carried_by = Op::kTraceRay,
     .has_attributes = true},
    {.number = 69,
     .name = "HIT_OBJECT_MAKE_HIT_WITH_RECORD_INDEX",
     .write = write_hit,
     .steps = 2,
     .makes_hit = true,
     .carried_by = Op::kTraceRay,
     .has_attributes = true},
    {.number = 70, .name = "HIT_OBJECT_MAKE_MISS", .write = write_hit_miss, .makes_hit = true},
    {.number = kReorderThread, .name = "HIT_OBJECT_REORDER_THREAD", .write = write_reorder},
    {.number = 72,
     .name = "HIT_OBJECT_INVOKE",
     .write = write_hit_invoke,
     .takes_hit = true,
     .carried_by = Op::kTraceRay},
    {.number = 73, .name = "HIT_OBJECT_IS_MISS", .write = write_hit_state, .takes_hit = true},
    {.number = 74, .name = "HIT_OBJECT_GET_INSTANCE_ID", .write = write_hit_state, .takes_hit = true},
    {.number = 75, .name = "HIT_OBJECT_GET_INSTANCE_INDEX", .write = write_hit_state, .takes_hit = true},
    {.number = 76, .name = "HIT_OBJECT_GET_PRIMITIVE_INDEX", .write = write_hit_state, .takes_hit = true},
    {.number = 77, .name = "HIT_OBJECT_GET_GEOMETRY_INDEX", .write = write_hit_state, .takes_hit = true},
    {.number = 78, .name = "HIT_OBJECT_GET_HIT_KIND", .write = write_hit_state, .takes_hit = true},
    {.number = 79, .name = "HIT_OBJECT_GET_RAY_DESC", .write = write_hit_ray, .steps = 8, .takes_hit = true},
    {.number = 80,
     .name = "HIT_OBJECT_GET_ATTRIBUTES",
     .write = write_hit_attributes,
     .takes_hit = true,
     .carried_by = Op::kCallShader},
    {.number = 81, .name = "HIT_OBJECT_GET_SHADER_TABLE_INDEX", .write = write_hit_state, .takes_hit = true},
    {.number = 82,
     .name = "HIT_OBJECT_LOAD_LOCAL_ROOT_TABLE_CONSTANT",
     .write = write_hit_record_word,
     .takes_hit = true},
    {.number = 83, .name = "HIT_OBJECT_IS_HIT", .write = write_hit_state, .takes_hit = true},
    {.number = 84, .name = "HIT_OBJECT_IS_NOP", .write = write_hit_state, .takes_hit = true},
    {.number = 85, .name = "HIT_OBJECT_MAKE_NOP", .write = write_hit_nop, .makes_hit = true},
    {.number = 86, .name = "RT_TRIANGLE_OBJECT_POSITIONS", .write = write_positions, .steps = 9},
    {.number = 87, .name = "RT_MICRO_TRIANGLE_OBJECT_POSITIONS"},
    {.number = 88, .name = "RT_MICRO_TRIANGLE_BARYCENTRICS"},
    {.number = 89, .name = "RT_IS_MICRO_TRIANGLE_HIT"},
    {.number = 90, .name = "RT_IS_BACK_FACING", .write = write_back_facing},
    {.number = 91, .name = "RT_MICRO_VERTEX_OBJECT_POSITION"},
    {.number = 92, .name = "RT_MICRO_VERTEX_BARYCENTRICS"},
    {.number = 93, .name = "RT_GET_CLUSTER_ID", .write = write_cluster},
    {.number = 94, .name = "RT_GET_CANDIDATE_CLUSTER_ID", .write = write_cluster},
    {.number = 95, .name = "RT_GET_COMMITTED_CLUSTER_ID", .write = write_cluster},
    {.number = 96, .name = "HIT_OBJECT_GET_CLUSTER_ID", .write = write_hit_state, .takes_hit = true},
    {.number = 97, .name = "RT_CANDIDATE_TRIANGLE_OBJECT_POSITIONS", .write = write_positions, .steps = 9},
    {.number = 98, .name = "RT_COMMITTED_TRIANGLE_OBJECT_POSITIONS", .write = write_positions, .steps = 9},
    {.number = 99,
     .name = "HIT_OBJECT_GET_TRIANGLE_OBJECT_POSITIONS",
     .write = write_positions,
     .steps = 9,
     .takes_hit = true},
    {.number = 100, .name = "RT_SPHERE_OBJECT_POSITION_AND_RADIUS"},
    {.number = 101, .name = "RT_CANDIDATE_SPHERE_OBJECT_POSITION_AND_RADIUS"},
    {.number = 102, .name = "RT_COMMITTED_SPHERE_OBJECT_POSITION_AND_RADIUS"},
    {.number = 103, .name = "HIT_OBJECT_GET_SPHERE_OBJECT_POSITION_AND_RADIUS"},
    {.number = 104, .name = "RT_LSS_OBJECT_POSITIONS_AND_RADII"},
    {.number = 105, .name = "RT_CANDIDATE_LSS_OBJECT_POSITIONS_AND_RADII"},
    {.number = 106, .name = "RT_COMMITTED_LSS_OBJECT_POSITIONS_AND_RADII"},
    {.number = 107, .name = "HIT_OBJECT_GET_LSS_OBJECT_POSITIONS_AND_RADII"},
    {.number = 108, .name = "RT_IS_SPHERE_HIT"},
    {.number = 109, .name = "RT_CANDIDATE_IS_NONOPAQUE_SPHERE"},
    {.number = 110, .name = "RT_COMMITTED_IS_SPHERE"},
    {.number = 111, .name = "HIT_OBJECT_IS_SPHERE_HIT"},
    {.number = 112, .name = "RT_IS_LSS_HIT"},
    {.number = 113, .name = "RT_CANDIDATE_IS_NONOPAQUE_LSS"},
    {.number = 114, .name = "RT_COMMITTED_IS_LSS"},
    {.number = 115, .name = "HIT_OBJECT_IS_LSS_HIT"},
    {.number = 116, .name = "RT_CANDIDATE_LSS_HIT_PARAMETER"},
    {.number = 117, .name = "RT_COMMITTED_LSS_HIT_PARAMETER"},
    {.number = 118, .name = "RT_CANDIDATE_BUILTIN_PRIMITIVE_RAY_T"},
    {.number = 119, .name = "RT_COMMIT_NONOPAQUE_BUILTIN_PRIMITIVE_HIT"},
};

}  // namespace

std::span<const IntrinsicRow> nvapi_rows() { return kNvapiRows; }

}  // namespace trellis::lower

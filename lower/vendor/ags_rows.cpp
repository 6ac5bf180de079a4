// The operations of AGS and their translations.
#include "lower/vendor/ags_matrices.hpp"
#include "lower/vendor/float_bits.hpp"
#include "lower/vendor/vendor_writer.hpp"

namespace trellis::lower {
namespace {

using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;
using Writer = VendorWriter;

ValueId a_of(Writer& w, const Intrinsic& in, uint32_t step) { return w.word_of(in.operands[2 * step]); }
ValueId b_of(Writer& w, const Intrinsic& in, uint32_t step) { return w.word_of(in.operands[2 * step + 1]); }

Result<void> write_read_first(Writer& w, Intrinsic& in, uint32_t step) {
  return w.give(in, step, w.op(Op::kWaveReadLaneFirst, w.word_type(), {a_of(w, in, 0)}));
}

Result<void> write_read_lane(Writer& w, Intrinsic& in, uint32_t step) {
  return w.give(in, step, w.op(Op::kWaveReadLaneAt, w.word_type(), {a_of(w, in, 0), w.word(in.immediate)}));
}

Result<void> write_read_lane_at(Writer& w, Intrinsic& in, uint32_t step) {
  return w.give(in, step, w.op(Op::kWaveReadLaneAt, w.word_type(), {a_of(w, in, 0), b_of(w, in, 0)}));
}

template <Op kOp>
Result<void> write_word(Writer& w, Intrinsic& in, uint32_t step) {
  return w.give(in, step, w.op(kOp, w.word_type(), {}));
}

// With bit 15: a permutation of each quad, two bits per lane. Otherwise three masks for the lane's index
// among 32.
Result<void> write_swizzle(Writer& w, Intrinsic& in, uint32_t step) {
  const ValueId own = w.lane();
  ValueId from = kNone;
  if ((in.immediate & 0x8000) != 0) {
    const ValueId shift = w.binary(Opcode::kShl, w.binary(Opcode::kAnd, own, w.word(3)), w.word(1));
    const ValueId pattern = w.binary(Opcode::kLShr, w.word(in.immediate & 0xFF), shift);
    const ValueId quad = w.binary(Opcode::kAnd, own, w.word(~3u));
    from = w.binary(Opcode::kOr, quad, w.binary(Opcode::kAnd, pattern, w.word(3)));
  } else {
    const uint32_t and_mask = (in.immediate & 31) | ~31u, or_mask = in.immediate >> 5 & 31;
    from = w.binary(Opcode::kAnd, own, w.word(and_mask));
    from = w.binary(Opcode::kOr, from, w.word(or_mask));
    from = w.binary(Opcode::kXor, from, w.word(in.immediate >> 10 & 31));
  }
  return w.give(in, step, w.from_lane(a_of(w, in, 0), from, true));
}

// Shares one ballot if both phases have the same operand.
Result<void> write_ags_ballot(Writer& w, Intrinsic& in, uint32_t step) {
  ValueId& ballot = in.made[0];
  if (step == 0 || in.operands[0] != in.operands[2]) {
    const ValueId asked = w.is_not_zero(a_of(w, in, step));
    ballot = w.op(Op::kWaveActiveBallot, w.words_type(4), {asked});
  }
  return w.give(in, step, w.extract(ballot, step));
}

Result<void> write_bits_below(Writer& w, Intrinsic& in, uint32_t step) {
  const ValueId low = w.binary(Opcode::kAnd, a_of(w, in, 0), w.lanes_below(false));
  const ValueId high = w.binary(Opcode::kAnd, b_of(w, in, 0), w.lanes_below(true));
  const ValueId in_low = w.op(Op::kCountbits, w.word_type(), {low});
  return w.give(in, step, w.binary(Opcode::kAdd, in_low, w.op(Op::kCountbits, w.word_type(), {high})));
}

/// Applies an operation to words that hold unsigned integers or floats.
ValueId binary_op(Writer& w, Op op, bool is_float, ValueId a, ValueId b) {
  if (!is_float) return w.op(op, w.word_type(), {a, b});
  return w.to_word(w.op(op, w.float_type(), {w.to_float(a), w.to_float(b)}));
}

template <Op kOp>
Result<void> write_of_three(Writer& w, Intrinsic& in, uint32_t step) {
  constexpr bool kIsFloat = kOp == Op::kFMin || kOp == Op::kFMax;
  if (step == 0) {
    in.made[0] = binary_op(w, kOp, kIsFloat, a_of(w, in, 0), b_of(w, in, 0));
    return w.give(in, 0, in.made[0]);
  }
  return w.give(in, 1, binary_op(w, kOp, kIsFloat, in.made[0], a_of(w, in, 1)));
}

// The result of phase 0 is unused.
template <Op kMin, Op kMax>
Result<void> write_median(Writer& w, Intrinsic& in, uint32_t step) {
  constexpr bool kIsFloat = kMin == Op::kFMin;
  if (step == 0) return w.give(in, 0, w.word(0));
  const ValueId a = a_of(w, in, 0), b = b_of(w, in, 0), c = a_of(w, in, 1);
  const ValueId least = binary_op(w, kMin, kIsFloat, a, b), most = binary_op(w, kMax, kIsFloat, a, b);
  return w.give(in, 1, binary_op(w, kMax, kIsFloat, least, binary_op(w, kMin, kIsFloat, most, c)));
}

// i and j are the weights of the second and third vertex. Modes 1 to 3 are without perspective. The pull
// model has a third component.
Result<void> write_barycentrics(Writer& w, Intrinsic& in, uint32_t step) {
  constexpr uint32_t kPlaces = 3, kModes = 6;
  if (in.immediate == kPullModel) {
    if (!w.additions().device.has_pull_model) {
      return w.refuse(in,
                      "AGS operation BaryCoord (0x0d): the pull model needs "
                      "SPV_AMD_shader_explicit_vertex_parameter (option extensions)");
    }
    return w.give(in, step, w.to_word(w.op(Op::kVendorPullModel, w.float_type(), {w.word(step)})));
  }
  if (in.immediate == 0 || in.immediate > kModes) {
    return w.refuse(in, "the mode of AGS operation BaryCoord (0x0d) is not supported");
  }
  const bool has_perspective = in.immediate > kPlaces;
  const auto place = static_cast<Writer::BarycentricPlace>((in.immediate - 1) % kPlaces);
  return w.give(in, step, w.to_word(w.barycentric(has_perspective, place, step + 1)));
}

// --- Reductions and scans.

enum class WaveKind : uint8_t { kSum, kProduct, kMin, kMax, kAnd, kOr, kXor };

struct WaveOperation {
  WaveKind kind;
  bool is_float, is_unsigned;
};

constexpr WaveOperation kWaveOperations[] = {
    {WaveKind::kSum, true, false},     {WaveKind::kSum, false, false},     {WaveKind::kSum, false, true},
    {WaveKind::kProduct, true, false}, {WaveKind::kProduct, false, false}, {WaveKind::kProduct, false, true},
    {WaveKind::kMin, true, false},     {WaveKind::kMin, false, false},     {WaveKind::kMin, false, true},
    {WaveKind::kMax, true, false},     {WaveKind::kMax, false, false},     {WaveKind::kMax, false, true},
    {WaveKind::kAnd, false, true},     {WaveKind::kOr, false, true},       {WaveKind::kXor, false, true}};

ValueId wave_op(Writer& w, Op op, const WaveOperation& wave, ValueId value) {
  const auto kind = static_cast<uint8_t>(wave.kind);
  if (wave.kind >= WaveKind::kAnd)
    return w.op(op, w.word_type(),
                {value, w.byte(static_cast<uint8_t>(kind - static_cast<uint8_t>(WaveKind::kAnd)))});
  const ValueId sign = w.byte(wave.is_unsigned ? 1 : 0);
  if (!wave.is_float) return w.op(op, w.word_type(), {value, w.byte(kind), sign});
  return w.to_word(w.op(op, w.float_type(), {w.to_float(value), w.byte(kind), sign}));
}

ValueId combine(Writer& w, const WaveOperation& wave, ValueId a, ValueId b) {
  const bool is_float = wave.is_float;
  if (wave.kind == WaveKind::kMin || wave.kind == WaveKind::kMax) {
    const bool is_min = wave.kind == WaveKind::kMin;
    const Op op = is_float           ? (is_min ? Op::kFMin : Op::kFMax)
                  : wave.is_unsigned ? (is_min ? Op::kUMin : Op::kUMax)
                                     : (is_min ? Op::kIMin : Op::kIMax);
    return binary_op(w, op, is_float, a, b);
  }
  if (!is_float) return w.binary(wave.kind == WaveKind::kSum ? Opcode::kAdd : Opcode::kMul, a, b);
  const Opcode opcode = wave.kind == WaveKind::kSum ? Opcode::kFAdd : Opcode::kFMul;
  return w.to_word(w.binary(opcode, w.float_type(), w.to_float(a), w.to_float(b)));
}

Result<void> write_reduce(Writer& w, Intrinsic& in, uint32_t step) {
  const uint32_t number = in.immediate & 0xFF;
  if (number == 0 || number > std::size(kWaveOperations)) {
    return w.refuse(in, "the reduction of AGS operation WaveReduce (0x12) is not known");
  }
  const WaveOperation& wave = kWaveOperations[number - 1];
  const Op op = wave.kind >= WaveKind::kAnd ? Op::kWaveActiveBit : Op::kWaveActiveOp;
  return w.give(in, step, wave_op(w, op, wave, a_of(w, in, 0)));
}

Result<void> write_scan(Writer& w, Intrinsic& in, uint32_t step) {
  constexpr uint32_t kInclusive = 1, kExclusive = 2, kScans = 12;
  const uint32_t number = in.immediate & 0xFF, which = in.immediate >> 8;
  if (number == 0 || number > kScans || (which != kInclusive && which != kExclusive)) {
    return w.refuse(in, "the scan of AGS operation WaveScan (0x13) is not known");
  }
  const WaveOperation& wave = kWaveOperations[number - 1];
  const ValueId value = a_of(w, in, 0);
  const ValueId before =
      wave_op(w, wave.kind <= WaveKind::kProduct ? Op::kWavePrefixOp : Op::kVendorPrefixOp, wave, value);
  return w.give(in, step, which == kInclusive ? combine(w, wave, before, value) : before);
}

// --- Memory, clocks, conversions.

Result<void> write_load_address(Writer& w, Intrinsic& in, uint32_t step) {
  if (step == 0) return w.give(in, 0, w.word(0));
  return w.give(
      in, 1, w.op(Op::kVendorLoadAddress, w.word_type(), {a_of(w, in, 0), b_of(w, in, 0), a_of(w, in, 1)}));
}

template <Op kOp>
Result<void> write_clock(Writer& w, Intrinsic& in, uint32_t step) {
  if (step == 0) in.made[0] = w.op(kOp, w.words_type(2), {});
  return w.give(in, step, w.extract(in.made[0], step));
}

// Phases 0 and 1 hold the coordinates, 1 and 2 the value, 2 and 3 the expected value.
Result<void> write_atomic_u64(Writer& w, Intrinsic& in, uint32_t step) {
  const auto last = static_cast<uint32_t>(in.steps.size() - 1);
  if (step != last) return {};
  if (in.immediate == 0 || in.immediate > 8) {
    return w.refuse(in, "the operation of AGS operation AtomicU64 (0x18) is not known");
  }
  static constexpr uint8_t kKinds[] = {0, 6, 7, 1, 2, 3, 0, 8};  // DXIL's numbers of min, max, and, ...
  const ValueId at[] = {a_of(w, in, 0), b_of(w, in, 0), a_of(w, in, 1)};
  const size_t dimensions = in.target_kind == dxil::ResourceKind::kTexture3D   ? 3
                            : in.target_kind == dxil::ResourceKind::kTexture2D ? 2
                                                                               : 1;
  const std::span place(at, dimensions);
  const ValueId value = w.joined(b_of(w, in, 1), a_of(w, in, 2));
  const ValueId old = last == 3
                          ? w.compare_exchange64(in, place, w.joined(b_of(w, in, 2), a_of(w, in, 3)), value)
                          : w.atomic64(in, kKinds[in.immediate], place, value);
  TRELLIS_RETURN_IF_ERROR(w.give(in, 0, w.low_of(old)));
  const ValueId high = w.high_of(old);
  for (uint32_t n = 1; n < last; ++n) {
    TRELLIS_RETURN_IF_ERROR(w.give(in, n, w.word(0)));
  }
  return w.give(in, last, high);
}

Result<void> write_to_half(Writer& w, Intrinsic& in, uint32_t step) {
  if (in.immediate == 0 || in.immediate > 3) {
    return w.refuse(in, "the rounding of AGS operation FloatConversion (0x1c) is not known");
  }
  static constexpr Rounding kRoundings[] = {Rounding::kNearest, Rounding::kDown, Rounding::kUp};
  return w.give(in, step, half_of_float(w, a_of(w, in, 0), kRoundings[in.immediate - 1]));
}

Result<void> write_float8(Writer& w, Intrinsic& in, uint32_t step) {
  const uint32_t direction = in.immediate & 0xFF;
  const bool saturates = (in.immediate & 0x100) != 0;
  if (direction > 3 || in.immediate > 0x1FF) {
    return w.refuse(in, "the conversion of AGS operation Float8Conversion (0x36) is not known");
  }
  const Float8 format = (direction & 1) == 0 ? Float8::kE4M3 : Float8::kE5M2;
  const ValueId value = a_of(w, in, 0);
  return w.give(
      in, step,
      direction < 2 ? float_of_float8(w, value, format) : float8_of_float(w, value, format, saturates));
}

constexpr IntrinsicRow kAgsRows[] = {
    {0x01, "Readfirstlane", write_read_first},
    {0x02, "Readlane", write_read_lane},
    {0x03, "LaneId", write_word<Op::kWaveGetLaneIndex>},
    {0x04, "Swizzle", write_swizzle},
    {0x05, "Ballot", write_ags_ballot, 2},
    {0x06, "MBCnt", write_bits_below},
    {0x07, "Min3U", write_of_three<Op::kUMin>, 2},
    {0x08, "Min3F", write_of_three<Op::kFMin>, 2},
    {0x09, "Med3U", write_median<Op::kUMin, Op::kUMax>, 2},
    {0x0A, "Med3F", write_median<Op::kFMin, Op::kFMax>, 2},
    {0x0B, "Max3U", write_of_three<Op::kUMax>, 2},
    {0x0C, "Max3F", write_of_three<Op::kFMax>, 2},
    {0x0D, "BaryCoord", write_barycentrics, 2},
    {0x0E, "VtxParam"},
    {0x12, "WaveReduce", write_reduce},
    {0x13, "WaveScan", write_scan},
    {0x14, "LoadDwAtAddr", write_load_address, 2},
    {0x17, "DrawIndex", write_word<Op::kVendorDrawIndex>},
    {0x18, "AtomicU64", write_atomic_u64, 3},
    {0x19, "GetWaveSize", write_word<Op::kWaveGetLaneCount>},
    {0x1A, "BaseInstance", write_word<Op::kStartInstanceLocation>},
    {0x1B, "BaseVertex", write_word<Op::kStartVertexLocation>},
    {0x1C, "FloatConversion", write_to_half},
    {0x1D, "ReadlaneAt", write_read_lane_at},
    {0x1F, "ShaderClock", write_clock<Op::kCycleCounterLegacy>, 2},
    {0x20, "ShaderRealtimeClock", write_clock<Op::kVendorDeviceClock>, 2},
    {0x21, "Halt"},
    {0x22, "IntersectBvhNode"},
    {0x23, "BufferStoreByte"},
    {0x24, "BufferStoreShort"},
    {0x25, "ShaderMarker"},
    {0x26, "FloatOpWithRoundMode"},
    {0x28, "WaveMatrixMulAcc", write_matrix, 21},
    {0x29, "WaveMatrixUavLoad", write_matrix, 10},
    {0x2A, "WaveMatrixUavStore", write_matrix, 6},
    {0x2B, "WaveMatrixGlobalLoad"},
    {0x2C, "WaveMatrixGlobalStore"},
    {0x2D, "WaveMatrixLdsLoad", write_matrix, 10},
    {0x2E, "WaveMatrixLdsStore", write_matrix, 6},
    {0x2F, "WaveMatrixElementFill", write_matrix, 13},
    {0x30, "WaveMatrixElementExtract", write_matrix, 5},
    {0x31, "WaveMatrixLength", write_matrix},
    {0x32, "WaveMatrixCopy", write_matrix, 13},
    {0x33, "WaveMatrixFill", write_matrix, 9},
    {0x34, "MatrixSparsityIndexLoad"},
    {0x35, "MatrixElementWiseArithmetic", write_matrix, 17},
    {0x36, "Float8Conversion", write_float8},
};

}  // namespace

std::span<const IntrinsicRow> ags_rows() { return kAgsRows; }

}  // namespace trellis::lower

#include "lower/vendor/matrix.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "dxil_frontend/program/usage.hpp"
#include "dxil_frontend/program/wave_barrier.hpp"
#include "lower/vendor/float_bits.hpp"

namespace trellis::lower {

using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::TypeId;
using dxil::ValueId;

namespace {

// Keys of functions.
constexpr uint32_t kDecode = 0x100, kEncode = 0x200, kDot = 0x1000;

/// Words of a line, of which two lanes have halves.
constexpr uint32_t line_words(uint32_t bits) { return kMatrixSide * bits / 32; }
/// The scratch memory of a wave: a matrix with elements of 32 bits, or two of at most 16. Cooperative
/// matrices put their product after it.
constexpr uint32_t kScratchWords = kMatrixSide * kMatrixSide, kSecondMatrix = kScratchWords / 2;
constexpr uint32_t kProduct = kScratchWords;

ValueId add(VendorWriter& w, ValueId a, ValueId b) { return w.binary(Opcode::kAdd, a, b); }
ValueId bits_and(VendorWriter& w, ValueId a, uint32_t mask) {
  return w.binary(Opcode::kAnd, a, w.word(mask));
}
ValueId times(VendorWriter& w, ValueId a, uint32_t power) {
  return power == 0 ? a : w.binary(Opcode::kShl, a, w.word(power));
}

}  // namespace

bool is_float(MatrixFormat format) {
  return format == MatrixFormat::kF16 || format == MatrixFormat::kBF16 || format == MatrixFormat::kF32 ||
         format == MatrixFormat::kE5M2 || format == MatrixFormat::kE4M3;
}

bool is_unsigned(MatrixFormat format) {
  return format == MatrixFormat::kU4 || format == MatrixFormat::kU8 || format == MatrixFormat::kU32;
}

uint32_t bits_of(MatrixFormat format) {
  switch (format) {
    case MatrixFormat::kI4:
    case MatrixFormat::kU4:
      return 4;
    case MatrixFormat::kI8:
    case MatrixFormat::kU8:
    case MatrixFormat::kE5M2:
    case MatrixFormat::kE4M3:
      return 8;
    case MatrixFormat::kF16:
    case MatrixFormat::kBF16:
      return 16;
    case MatrixFormat::kF32:
    case MatrixFormat::kI32:
    case MatrixFormat::kU32:
      break;
  }
  return 32;
}

// --- Lanes.

const char* MatrixWriter::unusable(const dxil::EntryPoint& entry) {
  if (entry.kind != dxil::ShaderKind::kCompute || !entry.thread_group_size) {
    return "only compute shaders can use matrices";
  }
  const auto& [x, y, z] = *entry.thread_group_size;
  const uint64_t threads = uint64_t{x} * y * z;
  if (threads == 0 || threads > 1024 || threads % kMatrixLanes != 0) {
    return "matrices need thread groups of a multiple of 32 threads";
  }
  if (entry.wave_size) {
    const dxil::WaveSize& size = *entry.wave_size;
    const uint32_t most = size.maximum != 0 ? size.maximum : size.minimum;
    if (size.minimum > kMatrixLanes || most < kMatrixLanes) return "matrices need waves of 32 lanes";
  }
  return nullptr;
}

void require_matrix_lanes(const dxil::Module& module, dxil::EntryPoint& entry) {
  const auto involves_waves = [](const dxil::Instruction& i) {
    const dxil::DxilOp* op = i.opcode == Opcode::kDxOp ? dxil::find_op(i.op()) : nullptr;
    return op != nullptr && (op->usage & dxil::kUsesWaveOperations) != 0;
  };
  const auto& [x, y, z] = *entry.thread_group_size;
  bool needs_size = x * y * z != kMatrixLanes;
  for (const dxil::Function& function : module.functions) {
    needs_size |= std::any_of(function.instructions.begin(), function.instructions.end(), involves_waves);
  }
  entry.wave_size.reset();
  if (needs_size) entry.wave_size = dxil::WaveSize{kMatrixLanes, 0, 0};
}

namespace {

uint32_t waves_of(const dxil::EntryPoint& entry) {
  const auto& [x, y, z] = *entry.thread_group_size;
  return x * y * z / kMatrixLanes;
}

/// Returns the formats in which cooperative matrices can multiply. Subgroups must be whole in the group's
/// first dimension, as Vulkan demands.
uint8_t unit_formats(const VendorDevice& device, const dxil::EntryPoint& entry) {
  const uint32_t lanes = waves_of(entry) == 1 ? device.largest_subgroup : kMatrixLanes;
  const bool are_whole = lanes != 0 && lanes <= kMatrixLanes && (*entry.thread_group_size)[0] % lanes == 0;
  return are_whole ? device.matrix_formats : 0;
}

uint32_t scratch_words(VendorWriter& w) {
  return unit_formats(w.additions().device, w.entry()) == 0 ? kScratchWords : 2 * kScratchWords;
}

ValueId scratch_of(VendorWriter& w) { return w.matrix_scratch(waves_of(w.entry()) * scratch_words(w)); }

}  // namespace

MatrixWriter::Place MatrixWriter::place() {
  const bool is_alone = waves_of(w_.entry()) == 1;
  const ValueId lane = is_alone ? w_.op(Op::kFlattenedThreadIdInGroup, w_.word_type(), {}) : w_.lane();
  const ValueId scratch = is_alone
                              ? w_.word(0)
                              : w_.binary(Opcode::kMul, w_.op(Op::kGetGroupWaveIndex, w_.word_type(), {}),
                                          w_.word(scratch_words(w_)));
  const ValueId half = bits_and(w_, w_.binary(Opcode::kLShr, lane, w_.word(4)), 1);
  return {bits_and(w_, lane, kMatrixSide - 1), times(w_, half, 3), scratch};
}

// A group of 32 threads is one wave, however many subgroups it has. In a larger one, the waves may have
// different control flow.
void MatrixWriter::barrier(bool with_buffers) {
  constexpr uint32_t kSync = 1, kUavGroup = 4, kGroupshared = 8;
  if (waves_of(w_.entry()) != 1) {
    w_.op(Op::kBarrierByMemoryType, w_.void_type(),
          {w_.word(dxil::kWaveBarrierMemory), w_.word(dxil::kWaveBarrierFlags)});
  } else {
    w_.op(Op::kBarrier, w_.void_type(), {w_.word(kSync | kGroupshared | (with_buffers ? kUavGroup : 0))});
  }
}

MatrixWords MatrixWriter::zeros() {
  MatrixWords words;
  words.fill(w_.word(0));
  return words;
}

ValueId MatrixWriter::load_scratch(ValueId index) {
  const ValueId variable = scratch_of(w_);
  return w_.load(w_.element_address(variable, w_.additions().scratch_type, index), w_.word_type());
}

void MatrixWriter::put_lines(const Place& place, uint32_t first_word, uint32_t bits,
                             const MatrixWords& values) {
  const ValueId variable = scratch_of(w_);
  const uint32_t words = kLaneElements * bits / 32;
  ValueId index = w_.binary(Opcode::kMul, place.line, w_.word(line_words(bits)));
  index = add(w_, index,
              w_.binary(Opcode::kMul, w_.binary(Opcode::kLShr, place.first, w_.word(3)), w_.word(words)));
  index = add(w_, add(w_, place.scratch, index), w_.word(first_word));
  for (uint32_t n = 0; n < words; ++n) {
    const ValueId at = add(w_, index, w_.word(n));
    w_.store(w_.element_address(variable, w_.additions().scratch_type, at), values[n]);
  }
}

MatrixWords MatrixWriter::flip(uint32_t bits, const MatrixWords& words) {
  const Place here = place();
  barrier(false);
  put_lines(here, 0, bits, words);
  barrier(false);
  const ValueId bit = w_.binary(Opcode::kMul, here.line, w_.word(bits));
  const ValueId shift = bits_and(w_, bit, 31);
  ValueId first = w_.binary(Opcode::kMul, here.first, w_.word(line_words(bits)));
  first = add(w_, add(w_, here.scratch, first), w_.binary(Opcode::kLShr, bit, w_.word(5)));
  std::array<ValueId, kLaneElements> elements;
  for (uint32_t n = 0; n < kLaneElements; ++n) {
    const ValueId word = load_scratch(add(w_, first, w_.word(n * line_words(bits))));
    elements[n] = bits == 32 ? word : bits_and(w_, w_.binary(Opcode::kLShr, word, shift), (1u << bits) - 1);
  }
  return packed(bits, elements);
}

MatrixWords MatrixWriter::packed(uint32_t bits, std::span<const ValueId> elements) {
  MatrixWords words = zeros();
  const uint32_t each = 32 / bits;
  for (uint32_t n = 0; n < elements.size(); ++n) {
    ValueId& word = words[n / each];
    word =
        n % each == 0 ? elements[n] : w_.binary(Opcode::kOr, word, times(w_, elements[n], n % each * bits));
  }
  return words;
}

// --- Numbers.

ValueId MatrixWriter::element_bits(MatrixFormat format, ValueId word, uint32_t i) {
  const uint32_t bits = bits_of(format), shift = i % (32 / bits) * bits;
  if (bits == 32) return word;
  if (!is_float(format) && !is_unsigned(format)) {
    return w_.binary(Opcode::kAShr, times(w_, word, 32 - bits - shift), w_.word(32 - bits));
  }
  const ValueId low = shift == 0 ? word : w_.binary(Opcode::kLShr, word, w_.word(shift));
  return shift + bits == 32 ? low : bits_and(w_, low, (1u << bits) - 1);
}

ValueId MatrixWriter::float_of(MatrixFormat format, ValueId bits) {
  if (format == MatrixFormat::kF32) return w_.to_float(bits);
  if (format == MatrixFormat::kF16) return w_.op(Op::kLegacyF16ToF32, w_.float_type(), {bits});
  if (format == MatrixFormat::kBF16) return w_.to_float(times(w_, bits, 16));
  const TypeId argument[] = {w_.word_type()};
  const uint32_t function = w_.helper(
      kDecode + static_cast<uint32_t>(format), "trellis.decode", argument, w_.word_type(),
      [format](VendorWriter& w, std::span<const ValueId> values) {
        return float_of_float8(w, values[0], format == MatrixFormat::kE4M3 ? Float8::kE4M3 : Float8::kE5M2);
      });
  return w_.to_float(w_.call(function, w_.word_type(), {bits}));
}

namespace {

/// Rounds the bits of a float to its upper half, to nearest even.
ValueId bfloat_of_float(VendorWriter& w, ValueId bits) {
  const ValueId high = w.binary(Opcode::kLShr, bits, w.word(16));
  const ValueId added = add(w, w.word(0x7FFF), bits_and(w, high, 1));
  const ValueId rounded = w.binary(Opcode::kLShr, add(w, bits, added), w.word(16));
  const ValueId is_nan = w.compare(Predicate::kUgt, bits_and(w, bits, 0x7FFFFFFF), w.word(0x7F800000));
  return w.select(is_nan, w.binary(Opcode::kOr, high, w.word(0x40)), rounded);
}

/// Replaces infinities of 16 bits with the largest number.
ValueId without_infinity(VendorWriter& w, ValueId bits, uint32_t infinity) {
  const ValueId is_infinite = w.compare(Predicate::kEq, bits_and(w, bits, 0x7FFF), w.word(infinity));
  return w.select(is_infinite, w.binary(Opcode::kSub, bits, w.word(1)), bits);
}

ValueId encoded(VendorWriter& w, MatrixFormat format, bool saturates, ValueId bits) {
  switch (format) {
    case MatrixFormat::kF16: {
      const ValueId half = half_of_float(w, bits, Rounding::kNearest);
      return saturates ? without_infinity(w, half, 0x7C00) : half;
    }
    case MatrixFormat::kBF16: {
      const ValueId high = bfloat_of_float(w, bits);
      return saturates ? without_infinity(w, high, 0x7F80) : high;
    }
    default:
      return float8_of_float(w, bits, format == MatrixFormat::kE4M3 ? Float8::kE4M3 : Float8::kE5M2,
                             saturates);
  }
}

/// Returns the range of an integer format, as bits.
std::pair<uint32_t, uint32_t> range_of(MatrixFormat format) {
  switch (format) {
    case MatrixFormat::kI8:
      return {static_cast<uint32_t>(-128), 127};
    case MatrixFormat::kU8:
      return {0, 255};
    case MatrixFormat::kI32:
      return {0x80000000, 0x7FFFFFFF};
    default:
      return {0, UINT32_MAX};
  }
}

/// Converts the bits of an integer, extended to 32. Without saturation, the upper bits are lost.
ValueId integer_of_integer(VendorWriter& w, bool is_from_unsigned, MatrixFormat to, bool saturates,
                           ValueId bits) {
  const auto [least, most] = range_of(to);
  if (saturates && is_from_unsigned) {
    bits = w.op(Op::kUMin, w.word_type(), {bits, w.word(most)});
  } else if (saturates) {
    bits = w.op(Op::kIMax, w.word_type(), {bits, w.word(least)});
    if (to != MatrixFormat::kU32) bits = w.op(Op::kIMin, w.word_type(), {bits, w.word(most)});
  }
  return bits_of(to) == 8 ? bits_and(w, bits, 0xFF) : bits;
}

}  // namespace

ValueId MatrixWriter::bits_of_float(MatrixFormat format, ValueId number, bool saturates) {
  if (format == MatrixFormat::kF32) return w_.to_word(number);
  const TypeId argument[] = {w_.word_type()};
  const uint32_t key = kEncode + 2 * static_cast<uint32_t>(format) + (saturates ? 1 : 0);
  const uint32_t function = w_.helper(key, "trellis.encode", argument, w_.word_type(),
                                      [format, saturates](VendorWriter& w, std::span<const ValueId> values) {
                                        return encoded(w, format, saturates, values[0]);
                                      });
  return w_.call(function, w_.word_type(), {w_.to_word(number)});
}

ValueId MatrixWriter::converted(MatrixFormat from, MatrixFormat to, bool saturates, ValueId bits) {
  if (from == to) return bits_of(to) == 8 ? bits_and(w_, bits, 0xFF) : bits;
  if (!is_float(from) && !is_float(to)) {
    return integer_of_integer(w_, is_unsigned(from), to, saturates, bits);
  }
  if (is_float(to)) {
    const ValueId number = is_float(from) ? float_of(from, bits)
                                          : w_.cast(is_unsigned(from) ? Opcode::kUIToFP : Opcode::kSIToFP,
                                                    w_.float_type(), bits);
    return bits_of_float(to, number, saturates);
  }
  const bool to_unsigned = to == MatrixFormat::kU32;
  const ValueId number =
      w_.cast(to_unsigned ? Opcode::kFPToUI : Opcode::kFPToSI, w_.word_type(), float_of(from, bits));
  return integer_of_integer(w_, to_unsigned, to, saturates && bits_of(to) == 8, number);
}

MatrixWords MatrixWriter::convert(const MatrixType& from, const MatrixType& to, bool saturates,
                                  const MatrixWords& words) {
  MatrixWords result = words;
  if (from.format != to.format) {
    std::array<ValueId, kLaneElements> elements;
    const uint32_t each = 32 / from.bits();
    for (uint32_t n = 0; n < kLaneElements; ++n) {
      elements[n] =
          converted(from.format, to.format, saturates, element_bits(from.format, words[n / each], n));
    }
    result = packed(to.bits(), elements);
  }
  return from.lines_are_rows() == to.lines_are_rows() ? result : flip(to.bits(), result);
}

// --- Products.

uint32_t MatrixWriter::dot_function(const MatrixProduct& product) {
  const bool is_real = is_float(product.a);
  const TypeId number = is_real ? w_.float_type() : w_.word_type();
  const TypeId arguments[] = {w_.word_type(), w_.word_type(), number};
  const uint32_t key = kDot + 16 * static_cast<uint32_t>(product.a) + static_cast<uint32_t>(product.b);
  return w_.helper(key, "trellis.dot", arguments, number,
                   [&product, is_real, number](VendorWriter& w, std::span<const ValueId> values) {
                     MatrixWriter matrices(w);
                     const uint32_t words = line_words(bits_of(product.a)), each = 32 / bits_of(product.a);
                     ValueId sum = values[2];
                     for (uint32_t n = 0; n < words; ++n) {
                       const ValueId a = matrices.load_scratch(add(w, values[0], w.word(n)));
                       const ValueId b = matrices.load_scratch(add(w, values[1], w.word(n)));
                       for (uint32_t i = 0; i < each; ++i) {
                         ValueId x = matrices.element_bits(product.a, a, i);
                         ValueId y = matrices.element_bits(product.b, b, i);
                         if (is_real) {
                           x = matrices.float_of(product.a, x);
                           y = matrices.float_of(product.b, y);
                         }
                         const ValueId term = w.binary(is_real ? Opcode::kFMul : Opcode::kMul, number, x, y);
                         sum = w.binary(is_real ? Opcode::kFAdd : Opcode::kAdd, number, sum, term);
                       }
                     }
                     return sum;
                   });
}

namespace {

/// Returns the format in which cooperative matrices can carry out the product; 0 if they cannot.
uint8_t units_for(VendorWriter& w, const MatrixProduct& product) {
  const auto is_half = [](MatrixFormat format) {
    return format == MatrixFormat::kF16 || format == MatrixFormat::kE4M3 || format == MatrixFormat::kE5M2;
  };
  uint8_t format = 0;
  if (is_half(product.a) && is_half(product.b)) format = kHalves;
  if (product.a == MatrixFormat::kI8 && product.b == MatrixFormat::kI8) format = kSignedBytes;
  if (product.a == MatrixFormat::kU8 && product.b == MatrixFormat::kU8) format = kUnsignedBytes;
  return format & unit_formats(w.additions().device, w.entry());
}

}  // namespace

MatrixWords MatrixWriter::halves_of(MatrixFormat format, const MatrixWords& words) {
  if (format == MatrixFormat::kF16) return words;
  std::array<ValueId, kLaneElements> elements;
  for (uint32_t n = 0; n < kLaneElements; ++n) {
    const ValueId bits = element_bits(format, words[n / 4], n);
    elements[n] = format == MatrixFormat::kE5M2 ? times(w_, bits, 8)
                                                : converted(format, MatrixFormat::kF16, false, bits);
  }
  return packed(16, elements);
}

MatrixWords MatrixWriter::multiply_by_units(uint8_t units, const MatrixProduct& product, const MatrixWords& a,
                                            const MatrixWords& b, const MatrixWords& c) {
  const bool is_real = units == kHalves;
  const uint32_t bits = is_real ? 16 : 8;
  const MatrixWords first = is_real ? halves_of(product.a, a) : a;
  const MatrixWords second = is_real ? halves_of(product.b, b) : b;
  const Place here = place();
  barrier(false);
  put_lines(here, 0, bits, first);
  put_lines(here, kSecondMatrix, bits, second);
  barrier(false);
  const bool is_group = waves_of(w_.entry()) == 1;
  w_.op(Op::kVendorMatrixProduct, w_.void_type(),
        {scratch_of(w_), here.scratch, w_.word(units), w_.word(is_group ? 1 : 0)});
  barrier(false);
  ValueId own = add(w_, add(w_, here.scratch, times(w_, here.line, 4)), here.first);  // Column by column.
  own = add(w_, own, w_.word(kProduct));
  std::array<ValueId, kLaneElements> elements;
  for (uint32_t n = 0; n < kLaneElements; ++n) {
    const ValueId term = load_scratch(add(w_, own, w_.word(n)));
    const ValueId added = element_bits(product.result, c[n * bits_of(product.result) / 32], n);
    if (is_real) {
      const ValueId sum =
          w_.binary(Opcode::kFAdd, w_.float_type(), w_.to_float(term), float_of(product.result, added));
      elements[n] = bits_of_float(product.result, sum, false);
    } else {
      elements[n] = add(w_, term, added);
    }
  }
  return packed(bits_of(product.result), elements);
}

MatrixWords MatrixWriter::multiply(const MatrixProduct& product, const MatrixWords& a, const MatrixWords& b,
                                   const MatrixWords& c) {
  const uint8_t units = units_for(w_, product);
  if (units != 0) return multiply_by_units(units, product, a, b, c);
  const uint32_t bits = bits_of(product.a);
  const bool is_real = is_float(product.a);
  const uint32_t dot = dot_function(product);
  const Place here = place();
  barrier(false);
  put_lines(here, 0, bits, a);
  put_lines(here, kSecondMatrix, bits, b);
  barrier(false);
  const ValueId length = w_.word(line_words(bits));
  const ValueId row = add(w_, here.scratch, w_.binary(Opcode::kMul, here.first, length));
  const ValueId column =
      add(w_, add(w_, here.scratch, w_.word(kSecondMatrix)), w_.binary(Opcode::kMul, here.line, length));
  std::array<ValueId, kLaneElements> elements;
  for (uint32_t n = 0; n < kLaneElements; ++n) {
    const ValueId own = element_bits(product.result, c[n * bits_of(product.result) / 32], n);
    const ValueId sum = w_.call(
        dot, is_real ? w_.float_type() : w_.word_type(),
        {add(w_, row, w_.word(n * line_words(bits))), column, is_real ? float_of(product.result, own) : own});
    elements[n] = is_real ? bits_of_float(product.result, sum, false) : sum;
  }
  return packed(bits_of(product.result), elements);
}

MatrixWords MatrixWriter::arithmetic(MatrixFormat format, MatrixArithmetic operation, const MatrixWords& a,
                                     const MatrixWords& b) {
  static constexpr Opcode kFloats[] = {Opcode::kFAdd, Opcode::kFSub, Opcode::kFMul, Opcode::kFDiv};
  static constexpr Opcode kIntegers[] = {Opcode::kAdd, Opcode::kSub, Opcode::kMul, Opcode::kSDiv};
  const size_t which = static_cast<size_t>(operation) - 1;
  std::array<ValueId, kLaneElements> elements;
  for (uint32_t n = 0; n < kLaneElements; ++n) {
    const uint32_t word = n * bits_of(format) / 32;
    const ValueId x = element_bits(format, a[word], n), y = element_bits(format, b[word], n);
    if (is_float(format)) {
      const ValueId number =
          w_.binary(kFloats[which], w_.float_type(), float_of(format, x), float_of(format, y));
      elements[n] = bits_of_float(format, number, false);
    } else {
      const bool divides_unsigned = operation == MatrixArithmetic::kDivide && is_unsigned(format);
      elements[n] = w_.binary(divides_unsigned ? Opcode::kUDiv : kIntegers[which], x, y);
    }
  }
  return packed(bits_of(format), elements);
}

// --- Elements.

MatrixWords MatrixWriter::fill(MatrixFormat format, ValueId value) {
  const uint32_t bits = bits_of(format);
  if (bits < 32) value = bits_and(w_, value, (1u << bits) - 1);
  std::array<ValueId, kLaneElements> elements;
  elements.fill(value);
  return packed(bits, elements);
}

ValueId MatrixWriter::element(MatrixFormat format, const MatrixWords& words, ValueId index) {
  const uint32_t bits = bits_of(format), count = kLaneElements * bits / 32;
  index = bits_and(w_, index, length(format) - 1);
  const ValueId at = bits == 16 ? w_.binary(Opcode::kLShr, index, w_.word(1)) : index;
  ValueId word = words[0];
  for (uint32_t n = 1; n < count; ++n) {
    word = w_.select(w_.compare(Predicate::kEq, at, w_.word(n)), words[n], word);
  }
  if (bits != 16) return word;
  return bits_and(w_, w_.binary(Opcode::kLShr, word, times(w_, bits_and(w_, index, 1), 4)), 0xFFFF);
}

MatrixWords MatrixWriter::with_element(MatrixFormat format, const MatrixWords& words, ValueId index,
                                       ValueId value) {
  const uint32_t bits = bits_of(format), count = kLaneElements * bits / 32;
  index = bits_and(w_, index, length(format) - 1);
  const ValueId at = bits == 16 ? w_.binary(Opcode::kLShr, index, w_.word(1)) : index;
  const ValueId shift = times(w_, bits_and(w_, index, 1), 4);
  MatrixWords result = words;
  for (uint32_t n = 0; n < count; ++n) {
    ValueId changed = value;
    if (bits == 16) {
      const ValueId mask = w_.binary(Opcode::kShl, w_.word(0xFFFF), shift);
      const ValueId kept =
          w_.binary(Opcode::kAnd, words[n], w_.binary(Opcode::kXor, mask, w_.word(UINT32_MAX)));
      changed = w_.binary(Opcode::kOr, kept, w_.binary(Opcode::kShl, bits_and(w_, value, 0xFFFF), shift));
    }
    result[n] = w_.select(w_.compare(Predicate::kEq, at, w_.word(n)), changed, words[n]);
  }
  return result;
}

}  // namespace trellis::lower

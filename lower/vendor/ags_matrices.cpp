#include "lower/vendor/ags_matrices.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "lower/vendor/matrix.hpp"

namespace trellis::lower {
namespace {

using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::ValueId;
using Writer = VendorWriter;

enum MatrixOpcode : uint32_t {
  kMulAcc = 0x28,
  kUavLoad = 0x29,
  kUavStore = 0x2A,
  kLdsLoad = 0x2D,
  kLdsStore = 0x2E,
  kElementFill = 0x2F,
  kElementExtract = 0x30,
  kLength = 0x31,
  kCopy = 0x32,
  kFill = 0x33,
  kArithmetic = 0x35,
};

/// A sequence of steps of one kind in one phase.
struct Part {
  MatrixStep::Kind kind = MatrixStep::kType;
  uint8_t phase = 0;
  uint8_t reg = 0;    ///< kPass: the register: 0, or 1 to 3 for A, B and C.
  uint8_t count = 0;  ///< 0: no part.
};

constexpr Part bell() { return {MatrixStep::kBell, 0, 0, 1}; }
constexpr Part pass(uint8_t phase, uint8_t reg) { return {MatrixStep::kPass, phase, reg, 4}; }
constexpr Part type_at(uint8_t phase) { return {MatrixStep::kType, phase, 0, 1}; }
constexpr Part take(uint8_t phase) { return {MatrixStep::kTake, phase, 0, 8}; }

struct Protocol {
  uint32_t opcode;
  std::array<Part, 5> parts;
};

constexpr Protocol kProtocols[] = {
    {kMulAcc, {pass(0, 1), pass(0, 2), pass(0, 3), type_at(1), take(2)}},
    {kUavLoad, {bell(), type_at(1), take(2)}},
    {kUavStore, {bell(), pass(1, 0), type_at(2)}},
    {kLdsLoad, {bell(), type_at(1), take(2)}},
    {kLdsStore, {bell(), pass(1, 0), type_at(2)}},
    {kElementFill, {pass(0, 0), type_at(1), take(2)}},
    {kElementExtract, {pass(0, 0), type_at(1)}},
    {kLength, {type_at(0)}},
    {kCopy, {pass(0, 0), type_at(1), take(2)}},
    {kFill, {type_at(0), take(1)}},
    {kArithmetic, {pass(0, 1), pass(0, 2), type_at(1), take(2)}},
};

const Protocol* protocol_of(uint32_t opcode) {
  const auto found = std::find_if(std::begin(kProtocols), std::end(kProtocols),
                                  [opcode](const Protocol& p) { return p.opcode == opcode; });
  return found == std::end(kProtocols) ? nullptr : found;
}

/// Returns the number of low bits that are certainly zero.
uint32_t zero_bits(const FinderInput& input, ValueId value, uint32_t depth = 0) {
  constexpr uint32_t kDepth = 8;
  if (value == kNone) return 32;
  value = input.locals.resolve(value);
  if (const auto bits = input.constant(value)) return std::min(32, std::countr_zero(*bits));
  const Instruction* i = input.handles.definition(value);
  if (i == nullptr || depth == kDepth || i->operand_count != 2) return 0;
  const auto operands = input.function.operands_of(*i);
  const auto of = [&](size_t n) { return zero_bits(input, operands[n], depth + 1); };
  switch (i->opcode) {
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kOr:
    case Opcode::kXor:
      return std::min(of(0), of(1));
    case Opcode::kAnd:
      return std::max(of(0), of(1));
    case Opcode::kMul:
      return std::min(of(0) + of(1), 32u);
    case Opcode::kShl: {
      const auto by = input.constant(operands[1]);
      return std::min(of(0) + static_cast<uint32_t>(by ? *by & 31 : 0), 32u);
    }
    default:
      return 0;
  }
}

}  // namespace

bool is_matrix_operation(uint32_t opcode) { return protocol_of(opcode) != nullptr; }
bool has_matrix_memory(uint32_t opcode) {
  return opcode == kUavLoad || opcode == kUavStore || is_in_groupshared(opcode);
}
bool is_in_groupshared(uint32_t opcode) { return opcode == kLdsLoad || opcode == kLdsStore; }

std::optional<MatrixStep> matrix_step(uint32_t opcode, uint32_t n) {
  for (const Part& part : protocol_of(opcode)->parts) {
    if (n >= part.count) {
      n -= part.count;
      continue;
    }
    MatrixStep step;
    step.kind = part.kind;
    step.phase = part.phase;
    if (part.kind == MatrixStep::kPass) {
      step.which = static_cast<uint8_t>(std::max<uint32_t>(part.reg, 1) - 1);
      step.immediate = static_cast<uint16_t>((n & 1) | n >> 1 << 4 | uint32_t{part.reg} << 8);
    } else if (part.kind == MatrixStep::kTake) {
      step.which = static_cast<uint8_t>(n);
      step.immediate = static_cast<uint16_t>((n & 3) | n >> 2 << 4);
    }
    return step;
  }
  return std::nullopt;
}

uint32_t type_step(uint32_t opcode) {
  uint32_t n = 0;
  for (const Part& part : protocol_of(opcode)->parts) {
    if (part.kind == MatrixStep::kType) break;
    n += part.count;
  }
  return n;
}

const char* set_matrix_memory(const FinderInput& input, Intrinsic& intrinsic, uint32_t hook) {
  const uint32_t opcode = intrinsic.row->number;
  const auto operands = input.function.operands_of(input.instruction(hook));
  if (is_in_groupshared(opcode)) {
    const Instruction* address = input.handles.definition(operands[0]);
    intrinsic.target = input.function.operands_of(*address)[0];
    intrinsic.target_array = address->aux;
    return nullptr;
  }
  const dxil::ResourceOfHandle resource = input.handles.find(operands[0]);
  intrinsic.target = operands[0];
  intrinsic.target_is_read_only = resource.is_read_only();
  intrinsic.target_is_aligned =
      zero_bits(input, intrinsic.operands[0]) >= 2 && zero_bits(input, intrinsic.operands[1]) >= 2;
  const bool is_raw = resource.from_heap || (resource.resource != nullptr &&
                                             resource.resource->kind == dxil::ResourceKind::kRawBuffer);
  if (!is_raw || resource.resource == input.buffer) return "it works on raw buffers only";
  if (opcode == kUavStore && intrinsic.target_is_read_only) return "it stores to UAVs only";
  return nullptr;
}

// --- Translations.

namespace {

constexpr MatrixProduct kProducts[] = {
    {MatrixFormat::kBF16, MatrixFormat::kBF16, MatrixFormat::kBF16},
    {MatrixFormat::kF16, MatrixFormat::kF16, MatrixFormat::kF16},
    {MatrixFormat::kF32, MatrixFormat::kBF16, MatrixFormat::kBF16},
    {MatrixFormat::kF32, MatrixFormat::kE5M2, MatrixFormat::kE5M2},
    {MatrixFormat::kF32, MatrixFormat::kE5M2, MatrixFormat::kE4M3},
    {MatrixFormat::kF32, MatrixFormat::kF16, MatrixFormat::kF16},
    {MatrixFormat::kF32, MatrixFormat::kE4M3, MatrixFormat::kE5M2},
    {MatrixFormat::kF32, MatrixFormat::kE4M3, MatrixFormat::kE4M3},
};
constexpr uint32_t kFirstOfBytes = 12;
constexpr MatrixProduct kByteProducts[] = {
    {MatrixFormat::kI32, MatrixFormat::kI8, MatrixFormat::kI8},
    {MatrixFormat::kI32, MatrixFormat::kU8, MatrixFormat::kU8},
    {MatrixFormat::kI32, MatrixFormat::kI8, MatrixFormat::kU8},
    {MatrixFormat::kI32, MatrixFormat::kU8, MatrixFormat::kI8},
};

std::optional<MatrixProduct> product_of(uint32_t number) {
  if (number < std::size(kProducts)) return kProducts[number];
  if (number - kFirstOfBytes < std::size(kByteProducts)) return kByteProducts[number - kFirstOfBytes];
  return std::nullopt;
}

// Bits: format 0 to 3, use 4 to 6, layout 7, shape 8 to 10, tile 11, sparse index 14 and 15.
std::optional<MatrixType> type_of_word(uint64_t word) {
  const uint64_t format = word & 15, use = word >> 4 & 7;
  if (word >> 8 != 0 || use > 2 || format < 2 || format > 10) return std::nullopt;
  MatrixType type;
  type.format = static_cast<MatrixFormat>(format);
  type.use = static_cast<MatrixUse>(use);
  type.is_column_major = (word >> 7 & 1) != 0;
  return type;
}

/// One operation, at its kType step.
class AgsMatrix {
 public:
  AgsMatrix(Writer& writer, Intrinsic& intrinsic)
      : w_(writer), in_(intrinsic), matrices_(writer), opcode_(intrinsic.row->number) {}

  Result<void> write() {
    if (const char* wrong = MatrixWriter::unusable(w_.entry())) return refuse(wrong);
    w_.additions().uses_matrices = true;
    if (opcode_ == kMulAcc) return multiply();
    const std::optional<MatrixType> type = type_of_word(in_.immediate);
    if (!type) return refuse("the type of the matrix is not supported");
    type_ = *type;
    return opcode_ == kCopy ? copy() : opcode_ == kArithmetic ? arithmetic() : simple();
  }

 private:
  Diagnostic refuse(const char* message) {
    return w_.refuse(in_, (String("AGS operation ") + in_.row->name + ": " + message).c_str());
  }

  ValueId a() { return w_.word_of(in_.operands[2 * type_step(opcode_)]); }
  ValueId b() { return w_.word_of(in_.operands[2 * type_step(opcode_) + 1]); }

  /// Returns the matrix that was passed as the first, second or third.
  MatrixWords passed(uint32_t which) {
    MatrixWords words;
    uint32_t next = 0;
    for (uint32_t n = 0; n < in_.steps.size(); ++n) {
      const MatrixStep step = *matrix_step(opcode_, n);
      if (step.kind != MatrixStep::kPass || step.which != which) continue;
      words[next++] = w_.word_of(in_.operands[2 * n]);
      words[next++] = w_.word_of(in_.operands[2 * n + 1]);
    }
    return words;
  }

  Result<void> give(const MatrixWords& words) {
    std::copy(words.begin(), words.end(), in_.made.begin());
    return w_.give(in_, type_step(opcode_), w_.word(0));
  }

  // Bits 0 to 6 are the product.
  Result<void> multiply() {
    const std::optional<MatrixProduct> product = product_of(in_.immediate);
    if (!product) return refuse("the product is not supported");
    return give(matrices_.multiply(*product, passed(0), passed(1), passed(2)));
  }

  Result<void> copy() {
    const auto to_word = w_.constant_of(in_.operands[2 * type_step(kCopy)]);
    const auto saturates = w_.constant_of(in_.operands[2 * type_step(kCopy) + 1]);
    if (!to_word || !saturates) return refuse("the type of the result is not constant");
    const std::optional<MatrixType> to = type_of_word(*to_word);
    if (!to) return refuse("the type of the result is not supported");
    return give(matrices_.convert(type_, *to, *saturates != 0, passed(0)));
  }

  Result<void> arithmetic() {
    const auto operation = w_.constant_of(in_.operands[2 * type_step(kArithmetic)]);
    if (!operation || *operation < 1 || *operation > 4) return refuse("the operation is not known");
    if (type_.bits() == 8) return refuse("arithmetic on elements of eight bits is not supported");
    return give(
        matrices_.arithmetic(type_.format, static_cast<MatrixArithmetic>(*operation), passed(0), passed(1)));
  }

  Result<void> simple() {
    switch (opcode_) {
      case kUavLoad:
      case kLdsLoad:
        return give(matrices_.load(type_, memory()));
      case kUavStore:
      case kLdsStore:
        matrices_.store(type_, memory(), passed(0));
        return give({});
      case kElementFill:
        return give(matrices_.with_element(type_.format, passed(0), a(), b()));
      case kElementExtract:
        return w_.give(in_, type_step(opcode_), matrices_.element(type_.format, passed(0), a()));
      case kLength:
        return w_.give(in_, type_step(opcode_), w_.word(MatrixWriter::length(type_.format)));
      default:
        return give(matrices_.fill(type_.format, a()));
    }
  }

  // Offsets and strides in groupshared memory are in words.
  MatrixMemory memory() {
    MatrixMemory memory;
    memory.offset = w_.word_of(in_.operands[0]);
    memory.stride = w_.word_of(in_.operands[1]);
    memory.is_writable = !in_.target_is_read_only;
    memory.is_aligned = in_.target_is_aligned;
    if (!is_in_groupshared(opcode_)) {
      memory.handle = w_.value_of(in_.target);
      return memory;
    }
    memory.variable = in_.target;
    memory.array = in_.target_array;
    memory.is_aligned = true;
    memory.offset = w_.binary(Opcode::kShl, memory.offset, w_.word(2));
    memory.stride = w_.binary(Opcode::kShl, memory.stride, w_.word(2));
    return memory;
  }

  Writer& w_;
  Intrinsic& in_;
  MatrixWriter matrices_;
  uint32_t opcode_;
  MatrixType type_;
};

}  // namespace

Result<void> write_matrix(Writer& w, Intrinsic& in, uint32_t step) {
  const MatrixStep here = *matrix_step(in.row->number, step);
  if (here.kind == MatrixStep::kType) return AgsMatrix(w, in).write();
  return w.give(in, step, here.kind == MatrixStep::kTake ? in.made[here.which] : w.word(0));
}

}  // namespace trellis::lower

// Loads and stores of matrices.
#include "lower/vendor/matrix.hpp"

namespace trellis::lower {

using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::ValueId;

ValueId MatrixWriter::address(const Place& place, const MatrixMemory& memory, uint32_t bits,
                              bool is_contiguous) {
  const ValueId size = w_.word(bits / 8);
  const auto times = [this](ValueId a, ValueId b) { return w_.binary(Opcode::kMul, a, b); };
  const ValueId line = times(place.line, is_contiguous ? memory.stride : size);
  const ValueId first = times(place.first, is_contiguous ? size : memory.stride);
  return w_.binary(Opcode::kAdd, w_.binary(Opcode::kAdd, memory.offset, line), first);
}

void MatrixWriter::load_words(const MatrixMemory& memory, ValueId address, std::span<ValueId> words) {
  const auto count = static_cast<uint32_t>(words.size());
  if (memory.handle == kNone) {
    const ValueId first = w_.binary(Opcode::kLShr, address, w_.word(2));
    for (uint32_t n = 0; n < count; ++n) {
      const ValueId index = w_.binary(Opcode::kAdd, first, w_.word(n));
      words[n] = w_.load(w_.element_address(memory.variable, memory.array, index), w_.word_type());
    }
    return;
  }
  for (uint32_t n = 0; n < count; n += 4) {
    const uint32_t together = std::min(count - n, 4u);
    const auto mask = static_cast<uint8_t>((1u << together) - 1);
    const ValueId at = w_.binary(Opcode::kAdd, address, w_.word(4 * n));
    const ValueId loaded = w_.op(Op::kRawBufferLoad, w_.load_result_type(),
                                 {memory.handle, at, w_.undefined_word(), w_.byte(mask), w_.word(4)});
    for (uint32_t k = 0; k < together; ++k) words[n + k] = w_.extract(loaded, k);
  }
}

void MatrixWriter::store_words(const MatrixMemory& memory, ValueId address, std::span<const ValueId> words) {
  const auto count = static_cast<uint32_t>(words.size());
  if (memory.handle == kNone) {
    const ValueId first = w_.binary(Opcode::kLShr, address, w_.word(2));
    for (uint32_t n = 0; n < count; ++n) {
      const ValueId index = w_.binary(Opcode::kAdd, first, w_.word(n));
      w_.store(w_.element_address(memory.variable, memory.array, index), words[n]);
    }
    return;
  }
  for (uint32_t n = 0; n < count; n += 4) {
    const uint32_t together = std::min(count - n, 4u);
    const ValueId at = w_.binary(Opcode::kAdd, address, w_.word(4 * n));
    std::array<ValueId, 4> values;
    for (uint32_t k = 0; k < 4; ++k) values[k] = k < together ? words[n + k] : w_.undefined_word();
    w_.op(Op::kRawBufferStore, w_.void_type(),
          {memory.handle, at, w_.undefined_word(), values[0], values[1], values[2], values[3],
           w_.byte(static_cast<uint8_t>((1u << together) - 1)), w_.word(4)});
  }
}

MatrixWords MatrixWriter::load_run(const MatrixMemory& memory, ValueId address, uint32_t words,
                                   bool is_aligned) {
  MatrixWords result = zeros();
  if (is_aligned) {
    load_words(memory, address, std::span(result).first(words));
    return result;
  }
  std::array<ValueId, kMatrixWords + 1> loaded;
  load_words(memory, w_.binary(Opcode::kAnd, address, w_.word(~3u)), std::span(loaded).first(words + 1));
  const ValueId by = w_.binary(Opcode::kShl, w_.binary(Opcode::kAnd, address, w_.word(3)), w_.word(3));
  const ValueId back = w_.binary(Opcode::kSub, w_.word(31), by);
  for (uint32_t n = 0; n < words; ++n) {
    const ValueId above = w_.binary(Opcode::kShl, loaded[n + 1], w_.word(1));
    result[n] =
        w_.binary(Opcode::kOr, w_.binary(Opcode::kLShr, loaded[n], by), w_.binary(Opcode::kShl, above, back));
  }
  return result;
}

MatrixWords MatrixWriter::load(const MatrixType& type, const MatrixMemory& memory) {
  if (memory.is_writable) barrier(memory.handle != kNone);
  const uint32_t bits = type.bits();
  const bool is_contiguous = type.is_contiguous();
  const ValueId first = address(place(), memory, bits, is_contiguous);
  MatrixWords result = zeros();
  if (is_contiguous) {
    result = load_run(memory, first, type.words(), memory.is_aligned || bits == 32);
  } else {
    std::array<ValueId, kLaneElements> elements;
    ValueId at = first;
    for (uint32_t n = 0; n < kLaneElements; ++n) {
      if (n != 0) at = w_.binary(Opcode::kAdd, at, memory.stride);
      const ValueId whole = bits == 32 ? at : w_.binary(Opcode::kAnd, at, w_.word(~3u));
      load_words(memory, whole, std::span(elements).subspan(n, 1));
      if (bits == 32) continue;
      const ValueId by = w_.binary(Opcode::kShl, w_.binary(Opcode::kAnd, at, w_.word(3)), w_.word(3));
      elements[n] =
          w_.binary(Opcode::kAnd, w_.binary(Opcode::kLShr, elements[n], by), w_.word((1u << bits) - 1));
    }
    result = packed(bits, elements);
  }
  if (memory.is_writable) barrier(memory.handle != kNone);
  return result;
}

// Other lanes may write the rest of the first and of the last word.
void MatrixWriter::store_bytes(const MatrixMemory& memory, ValueId address, std::span<const ValueId> words) {
  enum : uint32_t { kAnd = 1, kOr = 2 };
  const ValueId by = w_.binary(Opcode::kShl, w_.binary(Opcode::kAnd, address, w_.word(3)), w_.word(3));
  const ValueId back = w_.binary(Opcode::kSub, w_.word(31), by);
  const ValueId first = w_.binary(Opcode::kAnd, address, w_.word(~3u));
  const auto atomic = [&](uint32_t kind, ValueId at, ValueId value) {
    w_.op(Op::kAtomicBinOp, w_.word_type(),
          {memory.handle, w_.word(kind), at, w_.undefined_word(), w_.undefined_word(), value});
  };
  // The part of a word that moves to the next one.
  const auto rest = [&](ValueId word) {
    return w_.binary(Opcode::kLShr, w_.binary(Opcode::kLShr, word, w_.word(1)), back);
  };
  for (uint32_t n = 0; n <= words.size(); ++n) {
    ValueId value = w_.word(0), mask = w_.word(0);
    if (n < words.size()) {
      value = w_.binary(Opcode::kShl, words[n], by);
      mask = w_.binary(Opcode::kShl, w_.word(UINT32_MAX), by);
    }
    if (n > 0) {
      value = w_.binary(Opcode::kOr, value, rest(words[n - 1]));
      mask = w_.binary(Opcode::kOr, mask, rest(w_.word(UINT32_MAX)));
    }
    const ValueId at = w_.binary(Opcode::kAdd, first, w_.word(4 * n));
    atomic(kAnd, at, w_.binary(Opcode::kXor, mask, w_.word(UINT32_MAX)));
    atomic(kOr, at, value);
  }
}

void MatrixWriter::store(const MatrixType& type, const MatrixMemory& memory, const MatrixWords& words) {
  barrier(memory.handle != kNone);
  const uint32_t bits = type.bits();
  if (bits == 32 && !type.is_contiguous()) {
    ValueId at = address(place(), memory, bits, false);
    for (uint32_t n = 0; n < kLaneElements; ++n) {
      if (n != 0) at = w_.binary(Opcode::kAdd, at, memory.stride);
      store_words(memory, at, std::span(words).subspan(n, 1));
    }
  } else {
    const MatrixWords run = type.is_contiguous() ? words : flip(bits, words);
    const ValueId at = address(place(), memory, bits, true);
    const std::span<const ValueId> used = std::span(run).first(type.words());
    if (memory.is_aligned || bits == 32) {
      store_words(memory, at, used);
    } else {
      store_bytes(memory, at, used);
    }
  }
  barrier(memory.handle != kNone);
}

}  // namespace trellis::lower

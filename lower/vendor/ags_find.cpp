// AMD's protocol: compare-exchanges whose address is an instruction word. An operation consists of one or
// more phases (docs/vendor.md).
#include <cstdio>

#include "lower/vendor/intrinsics.hpp"

namespace trellis::lower {
namespace {

using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::ValueId;

constexpr uint32_t kAtomicU64 = 0x18, kCompareExchange64 = 8;
constexpr uint32_t kMin3U = 0x07, kMax3F = 0x0C;

struct Word {
  uint32_t opcode = 0, immediate = 0, phase = 0;
};

/// Decodes an instruction word: bits 31 to 28 are 5, bits 27 and 26 are 0.
std::optional<Word> decode(uint64_t bits) {
  if (bits >> 26 != 0x14) return std::nullopt;
  const auto word = static_cast<uint32_t>(bits);
  return Word{word & 0xFF, word >> 8 & 0xFFFF, word >> 24 & 3};
}

String hexadecimal(uint32_t number, int digits) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%0*x", digits, number);
  return text;
}

String describe(const Word& word) {
  const IntrinsicRow* row = find_row(ags_rows(), word.opcode);
  if (row == nullptr) return "AGS operation " + hexadecimal(word.opcode, 2);
  return String("AGS operation ") + row->name + " (" + hexadecimal(word.opcode, 2) + ")";
}

class AgsFinder {
 public:
  explicit AgsFinder(const FinderInput& input) : input_(input) {}

  Result<void> run() {
    for (const Vector<uint32_t>& run : input_.runs) {
      for (const uint32_t n : run) {
        if (Result<void> done = look_at(n); !done) return done;
      }
      if (Result<void> done = end(); !done) return done;
    }
    return {};
  }

 private:
  Result<void> look_at(uint32_t n) {
    const Instruction& i = input_.instruction(n);
    const ValueId handle = input_.handle_of(i);
    if (handle == kNone) return {};
    if (!input_.is_own(handle)) return may_name_target(n);
    input_.found.any = true;
    const auto operands = input_.function.operands_of(i);
    constexpr uint32_t kWord = 1, kA = 4, kB = 5;
    if (!i.is(Op::kAtomicCompareExchange) || operands.size() <= kB ||
        input_.shader.module.types[i.type].bits != 32) {
      return refuse_access(n, "the access to AGS' buffer is none of its operations");
    }
    const std::optional<uint64_t> bits = input_.constant(operands[kWord]);
    if (!bits) return refuse_access(n, "the instruction word of an AGS operation is not constant");
    const std::optional<Word> word = decode(*bits);
    if (!word) {
      return refuse_access(n, hexadecimal(static_cast<uint32_t>(*bits), 8) +
                                  " is not the instruction word of an AGS operation");
    }
    return take_step(n, *word, operands[kA], operands[kB]);
  }

  Result<void> take_step(uint32_t n, const Word& word, ValueId a, ValueId b) {
    const IntrinsicRow* row = find_row(ags_rows(), word.opcode);
    if (row == nullptr || row->write == nullptr) return take_unsupported(n, word);
    const bool goes_on = is_open_ && word.opcode == word_.opcode && word.immediate == word_.immediate &&
                         word.phase == steps_.size();
    if (!goes_on) {
      if (Result<void> done = end(); !done) return done;
      if (word.phase != 0) {
        return refuse_access(n,
                             describe(word) + ": phase " + decimal(word.phase) + " without those before it");
      }
      is_open_ = true;
      word_ = word;
      intrinsic_ = {};
      intrinsic_.row = row;
      intrinsic_.operands_by_step = true;
      intrinsic_.immediate = word.immediate;
    }
    steps_.push_back(n);
    intrinsic_.operands[2 * word.phase] = a;
    intrinsic_.operands[2 * word.phase + 1] = b;
    return steps_.size() == phases() ? end() : Result<void>();
  }

  /// Reports an unsupported operation once, not for each of its phases.
  Result<void> take_unsupported(uint32_t n, const Word& word) {
    if (Result<void> done = end(); !done) return done;
    const bool is_first = word.phase == 0 || word.opcode != unsupported_;
    unsupported_ = word.opcode;
    if (is_first) return give_up({n}, describe(word) + " is not supported");
    input_.found.fates[n].kind = Fate::kZero;
    return {};
  }

  uint32_t phases() const {
    const bool is_longer = word_.opcode == kAtomicU64 && word_.immediate == kCompareExchange64;
    return intrinsic_.row->steps + (is_longer ? 1u : 0u);
  }

  /// Ends the open operation, which is complete or cut off.
  Result<void> end() {
    if (!is_open_) return {};
    is_open_ = false;
    Vector<uint32_t> steps;
    std::swap(steps, steps_);
    if (steps.size() != phases()) {
      return give_up(steps, describe(word_) + " is cut off after phase " + decimal(steps.size() - 1));
    }
    if (const char* wrong = what_is_wrong(steps)) return give_up(steps, describe(word_) + ": " + wrong);
    const auto number = static_cast<uint32_t>(input_.found.intrinsics.size());
    for (uint32_t s = 0; s < steps.size(); ++s) input_.found.fates[steps[s]] = {Fate::kStep, number, s};
    intrinsic_.steps = std::move(steps);
    if (hook_ != kNone) input_.found.fates[hook_].kind = Fate::kGoes;
    hook_ = kNone;
    input_.found.intrinsics.push_back(intrinsic_);
    return {};
  }

  ValueId result(uint32_t n) const { return input_.instruction(n).result; }

  /// Returns what is wrong with the operands of the steps, or null.
  const char* what_is_wrong(const Vector<uint32_t>& steps) {
    const auto is_result = [&](uint32_t operand, size_t step) {
      return input_.locals.resolve(intrinsic_.operands[operand]) == result(steps[step]);
    };
    if (word_.opcode >= kMin3U && word_.opcode <= kMax3F && !is_result(3, 0)) {
      return "phase 1 does not take the result of phase 0";
    }
    if (word_.opcode != kAtomicU64) return nullptr;
    if (hook_ == kNone) return "no store names the resource";
    if (steps.size() == 3 && !is_result(5, 1)) return "phase 2 does not take the result of phase 1";
    if (steps.size() == 4 && !is_result(7, 2)) return "phase 3 does not take the result of phase 2";
    const Instruction& hook = input_.instruction(hook_);
    const auto operands = input_.function.operands_of(hook);
    if (!input_.set_target(intrinsic_, operands[0], true)) {
      return "it works on raw buffers, and on textures of two words without layers, only";
    }
    return nullptr;
  }

  /// Records a store at the result of phase 0 of an AtomicU64: it names the resource.
  Result<void> may_name_target(uint32_t n) {
    if (!is_open_ || word_.opcode != kAtomicU64 || steps_.size() != 2) return {};
    const Instruction& i = input_.instruction(n);
    const auto operands = input_.function.operands_of(i);
    const bool is_store = i.is(Op::kBufferStore) || i.is(Op::kRawBufferStore) || i.is(Op::kTextureStore) ||
                          i.is(Op::kRawBufferVectorStore);
    if (is_store && operands.size() > 1 && input_.locals.resolve(operands[1]) == result(steps_[0])) hook_ = n;
    return {};
  }

  Result<void> refuse_access(uint32_t n, String message) {
    if (Result<void> done = end(); !done) return done;
    return give_up({n}, std::move(message));
  }

  Result<void> give_up(const Vector<uint32_t>& steps, String message) {
    if (Result<void> done = input_.refuse(steps.front(), std::move(message)); !done) return done;
    for (const uint32_t n : steps) input_.found.fates[n].kind = Fate::kZero;
    if (hook_ != kNone) input_.found.fates[hook_].kind = Fate::kGoes;
    hook_ = kNone;
    return {};
  }

  const FinderInput& input_;
  bool is_open_ = false;
  Word word_;
  Intrinsic intrinsic_;
  Vector<uint32_t> steps_;
  uint32_t hook_ = kNone;
  uint32_t unsupported_ = 0;  // Opcode of the last unsupported operation.
};

}  // namespace

Result<void> find_ags(const FinderInput& input) { return AgsFinder(input).run(); }

}  // namespace trellis::lower

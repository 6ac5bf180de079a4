// AMD's protocol: compare-exchanges whose address is an instruction word. An operation consists of one or
// more phases (docs/vendor.md).
#include <algorithm>
#include <cstdio>

#include "lower/vendor/ags_matrices.hpp"
#include "lower/vendor/intrinsics.hpp"

namespace trellis::lower {
namespace {

using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::ValueId;

constexpr uint32_t kAtomicU64 = 0x18, kCompareExchange64 = 8;
constexpr uint32_t kMin3U = 0x07, kMax3F = 0x0C, kBaryCoord = 0x0D;

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
        TRELLIS_RETURN_IF_ERROR(look_at(n));
      }
      TRELLIS_RETURN_IF_ERROR(end());
    }
    return {};
  }

 private:
  Result<void> look_at(uint32_t n) {
    const Instruction& i = input_.instruction(n);
    const ValueId handle = input_.handle_of(i);
    if (is_open_ && has_matrix_memory(word_.opcode)) may_be_hook(n);
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
    if (is_dummy(word, a, b)) {
      input_.found.fates[n].kind = Fate::kZero;
      return {};
    }
    if (!goes_on(word)) {
      TRELLIS_RETURN_IF_ERROR(end());
      if (!begins(word)) {
        const String what = word.phase == 0 ? String(": another step comes before the first one")
                                            : ": phase " + decimal(word.phase) + " without those before it";
        return refuse_access(n, describe(word) + what);
      }
      is_open_ = true;
      word_ = word;
      intrinsic_ = {};
      intrinsic_.row = row;
      intrinsic_.operands_by_step = true;
      intrinsic_.immediate = word.immediate;
    }
    if (is_matrix_operation(word.opcode) && steps_.size() == type_step(word.opcode)) {
      intrinsic_.immediate = word.immediate;
    }
    last_phase_ = word.phase;
    intrinsic_.operands[2 * steps_.size()] = a;
    intrinsic_.operands[2 * steps_.size() + 1] = b;
    steps_.push_back(n);
    return steps_.size() == phases() ? end() : Result<void>();
  }

  /// Whether a step with this word can be the first one.
  static bool begins(const Word& word) {
    return is_matrix_operation(word.opcode) ? matrix_step(word.opcode, 0)->accepts(word.phase, word.immediate)
                                            : word.phase == 0;
  }

  /// Whether a step with this word can be the next one of the open operation.
  bool goes_on(const Word& word) const {
    if (!is_open_ || word.opcode != word_.opcode) return false;
    if (!is_matrix_operation(word.opcode)) {
      return word.immediate == word_.immediate && word.phase == steps_.size();
    }
    const auto next = matrix_step(word.opcode, static_cast<uint32_t>(steps_.size()));
    return next && next->accepts(word.phase, word.immediate);
  }

  /// Some versions of AMD's header begin WaveMatrixCopy with steps that pass zeros. If the step repeats the
  /// first one, what was passed before is dropped.
  bool is_dummy(const Word& word, ValueId a, ValueId b) {
    constexpr uint32_t kCopy = 0x32;
    if (word.opcode != kCopy || word.phase != 0 || goes_on(word)) return false;
    const auto is_zero = [this](ValueId value) { return input_.constant(value) == uint64_t{0}; };
    const auto& passed = intrinsic_.operands;
    const size_t count = is_open_ && word_.opcode == kCopy ? 2 * steps_.size() : 0;
    if (count > 8 || !std::all_of(passed.begin(), passed.begin() + count, is_zero)) return false;
    if (count != 0) {
      for (const uint32_t step : steps_) input_.found.fates[step].kind = Fate::kZero;
      steps_.clear();
      is_open_ = false;
    }
    return !begins(word) && is_zero(a) && is_zero(b);
  }

  /// Reports an unsupported operation once, not for each of its phases.
  Result<void> take_unsupported(uint32_t n, const Word& word) {
    TRELLIS_RETURN_IF_ERROR(end());
    const bool is_first = word.phase == 0 || word.opcode != unsupported_;
    unsupported_ = word.opcode;
    if (is_first) return give_up({n}, describe(word) + " is not supported");
    input_.found.fates[n].kind = Fate::kZero;
    return {};
  }

  uint32_t phases() const {
    const bool is_longer = (word_.opcode == kAtomicU64 && word_.immediate == kCompareExchange64) ||
                           (word_.opcode == kBaryCoord && word_.immediate == kPullModel);
    return intrinsic_.row->steps + (is_longer ? 1u : 0u);
  }

  /// Ends the open operation, which is complete or cut off.
  Result<void> end() {
    if (!is_open_) return {};
    is_open_ = false;
    Vector<uint32_t> steps;
    std::swap(steps, steps_);
    if (steps.size() != phases()) {
      return give_up(steps, describe(word_) + " is cut off after phase " + decimal(last_phase_));
    }
    if (const char* wrong = what_is_wrong(steps)) return give_up(steps, describe(word_) + ": " + wrong);
    const auto number = static_cast<uint32_t>(input_.found.intrinsics.size());
    for (uint32_t s = 0; s < steps.size(); ++s) input_.found.fates[steps[s]] = {Fate::kStep, number, s};
    intrinsic_.steps = std::move(steps);
    drop_hook();
    input_.found.intrinsics.push_back(intrinsic_);
    return {};
  }

  void drop_hook() {
    if (hook_ != kNone) {
      const bool is_value = input_.instruction(hook_).opcode == dxil::Opcode::kAtomicRmw;
      input_.found.fates[hook_].kind = is_value ? Fate::kZero : Fate::kGoes;
    }
    if (hooked_ != kNone) input_.found.fates[hooked_].kind = Fate::kZero;
    hook_ = hooked_ = kNone;
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
    if (has_matrix_memory(word_.opcode)) {
      if (hook_ == kNone) return "no access names the memory";
      const uint32_t value = hooked_ != kNone ? hooked_ : hook_;
      if (input_.locals.resolve(intrinsic_.operands[size_t{2} * type_step(word_.opcode)]) != result(value)) {
        return "it does not take the result of the access that names the memory";
      }
      return set_matrix_memory(input_, intrinsic_, hook_);
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

  /// Records an access at the result of a matrix operation's first step, which names the memory: a load from
  /// a raw buffer, or an atomic addition on a groupshared array of words. Records also the value that was
  /// loaded.
  void may_be_hook(uint32_t n) {
    const Instruction& i = input_.instruction(n);
    const auto operands = input_.function.operands_of(i);
    if (hook_ != kNone) {
      const bool is_element = i.opcode == dxil::Opcode::kExtractValue && operands[0] == result(hook_);
      if (is_element && i.aux == 0 && hooked_ == kNone) hooked_ = n;
      return;
    }
    const bool is_load = i.is(Op::kBufferLoad) || i.is(Op::kRawBufferLoad);
    const auto is_bell = [this](ValueId value) { return input_.locals.resolve(value) == result(steps_[0]); };
    if (is_in_groupshared(word_.opcode)) {
      const bool adds_nothing = i.opcode == dxil::Opcode::kAtomicRmw &&
                                i.aux == static_cast<uint32_t>(dxil::AtomicOp::kAdd) &&
                                input_.constant(operands[1]) == uint64_t{0};
      if (adds_nothing && is_word_of_array(operands[0], is_bell)) hook_ = n;
    } else if (is_load && operands.size() > 1 && is_bell(operands[1])) {
      hook_ = n;
    }
  }

  /// Whether it is the address of an element of a groupshared array, at an index of that kind.
  template <class IsIndex>
  bool is_word_of_array(ValueId pointer, IsIndex is_index) const {
    const Instruction* address = input_.handles.definition(pointer);
    if (address == nullptr || address->opcode != dxil::Opcode::kGep || address->operand_count != 3)
      return false;
    const auto operands = input_.function.operands_of(*address);
    const dxil::Module& module = input_.shader.module;
    if (!module.is_module_value(operands[0]) || module.values[operands[0]].kind != dxil::ValueKind::kGlobal) {
      return false;
    }
    const dxil::Type& array = module.types[address->aux];
    if (array.kind != dxil::TypeKind::kArray || input_.constant(operands[1]) != uint64_t{0}) return false;
    const dxil::Type& element = module.types[array.element];
    const dxil::Global& variable = module.globals[module.values[operands[0]].index];
    return element.kind == dxil::TypeKind::kInt && element.bits == 32 &&
           variable.value_type == address->aux && variable.address_space == 3 && is_index(operands[2]);
  }

  Result<void> refuse_access(uint32_t n, String message) {
    TRELLIS_RETURN_IF_ERROR(end());
    return give_up({n}, std::move(message));
  }

  Result<void> give_up(const Vector<uint32_t>& steps, String message) {
    TRELLIS_RETURN_IF_ERROR(input_.refuse(steps.front(), std::move(message)));
    for (const uint32_t n : steps) input_.found.fates[n].kind = Fate::kZero;
    drop_hook();
    return {};
  }

  const FinderInput& input_;
  bool is_open_ = false;
  Word word_;
  Intrinsic intrinsic_;
  Vector<uint32_t> steps_;
  uint32_t last_phase_ = 0;
  uint32_t hook_ = kNone, hooked_ = kNone;  // The access that names the memory, and the value of it.
  uint32_t unsupported_ = 0;                // Opcode of the last unsupported operation.
};

}  // namespace

Result<void> find_ags(const FinderInput& input) { return AgsFinder(input).run(); }

}  // namespace trellis::lower

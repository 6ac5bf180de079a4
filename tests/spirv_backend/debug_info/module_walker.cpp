#include "tests/spirv_backend/debug_info/module_walker.hpp"

#include <spirv/unified1/spirv.hpp11>
#include <tuple>

#include "spirv_backend/debug_info/debug_set.hpp"

namespace trellis::test_backend {
namespace {

using spirv::DebugOp;
using spv::Op;

class Walker {
 public:
  Walker(const std::vector<uint32_t>& words, uint32_t invocation, const std::vector<uint32_t>& input,
         size_t output_words)
      : words_(words),
        values_(words[3]),
        known_(words[3]),
        at_(words[3]),
        invocation_(invocation),
        input_(input) {
    walk_.output.assign(output_words, 0);
  }

  Walk run() {
    size_t entry = read_globals();
    for (size_t at = entry, steps = 0; walk_.fault.empty() && at != 0; ++steps) {
      if (steps > 100000) walk_.fault = "runs too long";
      at = step(at);
    }
    return walk_;
  }

 private:
  uint32_t word(size_t at, uint32_t n) const { return words_[at + n]; }
  uint32_t size(size_t at) const { return words_[at] >> 16; }
  Op op(size_t at) const { return static_cast<Op>(words_[at] & 0xFFFF); }
  std::string text(size_t at, uint32_t n) const { return reinterpret_cast<const char*>(&words_[at + n]); }
  DebugOp debug_op(uint32_t id) const { return static_cast<DebugOp>(word(at_[id], 4)); }
  void set(uint32_t id, uint32_t value) {
    values_[id] = value;
    known_[id] = true;
  }

  size_t read_globals() {
    size_t entry = 0;
    for (size_t at = 5; at < words_.size(); at += size(at)) {
      switch (op(at)) {
        case Op::OpName:
          if (text(at, 2) == "Src") source_ = word(at, 1);
          if (text(at, 2) == "Dst") target_ = word(at, 1);
          break;
        case Op::OpString:
        case Op::OpLabel:
          at_[word(at, 1)] = at;
          break;
        case Op::OpExtInst:
          at_[word(at, 2)] = at;
          break;
        case Op::OpConstant:
          set(word(at, 2), word(at, 3));
          break;
        case Op::OpConstantTrue:
        case Op::OpConstantFalse:
          set(word(at, 2), op(at) == Op::OpConstantTrue ? 1 : 0);
          break;
        case Op::OpFunction:
          if (entry == 0) entry = at + size(at);
          break;
        default:
          break;
      }
    }
    return entry;
  }

  void begin_line(uint32_t line) {
    WalkedLine now{line, {}};
    for (const auto& [key, value] : variables_) {
      const auto& [variable, inlined, part] = key;
      const uint32_t parent = word(at_[variable], 10);
      bool is_around = inlined == inlined_;
      uint32_t scope = scope_;
      while (is_around && scope != parent) {
        if (debug_op(scope) != DebugOp::kLexicalBlock) is_around = false;
        scope = is_around ? word(at_[scope], 8) : scope;
      }
      if (is_around) now.variables[text(at_[word(at_[variable], 5)], 2) + part] = value;
    }
    walk_.lines.push_back(std::move(now));
  }

  void debug(size_t at) {
    switch (static_cast<DebugOp>(word(at, 4))) {
      case DebugOp::kScope:
        scope_ = word(at, 5);
        inlined_ = size(at) > 6 ? word(at, 6) : 0;
        break;
      case DebugOp::kLine:
        begin_line(values_[word(at, 6)]);
        break;
      case DebugOp::kValue: {
        std::string part;
        for (uint32_t n = 8; n < size(at); ++n) part += "." + std::to_string(values_[word(at, n)]);
        const Key key{word(at, 5), inlined_, part};
        if (known_[word(at, 6)]) {
          variables_[key] = values_[word(at, 6)];
        } else {
          variables_.erase(key);
        }
        break;
      }
      default:
        break;
    }
  }

  size_t jump(uint32_t label) {
    came_from_ = block_;
    size_t at = at_[label];
    block_ = label;
    at += size(at);
    std::vector<std::pair<uint32_t, uint32_t>> phis;
    for (; op(at) == Op::OpPhi; at += size(at)) {
      for (uint32_t n = 3; n + 1 < size(at); n += 2) {
        if (word(at, n + 1) == came_from_) phis.emplace_back(word(at, 2), values_[word(at, n)]);
      }
    }
    for (const auto& [id, value] : phis) set(id, value);
    return at;
  }

  /// Executes one instruction; where the next is, 0 after the last.
  size_t step(size_t at) {
    const size_t next = at + size(at);
    const auto value = [&](uint32_t n) { return values_[word(at, n)]; };
    const auto result = [&](uint32_t number) {
      set(word(at, 2), number);
      return next;
    };
    // clang-format off
    switch (op(at)) {
      case Op::OpLabel: block_ = word(at, 1); return next;
      case Op::OpExtInst: debug(at); return next;
      case Op::OpSelectionMerge: case Op::OpLoopMerge: case Op::OpVariable: case Op::OpUndef: return next;
      case Op::OpAccessChain:
        pointers_[word(at, 2)] = {word(at, 3), value(size(at) - 1)};
        return next;
      case Op::OpLoad: return load(at, next);
      case Op::OpStore: {
        const auto [base, index] = pointers_[word(at, 1)];
        if (base == target_ && index < walk_.output.size()) walk_.output[index] = value(2);
        return next;
      }
      case Op::OpAtomicIAdd: {
        const auto [base, index] = pointers_[word(at, 3)];
        uint32_t& memory = walk_.output[index];
        const uint32_t old = base == target_ ? memory : 0;
        memory += value(6);
        return result(old);
      }
      case Op::OpCompositeExtract: return result(word(at, 4) == 0 ? invocation_ : 0);
      case Op::OpIAdd: return result(value(3) + value(4));
      case Op::OpISub: return result(value(3) - value(4));
      case Op::OpIMul: return result(value(3) * value(4));
      case Op::OpNot: return result(~value(3));
      case Op::OpBitwiseAnd: return result(value(3) & value(4));
      case Op::OpBitwiseOr: return result(value(3) | value(4));
      case Op::OpBitwiseXor: return result(value(3) ^ value(4));
      case Op::OpShiftLeftLogical: return result(value(3) << (value(4) & 31));
      case Op::OpShiftRightLogical: return result(value(3) >> (value(4) & 31));
      case Op::OpIEqual: case Op::OpLogicalEqual: return result(value(3) == value(4));
      case Op::OpINotEqual: case Op::OpLogicalNotEqual: return result(value(3) != value(4));
      case Op::OpLogicalAnd: return result(value(3) & value(4));
      case Op::OpLogicalOr: return result(value(3) | value(4));
      case Op::OpLogicalNot: return result(value(3) ^ 1);
      case Op::OpSelect: return result(value(3) != 0 ? value(4) : value(5));
      case Op::OpBranch: return jump(word(at, 1));
      case Op::OpBranchConditional: return jump(word(at, value(1) != 0 ? 2 : 3));
      case Op::OpSwitch: return choose(at);
      case Op::OpReturn: return 0;
      default: break;
    }
    // clang-format on
    walk_.fault = "opcode " + std::to_string(static_cast<uint32_t>(op(at)));
    return 0;
  }

  size_t choose(size_t at) {
    uint32_t target = word(at, 2);
    for (uint32_t n = 3; n + 1 < size(at); n += 2) {
      if (word(at, n) == values_[word(at, 1)]) target = word(at, n + 1);
    }
    return jump(target);
  }

  size_t load(size_t at, size_t next) {
    const auto pointer = pointers_.find(word(at, 3));
    if (pointer == pointers_.end()) return next;  // The invocation's number: taken apart next.
    const auto [base, index] = pointer->second;
    if (base != source_ || index >= input_.size()) {
      walk_.fault = "a load of something else than the input";
      return 0;
    }
    set(word(at, 2), input_[index]);
    return next;
  }

  using Key = std::tuple<uint32_t, uint32_t, std::string>;  ///< Variable, inlining, part.

  const std::vector<uint32_t>& words_;
  std::vector<uint32_t> values_;
  std::vector<bool> known_;
  std::vector<size_t> at_;
  uint32_t invocation_;
  const std::vector<uint32_t>& input_;
  uint32_t source_ = 0, target_ = 0, block_ = 0, came_from_ = 0, scope_ = 0, inlined_ = 0;
  std::map<uint32_t, std::pair<uint32_t, uint32_t>> pointers_;
  std::map<Key, uint32_t> variables_;
  Walk walk_;
};

}  // namespace

Walk walk_module(const std::vector<uint32_t>& module, uint32_t invocation, const std::vector<uint32_t>& input,
                 size_t output_words) {
  return Walker(module, invocation, input, output_words).run();
}

}  // namespace trellis::test_backend

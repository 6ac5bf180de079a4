#include "spirv_backend/module/dead_code.hpp"

#include <algorithm>

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;

constexpr size_t kHeaderWords = 5, kBoundWord = 3;

bool is_between(uint32_t opcode, Op first, Op last) {
  return opcode >= to_word(first) && opcode <= to_word(last);
}

/// Where an instruction that may be left out has its result; 0 for all others.
uint32_t removable_result(const uint32_t* words) {
  const uint32_t opcode = words[0] & 0xFFFF;
  if (opcode == to_word(Op::OpExtInstImport) || is_between(opcode, Op::OpTypeVoid, Op::OpTypeFunction)) {
    return 1;
  }
  switch (static_cast<Op>(opcode)) {
    case Op::OpConstantTrue:
    case Op::OpConstantFalse:
    case Op::OpConstant:
    case Op::OpConstantComposite:
    case Op::OpConstantNull:
    case Op::OpUndef:
    case Op::OpIAdd:
    case Op::OpIMul:
    case Op::OpShiftLeftLogical:
    case Op::OpBitwiseOr:
    case Op::OpBitwiseAnd:
    case Op::OpCompositeConstruct:
    case Op::OpCompositeInsert:
      return 2;
    default:
      return 0;
  }
}

/// Whether an instruction only says something of the id in its first operand.
bool is_remark(uint32_t opcode) {
  return is_between(opcode, Op::OpName, Op::OpMemberName) ||
         is_between(opcode, Op::OpDecorate, Op::OpMemberDecorate);
}

class Cleaner {
 public:
  explicit Cleaner(Words& module) : module_(module), is_used_(module[kBoundWord], 0) {}

  void run() {
    collect();
    mark();
    compact();
  }

 private:
  void use(uint32_t word) {
    // Literals are taken for ids where they could be: at worst, something stays.
    if (word < is_used_.size()) is_used_[word] = 1;
  }

  void collect() {
    for (size_t at = kHeaderWords; at < module_.size(); at += module_[at] >> 16) {
      starts_.push_back(static_cast<uint32_t>(at));
      const uint32_t opcode = module_[at] & 0xFFFF;
      // What comes back to a loop's header is used before it is made.
      // So is what an execution mode names.
      if (opcode == to_word(Op::OpPhi) || opcode == to_word(Op::OpExecutionModeId)) {
        for (size_t n = at + 3; n < at + (module_[at] >> 16); ++n) use(module_[n]);
      }
    }
  }

  /// Users come after what they use: from the end to the beginning.
  void mark() {
    is_dead_.resize(starts_.size(), 0);
    for (size_t n = starts_.size(); n-- > 0;) {
      const uint32_t* words = module_.data() + starts_[n];
      const uint32_t opcode = words[0] & 0xFFFF, length = words[0] >> 16;
      if (is_remark(opcode)) continue;
      const uint32_t result = removable_result(words);
      if (result != 0 && is_used_[words[result]] == 0) {
        is_dead_[n] = 1;
        continue;
      }
      for (uint32_t w = 1; w < length; ++w) {
        if (w != result) use(words[w]);
      }
    }
  }

  void compact() {
    Vector<uint8_t> is_gone(is_used_.size(), 0);
    for (size_t n = 0; n < starts_.size(); ++n) {
      const uint32_t* words = module_.data() + starts_[n];
      if (is_dead_[n] != 0) is_gone[words[removable_result(words)]] = 1;
    }
    size_t end = kHeaderWords;
    for (size_t n = 0; n < starts_.size(); ++n) {
      const uint32_t* words = module_.data() + starts_[n];
      const uint32_t length = words[0] >> 16;
      if (is_dead_[n] != 0 || (is_remark(words[0] & 0xFFFF) && is_gone[words[1]] != 0)) continue;
      std::copy(words, words + length, module_.data() + end);
      end += length;
    }
    module_.resize(end);
  }

  Words& module_;
  Vector<uint8_t> is_used_;  // By id.
  Vector<uint32_t> starts_;  // Of instructions.
  Vector<uint8_t> is_dead_;  // By instruction.
};

}  // namespace

void remove_dead_code(Words& module) {
  if (module.size() > kHeaderWords) Cleaner(module).run();
}

}  // namespace trellis::spirv

#include "spirv_backend/module/dead_code.hpp"

#include <algorithm>
#include <array>

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;

constexpr size_t kHeaderWords = 5, kBoundWord = 3;

/// How an instruction is treated here.
enum class Role : uint8_t {
  kStays,
  kResultFirst,   ///< Can be removed; its result is the first operand.
  kResultSecond,  ///< Can be removed; its result follows the result type.
  kRemark,        ///< Describes the id in its first operand, and goes with it.
  kNamesLater,    ///< Refers to ids defined later: phis of loop headers, operands of execution modes.
};

constexpr uint32_t kOpcodes = 512;  // Instructions with greater opcodes are never removed.
constexpr std::array<Role, kOpcodes> kRoles = [] {
  std::array<Role, kOpcodes> roles = {};
  const auto set = [&roles](Op first, Op last, Role role) {
    for (uint32_t opcode = to_word(first); opcode <= to_word(last); ++opcode) roles[opcode] = role;
  };
  set(Op::OpExtInstImport, Op::OpExtInstImport, Role::kResultFirst);
  set(Op::OpTypeVoid, Op::OpTypeFunction, Role::kResultFirst);
  for (const Op op : {Op::OpConstantTrue, Op::OpConstantFalse, Op::OpConstant, Op::OpConstantComposite,
                      Op::OpConstantNull, Op::OpUndef, Op::OpIAdd, Op::OpIMul, Op::OpShiftLeftLogical,
                      Op::OpBitwiseOr, Op::OpBitwiseAnd, Op::OpCompositeConstruct, Op::OpCompositeInsert}) {
    set(op, op, Role::kResultSecond);
  }
  set(Op::OpName, Op::OpMemberName, Role::kRemark);
  set(Op::OpDecorate, Op::OpMemberDecorate, Role::kRemark);
  set(Op::OpPhi, Op::OpPhi, Role::kNamesLater);
  set(Op::OpExecutionModeId, Op::OpExecutionModeId, Role::kNamesLater);
  return roles;
}();

Role role_of(const uint32_t* words) {
  const uint32_t opcode = words[0] & 0xFFFF;
  return opcode < kOpcodes ? kRoles[opcode] : Role::kStays;
}

/// Returns the index of the result word of a removable instruction; 0 for all others.
uint32_t removable_result(Role role) {
  return role == Role::kResultFirst ? 1 : role == Role::kResultSecond ? 2 : 0;
}

class Cleaner {
 public:
  explicit Cleaner(Words& module) : module_(module), is_used_(module[kBoundWord], 0) {}

  void run() {
    collect();
    if (mark()) compact();
  }

 private:
  /// Treats every word as an id, even if it is a literal: at worst, an unused instruction remains.
  void use(const uint32_t* word, const uint32_t* end) {
    uint8_t* const used = is_used_.data();
    const size_t bound = is_used_.size();
    for (; word < end; ++word) {
      if (*word < bound) used[*word] = 1;
    }
  }

  void collect() {
    starts_.reserve(module_.size() / 3);
    const uint32_t* const words = module_.data();
    for (size_t at = kHeaderWords; at < module_.size(); at += words[at] >> 16) {
      starts_.push_back(static_cast<uint32_t>(at));
      if (role_of(words + at) == Role::kNamesLater) use(words + at + 3, words + at + (words[at] >> 16));
    }
  }

  /// Marks dead instructions, from the end to the beginning, because uses come after definitions. Returns
  /// false if nothing can be removed.
  bool mark() {
    bool is_any_dead = false;
    is_dead_.resize(starts_.size(), 0);
    for (size_t n = starts_.size(); n-- > 0;) {
      const uint32_t* const words = module_.data() + starts_[n];
      const Role role = role_of(words);
      if (role == Role::kRemark) continue;
      const uint32_t result = removable_result(role);
      if (result != 0 && is_used_[words[result]] == 0) {
        is_dead_[n] = 1;
        is_any_dead = true;
        continue;
      }
      const uint32_t* const end = words + (words[0] >> 16);
      if (result == 2) use(words + 1, words + 2);
      use(words + result + 1, end);
    }
    return is_any_dead;
  }

  void compact() {
    Vector<uint8_t> is_gone(is_used_.size(), 0);
    for (size_t n = 0; n < starts_.size(); ++n) {
      const uint32_t* words = module_.data() + starts_[n];
      if (is_dead_[n] != 0) is_gone[words[removable_result(role_of(words))]] = 1;
    }
    size_t end = kHeaderWords;
    for (size_t n = 0; n < starts_.size(); ++n) {
      const uint32_t* words = module_.data() + starts_[n];
      const uint32_t length = words[0] >> 16;
      if (is_dead_[n] != 0 || (role_of(words) == Role::kRemark && is_gone[words[1]] != 0)) continue;
      if (end != starts_[n]) std::copy(words, words + length, module_.data() + end);
      end += length;
    }
    module_.resize(end);
  }

  Words& module_;
  Vector<uint8_t> is_used_;  // Indexed by id.
  Vector<uint32_t> starts_;  // Start index of each instruction.
  Vector<uint8_t> is_dead_;  // Parallel to starts_.
};

}  // namespace

void remove_dead_code(Words& module) {
  if (module.size() > kHeaderWords) Cleaner(module).run();
}

}  // namespace trellis::spirv

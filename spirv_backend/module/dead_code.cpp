#include "spirv_backend/module/dead_code.hpp"

#include <algorithm>
#include <array>
#include <span>

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
  for (const Op op :
       {Op::OpConstantTrue, Op::OpConstantFalse, Op::OpConstant, Op::OpConstantComposite, Op::OpConstantNull,
        Op::OpUndef, Op::OpIAdd, Op::OpISub, Op::OpIMul, Op::OpShiftLeftLogical, Op::OpBitwiseOr,
        Op::OpBitwiseAnd, Op::OpCompositeConstruct, Op::OpCompositeInsert}) {
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
  explicit Cleaner(Vector<uint32_t>& module) : module_(module), mentions_(module[kBoundWord], 0) {}

  void run() {
    count_all();
    find_dead();
    if (!dead_.empty()) compact();
  }

 private:
  /// An instruction that can be removed.
  struct Candidate {
    uint32_t at, result;  // The index of its first word, and its result.
  };

  /// Added for an id that is mentioned before its definition. No module has as many words.
  static constexpr uint32_t kMentionedEarly = 1u << 31;

  /// Adds `change` for every id among the words. Treats every word as an id, even if it is a literal or the
  /// first word of an instruction: at worst, an unused instruction remains. First words exceed the ids of all
  /// modules with fewer than 65536.
  static void count(std::span<uint32_t> mentions, const uint32_t* words, const uint32_t* end,
                    uint32_t change) {
    const auto count_word = [=](uint32_t word) {
      if (word < mentions.size()) mentions[word] += change;
    };
    for (; end - words >= 4; words += 4) {
      for (int n = 0; n < 4; ++n) count_word(words[n]);
    }
    for (; words != end; ++words) count_word(*words);
  }

  /// Counts what all instructions mention, except remarks, and collects those that can be removed. Most
  /// instructions are neither, so they are counted several at a time.
  void count_all() {
    const uint32_t* const first = module_.data();
    const uint32_t* const end = first + module_.size();
    const std::span<uint32_t> mentions = mentions_;
    candidates_.reserve(module_.size() / 6);
    const uint32_t* uncounted = first + kHeaderWords;
    for (const uint32_t* words = uncounted; words < end;) {
      const uint32_t* const next = words + (words[0] >> 16);
      const Role role = role_of(words);
      if (role == Role::kStays) [[likely]] {
        words = next;
        continue;
      }
      if (role == Role::kNamesLater) {
        mark_mentioned_early(mentions, words, next);
      } else if (role == Role::kRemark) {
        count(mentions, uncounted, words, 1);
        uncounted = next;
      } else {
        count(mentions, uncounted, next, 1);
        uncounted = next;
        // Most words before it that are equal to its result are literals.
        const uint32_t result = words[removable_result(role)];
        mentions[result] &= kMentionedEarly;
        candidates_.push_back({static_cast<uint32_t>(words - first), result});
      }
      words = next;
    }
    count(mentions, uncounted, end, 1);
  }

  static void mark_mentioned_early(std::span<uint32_t> mentions, const uint32_t* words, const uint32_t* end) {
    for (words += 3; words < end; ++words) {
      if (*words < mentions.size()) mentions[*words] |= kMentionedEarly;
    }
  }

  /// Finds instructions whose result nothing else mentions, from the end to the beginning, because uses come
  /// after definitions. What only they mention is dead as well.
  void find_dead() {
    for (size_t n = candidates_.size(); n-- > 0;) {
      if (mentions_[candidates_[n].result] != 0) continue;
      const uint32_t* const words = module_.data() + candidates_[n].at;
      dead_.push_back(candidates_[n].at);
      count(mentions_, words, words + (words[0] >> 16), ~0u);  // Subtracts 1.
    }
  }

  /// Removes dead instructions and the remarks about their results.
  void compact() {
    uint32_t* const first = module_.data();
    uint32_t* const end = first + module_.size();
    Vector<uint8_t> is_gone(mentions_.size(), 0);
    for (const uint32_t at : dead_) is_gone[first[at + removable_result(role_of(first + at))]] = 1;
    uint32_t* out = first + kHeaderWords;
    const uint32_t* kept = out;  // Start of the instructions that are to be moved together.
    for (const uint32_t* words = out; words < end;) {
      const uint32_t* const next = words + (words[0] >> 16);
      const bool is_dead = !dead_.empty() && words == first + dead_.back();
      if (is_dead) dead_.pop_back();
      if (is_dead || (role_of(words) == Role::kRemark && is_gone[words[1]] != 0)) {
        out = std::copy(kept, words, out);
        kept = next;
      }
      words = next;
    }
    out = std::copy<const uint32_t*>(kept, end, out);
    module_.resize(static_cast<size_t>(out - first));
  }

  Vector<uint32_t>& module_;
  Vector<uint32_t> mentions_;  // By id: how many words after its definition are equal to it.
  Vector<Candidate> candidates_;
  Vector<uint32_t> dead_;  // Start indices of those that are removed, the last first.
};

}  // namespace

void remove_dead_code(Vector<uint32_t>& module) {
  if (module.size() > kHeaderWords) Cleaner(module).run();
}

}  // namespace trellis::spirv

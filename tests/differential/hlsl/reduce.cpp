// Reduces a program as long as it still has the finding.
#include <utility>

#include "tests/differential/hlsl/campaign.hpp"

namespace trellis::differential::hlsl {

namespace {

constexpr uint32_t kBatch = 8;  ///< Programs compiled per dxc process.

/// Applies the change with that number to a program. Each change removes or simplifies one item.
class Edit {
 public:
  explicit Edit(uint32_t number) : left_(number) {}

  /// Returns false if there are fewer changes.
  bool apply(Program& program) {
    for (size_t i = 0; i < program.entries.size() && program.entries.size() > 1; ++i) {
      Function& function = program.functions[program.entries[i]];
      if (!function.body.empty() && is_it()) return function.body.clear(), true;
    }
    for (size_t i = program.functions.size(); i > 0; --i) {
      Function& function = program.functions[i - 1];
      if (function.stays && is_it()) return function.stays = false, true;
      if (edit(function.body)) return true;
    }
    return false;
  }

 private:
  bool is_it() { return left_-- == 0; }

  bool edit(Statements& list) {
    for (size_t i = 0; i < list.size(); ++i) {
      const auto at = list.begin() + static_cast<std::ptrdiff_t>(i);
      if (is_it()) return list.erase(at), true;
      for (size_t inner = 0; inner < list[i].lists.size(); ++inner) {
        if (list[i].lists[inner].empty() || !is_it()) continue;
        const Statements kept = std::move(list[i].lists[inner]);
        list.insert(list.erase(at), kept.begin(), kept.end());
        return true;
      }
    }
    for (Statement& statement : list) {
      for (Statements& inner : statement.lists) {
        if (edit(inner)) return true;
      }
      if (edit_parts(statement)) return true;
    }
    return false;
  }

  bool edit_parts(Statement& s) {
    if (s.hint != Hint::kNone && is_it()) return s.hint = Hint::kNone, true;
    for (size_t i = 0; i < s.exprs.size(); ++i) {
      const bool is_place = (s.kind == StatementKind::kAssign && i == 0) || s.kind == StatementKind::kCall ||
                            (s.kind == StatementKind::kAtomic && i != 1);
      if (is_place ? edit_place(s.exprs[i]) : edit(s.exprs[i])) return true;
    }
    return false;
  }

  bool edit_place(Expr& e) {
    for (size_t i = 1; i < e.operands.size(); ++i) {
      if (edit(e.operands[i])) return true;
    }
    return !e.operands.empty() && edit_place(e.operands[0]);
  }

  bool edit(Expr& e) {
    if (e.op == Op::kConstant) return false;
    if (e.type.is_scalar()) {
      for (const uint64_t value : {0, 1}) {
        if (is_float(e.type.scalar) && value == 1) continue;
        if (is_it()) return e = {Op::kConstant, e.type, value, {}}, true;
      }
    }
    for (size_t i = 0; i < e.operands.size(); ++i) {
      if (e.operands[i].type != e.type || !is_it()) continue;
      const Expr kept = std::move(e.operands[i]);
      e = kept;
      return true;
    }
    const bool is_place = e.op == Op::kMember || e.op == Op::kIndex || e.op == Op::kTexel ||
                          e.op == Op::kRawLoad || e.op == Op::kSwizzle;
    for (size_t i = 0; i < e.operands.size(); ++i) {
      const bool of_place = is_place && i == 0;
      if (of_place ? edit_place(e.operands[i]) : edit(e.operands[i])) return true;
    }
    return false;
  }

  uint32_t left_;
};

/// Returns the index of the first program with the same finding, or the number of programs.
size_t first_alike(const Workbench& bench, const std::vector<Program>& programs, const Finding& finding) {
  const Workbench one{bench.compiler, bench.runner, {finding.level}, bench.options};
  const auto verdicts = try_programs(one, programs);
  if (!verdicts) return programs.size();
  for (const Finding& found : verdicts->findings) {
    if (found.stage != finding.stage) continue;
    // The start of a message names the file or the kind of error.
    const bool says_more = found.stage == Stage::kTranslate || found.stage == Stage::kValidate;
    if (says_more && found.text.substr(0, 24) != finding.text.substr(0, 24)) continue;
    return found.program;
  }
  return programs.size();
}

}  // namespace

Program reduced(const Workbench& bench, const Program& program, const Finding& finding) {
  Program best = program;
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (uint32_t number = 0;;) {
      std::vector<Program> candidates;
      for (uint32_t i = 0; i < kBatch; ++i) {
        Program candidate = best;
        if (!Edit(number + i).apply(candidate)) break;
        candidates.push_back(std::move(candidate));
      }
      if (candidates.empty()) break;
      const size_t alike = first_alike(bench, candidates, finding);
      number += static_cast<uint32_t>(alike);
      if (alike == candidates.size()) continue;
      best = std::move(candidates[alike]);
      smaller = true;
    }
  }
  return best;
}

}  // namespace trellis::differential::hlsl

#include "tinywgsl/syntax/restrictions.hpp"

#include "tinywgsl/analysis/behaviours.hpp"
#include "tinywgsl/syntax/names.hpp"

namespace trellis::tinywgsl {
namespace {

using Problem = std::optional<Diagnostic>;

class RestrictionCheck {
 public:
  RestrictionCheck(const Program& program, bool is_main) : program_(program), is_main_(is_main) {}

  /// Checks a list. `continuing`: the innermost loop whose continuing part contains the list, if any.
  /// `break_if`: the list's last statement if it is the one that may break.
  Problem check_list(uint32_t first, uint32_t continuing, uint32_t break_if) const {
    for (uint32_t i = first; i != kNone; i = program_.statements[i].next) {
      const Statement& statement = program_.statements[i];
      if (Problem problem = check(statement, continuing)) return problem;
      if (statement.kind != StatementKind::kIf && statement.kind != StatementKind::kLoop) continue;
      if (i == break_if) continue;
      if (Problem problem = check_list(statement.first, continuing, kNone)) return problem;
      const bool is_loop = statement.kind == StatementKind::kLoop;
      const uint32_t inner_break_if = is_loop ? find_break_if(statement.second) : kNone;
      if (Problem problem = check_list(statement.second, is_loop ? i : continuing, inner_break_if)) {
        return problem;
      }
    }
    return {};
  }

 private:
  Problem check(const Statement& statement, uint32_t continuing) const {
    if (statement.kind == StatementKind::kReturn && is_main_) {
      return error_at(statement.place, "main must not contain 'return'");
    }
    if (continuing == kNone) return {};
    if (statement.kind == StatementKind::kReturn) {
      return error_at(statement.place, "'return' inside a 'continuing'");
    }
    if (statement.loop != continuing) return {};
    if (statement.kind == StatementKind::kBreak) {
      return error_at(
          statement.place,
          "'break' inside a 'continuing': only its last statement may be 'if (e) {break} else {}'");
    }
    if (statement.kind == StatementKind::kContinue) {
      return error_at(statement.place, "'continue' inside the 'continuing' of its own loop");
    }
    return {};
  }

  /// Returns the last statement of a list if it is `if (e) {break} else {}`, else kNone.
  uint32_t find_break_if(uint32_t list) const {
    if (list == kNone) return kNone;
    while (program_.statements[list].next != kNone) list = program_.statements[list].next;
    const Statement& statement = program_.statements[list];
    if (statement.kind != StatementKind::kIf || statement.first == kNone || statement.second != kNone)
      return kNone;
    const Statement& first = program_.statements[statement.first];
    return first.kind == StatementKind::kBreak && first.next == kNone ? list : kNone;
  }

  const Program& program_;
  bool is_main_;
};

}  // namespace

std::optional<Diagnostic> check_restrictions(const Program& program) {
  BehaviourAnalysis behaviours(program);
  for (const Function& function : program.functions) {
    const bool is_main = &function == &program.main();
    if (Problem problem = RestrictionCheck(program, is_main).check_list(function.body, kNone, kNone)) {
      return problem;
    }
    if (!is_main && (behaviours.add_list(function.body) & kNext)) {
      return error_at(function.place, "function '" + function.name + "' can end without 'return'");
    }
  }
  uint32_t last = program.main().body;
  while (last != kNone && program.statements[last].next != kNone) last = program.statements[last].next;
  if (last == kNone || program.statements[last].kind != StatementKind::kBarrier) {
    return error_at(program.main().place, "main must end with 'barrier'");
  }
  return {};
}

}  // namespace trellis::tinywgsl

#include "tinywgsl/analysis/behaviours.hpp"

namespace trellis::tinywgsl {

Behaviours BehaviourAnalysis::of_loop(Behaviours body, Behaviours continuing) const {
  if (body == kReturn && !deviations_.has(Deviation::kReturningLoopAsAnyOther)) return body;
  const Behaviours both = body | continuing;
  const Behaviours looked_at = deviations_.has(Deviation::kFigure8Letter) ? body : both;
  if (looked_at & kBreak) return (both | kNext) & ~(kBreak | kContinue);
  return both & ~(kContinue | kNext);
}

Behaviours BehaviourAnalysis::add_list(uint32_t first) {
  for (uint32_t i = first; i != kNone; i = program_.statements[i].next) {
    const Statement& statement = program_.statements[i];
    Behaviours& behaviours = of_statement_[i];
    switch (statement.kind) {
      case StatementKind::kLocalAssign:
      case StatementKind::kSharedAssign:
      case StatementKind::kCall:
      case StatementKind::kBarrier:
        behaviours = kNext;
        break;
      case StatementKind::kBreak:
        behaviours = kBreak;
        break;
      case StatementKind::kContinue:
        behaviours = kContinue;
        break;
      case StatementKind::kReturn:
        behaviours = kReturn;
        break;
      case StatementKind::kIf:
        behaviours = add_list(statement.first) | add_list(statement.second);
        break;
      case StatementKind::kLoop: {
        const Behaviours body = add_list(statement.first);
        behaviours = of_loop(body, add_list(statement.second));
        break;
      }
    }
  }
  return of_list(first);
}

Behaviours BehaviourAnalysis::of_list(uint32_t first) const {
  Behaviours result = kNext;
  for (uint32_t i = first; i != kNone && (result & kNext); i = program_.statements[i].next) {
    result = static_cast<Behaviours>((result & ~kNext) | of_statement_[i]);
  }
  return result;
}

}  // namespace trellis::tinywgsl

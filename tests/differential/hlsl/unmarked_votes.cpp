#include "tests/differential/hlsl/unmarked_votes.hpp"

#include <algorithm>

namespace trellis::differential::hlsl {

namespace {

bool is_loop(StatementKind kind) {
  return kind == StatementKind::kFor || kind == StatementKind::kWhile || kind == StatementKind::kDoWhile ||
         kind == StatementKind::kForever;
}

class Finder {
 public:
  explicit Finder(const Program& program) : program_(program) {}

  bool is_found_in(uint32_t function) const {
    const Statements& body = program_.functions[function].body;
    return returns_after_vote(body, Place::kOutside, false) || calls_one(body);
  }

 private:
  bool votes(const Expr& expr) const {
    const bool is_vote = expr.op >= Op::kIsFirstLane && expr.op <= Op::kQuadLane;
    if (is_vote || (expr.op == Op::kCall && votes(program_.functions[expr.value].body))) return true;
    return std::any_of(expr.operands.begin(), expr.operands.end(), [&](const Expr& e) { return votes(e); });
  }
  bool votes(const Statement& s) const {
    if (std::any_of(s.exprs.begin(), s.exprs.end(), [&](const Expr& e) { return votes(e); })) return true;
    if (s.kind == StatementKind::kCall && votes(program_.functions[s.number].body)) return true;
    return std::any_of(s.lists.begin(), s.lists.end(), [&](const Statements& list) { return votes(list); });
  }
  bool votes(const Statements& list) const {
    return std::any_of(list.begin(), list.end(), [&](const Statement& s) { return votes(s); });
  }

  /// Outside of loops; directly in a loop's body; in a branch within it.
  enum class Place { kOutside, kBody, kBranch };

  /// Lanes that vote directly in a loop's body may still continue. A vote in a branch of the body may be cast
  /// only by lanes that return, at the latest after conditions have been folded. `voted`: there was already a
  /// vote in that branch.
  bool returns_after_vote(const Statements& list, Place place, bool voted) const {
    for (const Statement& s : list) {
      const bool is_branch = place == Place::kBranch;
      const bool votes_first =
          voted || std::any_of(s.exprs.begin(), s.exprs.end(), [&](const Expr& e) { return votes(e); });
      if (s.kind == StatementKind::kReturn && is_branch && votes_first) return true;
      for (const Statements& inner : s.lists) {
        const Place outside = place == Place::kOutside ? Place::kOutside : Place::kBranch;
        const bool found = is_loop(s.kind) ? returns_after_vote(inner, Place::kBody, false)
                                           : returns_after_vote(inner, outside, is_branch && votes_first);
        if (found) return true;
      }
      voted = voted || votes(s);
    }
    return false;
  }

  bool calls_one(const Expr& expr) const {
    if (expr.op == Op::kCall && is_found_in(static_cast<uint32_t>(expr.value))) return true;
    return std::any_of(expr.operands.begin(), expr.operands.end(),
                       [&](const Expr& e) { return calls_one(e); });
  }
  bool calls_one(const Statements& list) const {
    return std::any_of(list.begin(), list.end(), [&](const Statement& s) {
      if (s.kind == StatementKind::kCall && is_found_in(s.number)) return true;
      return std::any_of(s.exprs.begin(), s.exprs.end(), [&](const Expr& e) { return calls_one(e); }) ||
             std::any_of(s.lists.begin(), s.lists.end(), [&](const Statements& l) { return calls_one(l); });
    });
  }

  const Program& program_;
};

}  // namespace

bool has_unmarked_votes(const Program& program, uint32_t function) {
  return Finder(program).is_found_in(function);
}

}  // namespace trellis::differential::hlsl

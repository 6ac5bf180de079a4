#include "tinywgsl/semantics/relevance.hpp"

namespace trellis::tinywgsl {
namespace {

/// A graph over local variables, shared arrays and functions' results: what the value of each is computed
/// from.
class Sources {
 public:
  explicit Sources(const Program& program)
      : program_(program),
        first_shared_(static_cast<uint32_t>(program.locals.size())),
        first_result_(first_shared_ + static_cast<uint32_t>(program.shared.size())),
        sources_(first_result_ + program.functions.size()),
        reached_(sources_.size(), false) {
    for (uint32_t i = 0; i < program.functions.size(); ++i) add_function(i);
  }

  void reach() {
    while (!work_.empty()) {
      const uint32_t name = work_.back();
      work_.pop_back();
      for (const Expression& expression : sources_[name]) mark(expression);
      if (name < first_shared_) {
        for (const uint32_t function : results_in_[name]) mark(first_result_ + function);
      }
    }
  }

  bool local(uint32_t i) const { return reached_[i]; }
  bool shared(uint32_t i) const { return reached_[first_shared_ + i]; }
  bool result(uint32_t i) const { return reached_[first_result_ + i]; }

 private:
  void add_function(uint32_t function) {
    if (results_in_.empty()) results_in_.resize(program_.locals.size());
    add_list(program_.functions[function].body, function);
  }

  void add_list(uint32_t first, uint32_t function) {
    for (uint32_t i = first; i != kNone; i = program_.statements[i].next) {
      const Statement& statement = program_.statements[i];
      switch (statement.kind) {
        case StatementKind::kLocalAssign:
          sources_[statement.target].push_back(statement.value);
          break;
        case StatementKind::kSharedAssign:
          sources_[first_shared_ + statement.target].push_back(statement.value);
          sources_[first_shared_ + statement.target].push_back(statement.index);
          break;
        case StatementKind::kReturn:
          sources_[first_result_ + function].push_back(statement.value);
          break;
        case StatementKind::kCall:
          results_in_[statement.target].push_back(statement.function);
          for (uint32_t a = 0; a < statement.argument_count; ++a) {
            sources_[program_.functions[statement.function].first_local + a].push_back(
                program_.arguments[statement.first_argument + a]);
          }
          break;
        case StatementKind::kIf:
          mark(statement.value);
          [[fallthrough]];
        case StatementKind::kLoop:
          add_list(statement.first, function);
          add_list(statement.second, function);
          break;
        case StatementKind::kBarrier:
        case StatementKind::kContinue:
        case StatementKind::kBreak:
          break;
      }
    }
  }

  void mark(uint32_t name) {
    if (reached_[name]) return;
    reached_[name] = true;
    work_.push_back(name);
  }
  void mark(const Expression& expression) {
    for (uint32_t i = expression.first; i < expression.first + expression.count; ++i) {
      const Term& term = program_.terms[i];
      if (term.kind == TermKind::kLocal) mark(term.name);
      if (term.kind == TermKind::kShared) mark(first_shared_ + term.name);
    }
  }

  const Program& program_;
  uint32_t first_shared_, first_result_;
  std::vector<std::vector<Expression>> sources_;
  std::vector<std::vector<uint32_t>>
      results_in_;  ///< By local variable: the functions whose results are assigned to it.
  std::vector<bool> reached_;
  std::vector<uint32_t> work_;
};

/// Returns true if an expression reads an array of the set.
bool reads(const Program& program, const Expression& expression, const std::vector<bool>& arrays) {
  for (uint32_t i = expression.first; i < expression.first + expression.count; ++i) {
    const Term& term = program.terms[i];
    if (term.kind == TermKind::kShared && arrays[term.name]) return true;
  }
  return false;
}

bool is_visible(const Program& program, const Statement& statement, const std::vector<bool>& written) {
  if (statement.kind == StatementKind::kSharedAssign && written[statement.target]) return true;
  if (reads(program, statement.value, written) || reads(program, statement.index, written)) return true;
  for (uint32_t i = 0; i < statement.argument_count; ++i) {
    if (reads(program, program.arguments[statement.first_argument + i], written)) return true;
  }
  return false;
}

}  // namespace

Relevance find_relevance(const Program& program) {
  Sources sources(program);
  sources.reach();
  Relevance relevance;
  for (uint32_t i = 0; i < program.locals.size(); ++i) {
    relevance.slot_of_local.push_back(sources.local(i) ? relevance.slot_count++ : kNone);
  }
  for (uint32_t i = 0; i < program.functions.size(); ++i) relevance.results.push_back(sources.result(i));
  for (uint32_t i = 0; i < program.shared.size(); ++i) relevance.shared.push_back(sources.shared(i));

  std::vector<bool> written(program.shared.size(), false);
  for (const Statement& statement : program.statements) {
    if (statement.kind == StatementKind::kSharedAssign && relevance.shared[statement.target]) {
      written[statement.target] = true;
    }
  }
  for (const Statement& statement : program.statements) {
    relevance.visible.push_back(is_visible(program, statement, written));
  }
  return relevance;
}

Relevance full_relevance(const Program& program) {
  Relevance relevance;
  for (size_t i = 0; i < program.locals.size(); ++i)
    relevance.slot_of_local.push_back(relevance.slot_count++);
  relevance.results.assign(program.functions.size(), true);
  relevance.shared.assign(program.shared.size(), true);
  relevance.visible.assign(program.statements.size(), true);
  return relevance;
}

}  // namespace trellis::tinywgsl

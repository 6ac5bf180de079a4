#include "tinywgsl/analysis/explanation.hpp"

namespace trellis::tinywgsl {
namespace {

std::string describe_term(const Explained& what, const Node& node) {
  const Program& program = what.program;
  const Term& term = program.terms[node.term];
  const Expression& whole = node.expression;
  const bool is_whole = node.term + 1 == whole.first + whole.count;
  const std::string place = " at " + to_string(is_whole ? whole.place : term.place);
  if (term.kind == TermKind::kLocal && term.name == program.lid()) {
    return program.locals[term.name] + place + ", which differs from thread to thread";
  }
  const std::string text = "'" + expression_text(program, node.expression, node.term) + "'" + place;
  if (term.kind == TermKind::kShared)
    return text + ", read from shared memory, which may differ between threads";
  return "the value of " + text;
}

std::string describe_node(const Explained& what, const Node& node) {
  const Program& program = what.program;
  const auto variable = [&] { return "'" + program.locals[node.variable] + "'"; };
  switch (node.kind) {
    case NodeKind::kSpecial:
      return {};
    case NodeKind::kInitialVariable:
      if (node.variable - what.function.first_local >= what.function.parameter_count) return {};
      return "parameter " + variable() + " of " + what.function.name;
    case NodeKind::kTerm:
      return describe_term(what, node);
    case NodeKind::kCallResult: {
      const std::string& reason = what.summaries[program.statements[node.statement].function].return_reason;
      return "the result of the " + describe(program, node.statement) +
             (reason.empty() ? "" : " (" + reason + ")");
    }
    case NodeKind::kVariableAfter:
      return variable() + " after the " + describe(program, node.statement);
    case NodeKind::kVariableAtHead:
      return variable() + " at the start of the " + describe(program, node.statement);
    case NodeKind::kVariableContinuing:
      return variable() + " at the start of the continuing of the " + describe(program, node.statement);
    case NodeKind::kControlAfter:
      return "control flow after the " + describe(program, node.statement);
    case NodeKind::kControlInLoop:
      return "control flow in the " + describe(program, node.statement) + ", which iterates";
  }
  return {};
}

}  // namespace

std::string describe_requirement(const Explained& what, const Requirement& requirement) {
  const Statement& statement = what.program.statements[requirement.statement];
  const std::string name = "the " + describe(what.program, requirement.statement);
  if (statement.kind != StatementKind::kCall) return name + " must be in uniform control flow";
  const Summary& callee = what.summaries[statement.function];
  if (requirement.argument == kNone) {
    return name + " must be in uniform control flow (" + callee.call_site_reason + ")";
  }
  return "argument " + std::to_string(requirement.argument + 1) + " of " + name + " must be uniform (" +
         callee.parameter_reasons[requirement.argument] + ")";
}

std::vector<std::string> describe_path(const Explained& what, const std::vector<NodeId>& path) {
  std::vector<std::string> words;
  for (const NodeId node : path) {
    std::string text = describe_node(what, what.graph.node(node));
    if (!text.empty()) words.push_back(std::move(text));
  }
  return words;
}

}  // namespace trellis::tinywgsl

#include "tinywgsl/syntax/program.hpp"

#include <algorithm>

namespace trellis::tinywgsl {
namespace {

/// Longer expressions are truncated in messages.
constexpr size_t kMaxTextLength = 60;

struct OperatorInfo {
  const char* text;
  uint32_t precedence;
};

constexpr OperatorInfo kOperators[] = {
    {"||", 0}, {"&&", 1}, {"==", 2}, {"!=", 2}, {"<", 3}, {"<=", 3}, {">", 3},
    {">=", 3}, {"+", 4},  {"-", 4},  {"*", 5},  {"/", 5}, {"%", 5},
};

Value wrapped(int64_t value) { return static_cast<Value>(static_cast<uint32_t>(value)); }

}  // namespace

std::string to_string(Place place) { return std::to_string(place.line) + ":" + std::to_string(place.column); }

const char* to_string(Operator op) { return kOperators[static_cast<size_t>(op)].text; }

uint32_t precedence(Operator op) { return kOperators[static_cast<size_t>(op)].precedence; }

Value apply(Operator op, Value left, Value right) {
  const int64_t a = left, b = right;
  switch (op) {
    case Operator::kOr:
      return a != 0 || b != 0;
    case Operator::kAnd:
      return a != 0 && b != 0;
    case Operator::kEqual:
      return a == b;
    case Operator::kNotEqual:
      return a != b;
    case Operator::kLess:
      return a < b;
    case Operator::kLessEqual:
      return a <= b;
    case Operator::kGreater:
      return a > b;
    case Operator::kGreaterEqual:
      return a >= b;
    case Operator::kAdd:
      return wrapped(a + b);
    case Operator::kSubtract:
      return wrapped(a - b);
    case Operator::kMultiply:
      return wrapped(a * b);
    case Operator::kDivide:
      return b == 0 ? 0 : wrapped(a / b);
    case Operator::kRemainder:
      return b == 0 ? 0 : wrapped(a % b);
  }
  return 0;
}

std::string expression_text(const Program& program, Expression expression, uint32_t last) {
  struct Part {
    std::string text;
    bool atom;
  };
  std::vector<Part> parts;
  const auto operand = [](const Part& part) { return part.atom ? part.text : "(" + part.text + ")"; };
  for (uint32_t i = expression.first; i <= last; ++i) {
    const Term& term = program.terms[i];
    Part made = {{}, true};
    switch (term.kind) {
      case TermKind::kValue:
        made.text = std::to_string(term.value);
        break;
      case TermKind::kLocal:
        made.text = program.locals[term.name];
        break;
      case TermKind::kShared:
        made.text = program.shared[term.name] + "[" + parts.back().text + "]";
        parts.pop_back();
        break;
      case TermKind::kOperator: {
        const Part right = std::move(parts.back());
        parts.pop_back();
        made = {operand(parts.back()) + " " + to_string(term.op) + " " + operand(right), false};
        parts.pop_back();
        break;
      }
    }
    if (made.text.size() > kMaxTextLength) made.text = made.text.substr(0, kMaxTextLength - 3) + "...";
    parts.push_back(std::move(made));
  }
  return parts.back().text;
}

std::string describe(const Program& program, uint32_t number) {
  const Statement& statement = program.statements[number];
  const auto words = [&]() -> std::string {
    switch (statement.kind) {
      case StatementKind::kLocalAssign:
        return "assignment of " + program.locals[statement.target];
      case StatementKind::kSharedAssign:
        return "assignment to " + program.shared[statement.target];
      case StatementKind::kIf:
        return "if";
      case StatementKind::kLoop:
        return "loop";
      case StatementKind::kCall:
        return "call of " + program.functions[statement.function].name;
      case StatementKind::kBarrier:
        return "barrier";
      case StatementKind::kContinue:
        return "continue";
      case StatementKind::kBreak:
        return "break";
      case StatementKind::kReturn:
        return "return";
    }
    return {};
  };
  return words() + " at " + to_string(statement.place);
}

}  // namespace trellis::tinywgsl

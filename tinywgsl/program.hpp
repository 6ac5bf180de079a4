// A TinyWGSL shader as flat data (Lee-Jones, Wickerson, Donaldson, "Uniformity Analysis in the WebGPU Shading
// Language", PLDI 2026: figure 4). Every Program satisfies the restrictions of section 3.2: whoever makes one
// has checked them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trellis::tinywgsl {

inline constexpr uint32_t kNone = UINT32_MAX;
/// WebGPU's largest workgroup dimension.
inline constexpr uint32_t kMaxThreads = 256;

/// A position in the text, counted from 1.
struct Place {
  uint32_t line = 0, column = 0;
};
/// "8:3".
std::string to_string(Place place);

/// The paper leaves Val and Op abstract. Here a value is a 32-bit integer that wraps; comparisons and the
/// logical operators give 1 and 0, anything but 0 counts as true, dividing by 0 gives 0. No operator
/// short-circuits.
using Value = int32_t;

enum class Operator : uint8_t {
  kOr,
  kAnd,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
};
const char* to_string(Operator op);
/// 0 binds least.
uint32_t precedence(Operator op);
Value apply(Operator op, Value left, Value right);

enum class TermKind : uint8_t {
  kValue,     ///< Pushes a literal.
  kLocal,     ///< Pushes a local variable.
  kShared,    ///< Replaces an index by the array's element.
  kOperator,  ///< Replaces two values by one.
};

/// One step of an expression in postfix order.
struct Term {
  TermKind kind = TermKind::kValue;
  Operator op = Operator::kAdd;
  Value value = 0;
  uint32_t name = kNone;  ///< Number of the local variable or shared array.
  Place place;
};

/// A range of Program::terms.
struct Expression {
  uint32_t first = 0, count = 0;
  Place place;
};

enum class StatementKind : uint8_t {
  kLocalAssign,
  kSharedAssign,
  kIf,
  kLoop,
  kCall,
  kBarrier,
  kContinue,
  kBreak,
  kReturn,
};

/// A statement's number is its ID, in the paper's sense; that of a loop also names its `continuing`.
struct Statement {
  StatementKind kind = StatementKind::kBarrier;
  Place place;
  uint32_t next = kNone;       ///< The next statement of the same list.
  uint32_t following = kNone;  ///< The head of what is left to execute after this statement; kNone: nothing.
  uint32_t loop = kNone;       ///< The innermost loop around it.
  uint32_t target = kNone;     ///< Assigned local variable (assignment, call) or shared array.
  Expression value;            ///< Assigned or returned value, or condition.
  Expression index;            ///< kSharedAssign: element.
  uint32_t first = kNone;      ///< kIf: then-branch; kLoop: body. The first statement of a list.
  uint32_t second = kNone;     ///< kIf: else-branch; kLoop: body of the continuing.
  uint32_t function = kNone;   ///< kCall: the callee.
  uint32_t first_argument = 0, argument_count = 0;  ///< kCall: range of Program::arguments.
};

struct Function {
  std::string name;
  Place place;
  uint32_t first_local = 0, local_count = 0;  ///< Its local variables, the parameters first.
  uint32_t parameter_count = 0;
  uint32_t body = kNone;
};

struct Program {
  uint32_t workgroup_size = 1;
  std::vector<Function> functions;  ///< Every function after those it calls; `main` is the last.
  std::vector<Statement> statements;
  std::vector<Term> terms;
  std::vector<Expression> arguments;
  std::vector<std::string> locals;  ///< Names; variables of different functions are different.
  std::vector<std::string> shared;

  const Function& main() const { return functions.back(); }
  /// The number of main's parameter.
  uint32_t lid() const { return main().first_local; }
};

/// The part of the expression that ends with term `last`, as text.
std::string expression_text(const Program& program, Expression expression, uint32_t last);

/// "loop at 3:3", "call of f at 9:7": a statement, for messages.
std::string describe(const Program& program, uint32_t statement);

}  // namespace trellis::tinywgsl

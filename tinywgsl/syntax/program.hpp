// A TinyWGSL shader as flat data (Lee-Jones, Wickerson, Donaldson, "Uniformity Analysis in the WebGPU Shading
// Language", PLDI 2026: figure 4). Every Program satisfies the restrictions of section 3.2: the code that
// creates one has checked them.
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
/// Returns the position as text, such as "8:3".
std::string to_string(Place place);

/// The paper leaves Val and Op abstract. Here a value is a 32-bit integer that wraps around. Comparisons and
/// the logical operators give 1 and 0, every value but 0 counts as true, and dividing by 0 gives 0. No
/// operator short-circuits.
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
/// Returns the operator's precedence. 0 binds the least.
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
  uint32_t name = kNone;  ///< The number of the local variable or shared array.
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

/// A statement's number is its ID, in the paper's sense. A loop's number also identifies its `continuing`.
struct Statement {
  StatementKind kind = StatementKind::kBarrier;
  Place place;
  uint32_t next = kNone;  ///< The next statement of the same list.
  /// The first statement of what is left to execute after this one; kNone if nothing is left.
  uint32_t following = kNone;
  uint32_t loop = kNone;    ///< The innermost loop around it.
  uint32_t target = kNone;  ///< The assigned local variable (assignment, call) or shared array.
  Expression value;         ///< The assigned or returned value, or the condition.
  Expression index;         ///< kSharedAssign: the element's index.
  uint32_t first = kNone;   ///< First statement of a list. kIf: the then-branch; kLoop: the body.
  /// First statement of a list. kIf: the else-branch; kLoop: the body of the continuing.
  uint32_t second = kNone;
  uint32_t function = kNone;                        ///< kCall: the callee.
  uint32_t first_argument = 0, argument_count = 0;  ///< kCall: a range of Program::arguments.
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
  std::vector<Function> functions;  ///< Each function comes after those it calls; `main` is the last.
  std::vector<Statement> statements;
  std::vector<Term> terms;
  std::vector<Expression> arguments;
  /// Names of the local variables. Variables of different functions are distinct.
  std::vector<std::string> locals;
  std::vector<std::string> shared;

  const Function& main() const { return functions.back(); }
  /// Returns the number of main's parameter.
  uint32_t lid() const { return main().first_local; }
};

/// Returns the part of the expression that ends with term `last`, as text.
std::string expression_text(const Program& program, Expression expression, uint32_t last);

/// Describes a statement for messages: "loop at 3:3", "call of f at 9:7".
std::string describe(const Program& program, uint32_t statement);

}  // namespace trellis::tinywgsl

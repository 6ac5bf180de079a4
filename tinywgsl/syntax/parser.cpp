#include "tinywgsl/syntax/parser.hpp"

#include <charconv>
#include <limits>
#include <optional>

#include "tinywgsl/syntax/lexer.hpp"
#include "tinywgsl/syntax/names.hpp"
#include "tinywgsl/syntax/restrictions.hpp"

namespace trellis::tinywgsl {
namespace {

using Problem = std::optional<Diagnostic>;

Diagnostic expected(const std::string& what, const Token& found) {
  return error_at(found.place, "expected " + what + ", found " + found.describe());
}

bool is_keyword(std::string_view word) {
  for (const char* keyword :
       {"fn", "if", "else", "loop", "continuing", "break", "continue", "return", "barrier", "main"}) {
    if (word == keyword) return true;
  }
  return false;
}

/// A recursive-descent parser. Nothing nests deeper than kMaxNesting.
class Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text) { advance(); }

  Result<Program> parse() {
    while (token_.is("fn")) {
      if (Problem problem = parse_function(false)) return *problem;
    }
    if (Problem problem = parse_main()) return *problem;
    if (token_.kind != Token::Kind::kEnd) return expected("the end of the text after main", token_);
    return std::move(program_);
  }

 private:
  /// A list of statements under construction.
  struct List {
    uint32_t first = kNone, last = kNone;
  };

  void advance() {
    token_ = has_ahead_ ? ahead_ : lexer_.next();
    has_ahead_ = false;
  }
  const Token& peek() {
    if (!has_ahead_) ahead_ = lexer_.next();
    has_ahead_ = true;
    return ahead_;
  }
  Problem expect(std::string_view what) {
    if (!token_.is(what)) return expected("'" + std::string(what) + "'", token_);
    advance();
    return {};
  }

  Problem parse_main() {
    if (!token_.is("@")) return expected("'fn' or '@workgroup_size'", token_);
    advance();
    if (Problem problem = expect("workgroup_size")) return problem;
    if (Problem problem = expect("(")) return problem;
    const Token size = token_;
    Value value = 0;
    if (Problem problem = parse_number(value)) return problem;
    if (value < 1 || value > static_cast<Value>(kMaxThreads)) {
      return expected("a workgroup size from 1 to " + std::to_string(kMaxThreads), size);
    }
    program_.workgroup_size = static_cast<uint32_t>(value);
    if (Problem problem = expect(")")) return problem;
    if (!token_.is("fn")) return expected("'fn'", token_);
    return parse_function(true);
  }

  Problem parse_function(bool is_main) {
    advance();  // fn
    const Token name = token_;
    Function function;
    function.place = token_.place;
    function.first_local = static_cast<uint32_t>(program_.locals.size());
    function.name = token_.text;
    if (is_main) {
      if (Problem problem = expect("main")) return problem;
    } else {
      if (token_.is("main")) return error_at(token_.place, "expected '@workgroup_size(N)' before 'fn main'");
      if (Problem problem = expect_name("a function name")) return problem;
      if (Problem problem = names_.add_function(name)) return problem;
    }
    if (Problem problem = parse_parameters(function)) return problem;
    if (is_main && function.parameter_count != 1) {
      return error_at(function.place, "main must have exactly one parameter, the thread's number (lid)");
    }
    List body;
    if (Problem problem = parse_block(body, kNone, 0)) return problem;
    function.body = body.first;
    function.local_count = static_cast<uint32_t>(program_.locals.size()) - function.first_local;
    if (Problem problem = names_.check_assigned(function)) return problem;
    program_.functions.push_back(std::move(function));
    return {};
  }

  Problem parse_parameters(Function& function) {
    if (Problem problem = expect("(")) return problem;
    while (!token_.is(")")) {
      if (function.parameter_count > 0) {
        if (Problem problem = expect(",")) return problem;
      }
      const Token name = token_;
      if (Problem problem = expect_name("a parameter name")) return problem;
      if (Problem problem = names_.add_parameter(name)) return problem;
      ++function.parameter_count;
    }
    advance();
    return {};
  }

  Problem expect_name(const char* what) {
    if (token_.kind != Token::Kind::kName || is_keyword(token_.text)) return expected(what, token_);
    advance();
    return {};
  }

  Problem parse_block(List& list, uint32_t loop, uint32_t depth) {
    if (Problem problem = expect("{")) return problem;
    while (!token_.is("}") && !token_.is("continuing")) {
      if (Problem problem = parse_statement(list, loop, depth)) return problem;
    }
    if (token_.is("continuing")) {
      return error_at(token_.place, "'continuing' is only allowed at the end of a loop's body");
    }
    return expect("}");
  }

  uint32_t append(List& list, StatementKind kind, uint32_t loop) {
    const auto number = static_cast<uint32_t>(program_.statements.size());
    Statement statement;
    statement.kind = kind;
    statement.place = token_.place;
    statement.loop = loop;
    program_.statements.push_back(statement);
    (list.first == kNone ? list.first : program_.statements[list.last].next) = number;
    list.last = number;
    return number;
  }

  Problem parse_statement(List& list, uint32_t loop, uint32_t depth) {
    if (depth >= kMaxNesting) {
      return error_at(token_.place, "statements nest deeper than " + std::to_string(kMaxNesting) + " levels");
    }
    if (token_.is("if")) return parse_if(list, loop, depth);
    if (token_.is("loop")) return parse_loop(list, loop, depth);
    if (token_.is("return")) {
      const uint32_t number = append(list, StatementKind::kReturn, loop);
      advance();
      return parse_expression(program_.statements[number].value);
    }
    if (token_.is("barrier") || token_.is("break") || token_.is("continue")) {
      const bool is_barrier = token_.is("barrier");
      if (!is_barrier && loop == kNone) return error_at(token_.place, token_.describe() + " outside a loop");
      append(list,
             is_barrier           ? StatementKind::kBarrier
             : token_.is("break") ? StatementKind::kBreak
                                  : StatementKind::kContinue,
             loop);
      advance();
      return {};
    }
    if (token_.kind == Token::Kind::kName && !is_keyword(token_.text)) return parse_assignment(list, loop);
    return expected("a statement or '}'", token_);
  }

  Problem parse_if(List& list, uint32_t loop, uint32_t depth) {
    const uint32_t number = append(list, StatementKind::kIf, loop);
    advance();
    Expression condition;
    if (Problem problem = expect("(")) return problem;
    if (Problem problem = parse_expression(condition)) return problem;
    if (Problem problem = expect(")")) return problem;
    List then_list, else_list;
    if (Problem problem = parse_block(then_list, loop, depth + 1)) return problem;
    if (token_.is("else")) {
      advance();
      if (Problem problem = parse_block(else_list, loop, depth + 1)) return problem;
    }
    program_.statements[number].value = condition;
    program_.statements[number].first = then_list.first;
    program_.statements[number].second = else_list.first;
    return {};
  }

  Problem parse_loop(List& list, uint32_t loop, uint32_t depth) {
    const uint32_t number = append(list, StatementKind::kLoop, loop);
    advance();
    if (Problem problem = expect("{")) return problem;
    List body, continuing;
    while (!token_.is("continuing")) {
      if (token_.is("}")) return expected("'continuing' at the end of the loop's body", token_);
      if (Problem problem = parse_statement(body, number, depth + 1)) return problem;
    }
    if (body.last == kNone || program_.statements[body.last].kind != StatementKind::kContinue) {
      return expected("'continue' as the last statement before 'continuing'", token_);
    }
    advance();
    if (Problem problem = parse_block(continuing, number, depth + 1)) return problem;
    program_.statements[number].first = body.first;
    program_.statements[number].second = continuing.first;
    return expect("}");
  }

  Problem parse_assignment(List& list, uint32_t loop) {
    const Token name = token_;
    const bool is_shared = peek().is("[");
    const uint32_t number =
        append(list, is_shared ? StatementKind::kSharedAssign : StatementKind::kLocalAssign, loop);
    advance();
    uint32_t target = kNone;
    if (is_shared) {
      if (Problem problem = names_.find_shared(name, target)) return problem;
      advance();
      if (Problem problem = parse_expression(program_.statements[number].index)) return problem;
      if (Problem problem = expect("]")) return problem;
    } else {
      if (Problem problem = names_.find_local(name, target)) return problem;
      names_.mark_assigned(target);
    }
    program_.statements[number].target = target;
    if (Problem problem = expect("=")) return problem;
    if (token_.kind == Token::Kind::kName && peek().is("(")) {
      if (is_shared) return error_at(token_.place, "a call's result must be assigned to a local variable");
      return parse_call(number);
    }
    return parse_expression(program_.statements[number].value);
  }

  Problem parse_call(uint32_t number) {
    const Token name = token_;
    uint32_t callee_number = kNone;
    if (Problem problem = names_.find_callee(name, callee_number)) return problem;
    advance();
    advance();  // (
    std::vector<Expression> arguments;
    while (!token_.is(")")) {
      if (!arguments.empty()) {
        if (Problem problem = expect(",")) return problem;
      }
      if (Problem problem = parse_expression(arguments.emplace_back())) return problem;
    }
    advance();
    const Function& callee = program_.functions[callee_number];
    if (arguments.size() != callee.parameter_count) {
      return error_at(name.place, "'" + callee.name + "' takes " + std::to_string(callee.parameter_count) +
                                      " arguments, found " + std::to_string(arguments.size()));
    }
    Statement& statement = program_.statements[number];
    statement.kind = StatementKind::kCall;
    statement.function = callee_number;
    statement.first_argument = static_cast<uint32_t>(program_.arguments.size());
    statement.argument_count = static_cast<uint32_t>(arguments.size());
    program_.arguments.insert(program_.arguments.end(), arguments.begin(), arguments.end());
    return {};
  }

  Problem parse_expression(Expression& expression) {
    Expression parsed;
    parsed.first = static_cast<uint32_t>(program_.terms.size());
    parsed.place = token_.place;
    if (Problem problem = parse_operators(0, 0)) return problem;
    parsed.count = static_cast<uint32_t>(program_.terms.size()) - parsed.first;
    expression = parsed;
    return {};
  }

  /// Parses operands joined by operators that bind at least as tightly as `least`.
  Problem parse_operators(uint32_t least, uint32_t depth) {
    if (Problem problem = parse_operand(depth)) return problem;
    for (;;) {
      Term term;
      term.kind = TermKind::kOperator;
      term.place = token_.place;
      if (!find_operator(term.op) || precedence(term.op) < least) return {};
      advance();
      if (Problem problem = parse_operators(precedence(term.op) + 1, depth)) return problem;
      program_.terms.push_back(term);
    }
  }

  bool find_operator(Operator& op) const {
    for (auto i = static_cast<uint8_t>(Operator::kOr); i <= static_cast<uint8_t>(Operator::kRemainder); ++i) {
      op = static_cast<Operator>(i);
      if (token_.is(to_string(op))) return true;
    }
    return false;
  }

  Problem parse_operand(uint32_t depth) {
    if (depth >= kMaxNesting) {
      return error_at(token_.place,
                      "parentheses nest deeper than " + std::to_string(kMaxNesting) + " levels");
    }
    Term term;
    term.place = token_.place;
    if (token_.is("(")) {
      advance();
      if (Problem problem = parse_operators(0, depth + 1)) return problem;
      return expect(")");
    }
    if (token_.kind == Token::Kind::kName && !is_keyword(token_.text)) {
      const Token name = token_;
      advance();
      if (token_.is("(")) {
        return error_at(name.place,
                        "a call is only allowed alone, on the right of an assignment to a local variable");
      }
      term.kind = token_.is("[") ? TermKind::kShared : TermKind::kLocal;
      if (term.kind == TermKind::kLocal) {
        if (Problem problem = names_.find_local(name, term.name)) return problem;
      } else {
        if (Problem problem = names_.find_shared(name, term.name)) return problem;
        advance();
        if (Problem problem = parse_operators(0, depth + 1)) return problem;
        if (Problem problem = expect("]")) return problem;
      }
      program_.terms.push_back(term);
      return {};
    }
    const bool negative = token_.is("-");
    if (negative) advance();
    if (token_.kind != Token::Kind::kNumber) return expected("an expression", token_);
    if (Problem problem = parse_number(term.value)) return problem;
    if (negative) term.value = -term.value;
    program_.terms.push_back(term);
    return {};
  }

  Problem parse_number(Value& value) {
    if (token_.kind != Token::Kind::kNumber) return expected("a number", token_);
    const char* end = token_.text.data() + token_.text.size();
    const auto [stopped, error] = std::from_chars(token_.text.data(), end, value);
    if (error != std::errc() || stopped != end) {
      return expected("a decimal number of at most " + std::to_string(std::numeric_limits<Value>::max()),
                      token_);
    }
    advance();
    return {};
  }

  Lexer lexer_;
  Token token_;
  Token ahead_;  // The token after token_, if has_ahead_.
  bool has_ahead_ = false;
  Program program_;
  Names names_{program_};
};

/// Sets Statement::following in a list. `after` is what follows the list.
void link(Program& program, uint32_t first, uint32_t after) {
  for (uint32_t i = first; i != kNone; i = program.statements[i].next) {
    Statement& statement = program.statements[i];
    statement.following = statement.next != kNone ? statement.next : after;
    if (statement.kind == StatementKind::kIf) {
      link(program, statement.first, statement.following);
      link(program, statement.second, statement.following);
    } else if (statement.kind == StatementKind::kLoop) {
      link(program, statement.first, kNone);
      link(program, statement.second, i);
    }
  }
}

}  // namespace

Result<Program> parse(std::string_view text) {
  if (text.size() > kMaxTextBytes) {
    return bad_input("the text is longer than " + std::to_string(kMaxTextBytes) + " bytes");
  }
  Result<Program> program = Parser(text).parse();
  if (program) {
    if (Problem problem = check_restrictions(*program)) return *problem;
    for (const Function& function : program->functions) link(*program, function.body, kNone);
  }
  return program;
}

}  // namespace trellis::tinywgsl

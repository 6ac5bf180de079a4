// Tests the parser of TinyWGSL: what it reads, and its messages about what it cannot read.
#include "tinywgsl/syntax/parser.hpp"

#include <gtest/gtest.h>

#include <string>

namespace trellis::tinywgsl {
namespace {

std::string error_of(const std::string& text) {
  const auto program = parse(text);
  return program ? "none" : program.error().message;
}

std::string parsed_in_main(const std::string& body) {
  return "@workgroup_size(4) fn main(lid) {" + body + " barrier }";
}

TEST(TinyWgslParser, ReadsFlatData) {
  const auto program = parse(R"(// A comment.
fn f(p) { return A[p] * 2 + 1; }
@workgroup_size(64) fn main(lid) {
  x = f(lid + -3)
  loop {
    if (x == 0) { break }
    continue
    continuing { x = x - 1 }
  }
  barrier
})");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(program->workgroup_size, 64u);
  ASSERT_EQ(program->functions.size(), 2u);
  EXPECT_EQ(program->main().name, "main");
  EXPECT_EQ(program->locals, (std::vector<std::string>{"p", "lid", "x"}));
  EXPECT_EQ(program->shared, std::vector<std::string>{"A"});
  const Statement& result = program->statements[program->functions[0].body];
  EXPECT_EQ(result.kind, StatementKind::kReturn);
  EXPECT_EQ(expression_text(*program, result.value, result.value.first + result.value.count - 1),
            "(A[p] * 2) + 1");
  const Statement& call = program->statements[program->main().body];
  EXPECT_EQ(call.kind, StatementKind::kCall);
  const Statement& loop = program->statements[call.next];
  EXPECT_EQ(loop.place.line, 5u);
  EXPECT_EQ(loop.place.column, 3u);
  EXPECT_EQ(program->statements[loop.second].following, call.next) << "the continuing leads back to the loop";
  EXPECT_EQ(program->statements[loop.following].kind, StatementKind::kBarrier);
}

TEST(TinyWgslParser, OperatorsBindAsInC) {
  const auto program = parse(parsed_in_main("x = 1 - 2 - 3 * lid < 4 && lid == 5 || lid % 2"));
  ASSERT_TRUE(program) << program.error().message;
  const Expression value = program->statements[program->main().body].value;
  EXPECT_EQ(expression_text(*program, value, value.first + value.count - 1),
            "((((1 - 2) - (3 * lid)) < 4) && (lid == 5)) || (lid % 2)");
}

TEST(TinyWgslParser, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(error_of(""), "line 1, column 1: expected 'fn' or '@workgroup_size', found the end of the text");
  EXPECT_EQ(error_of("@workgroup_size(0) fn main(lid) {barrier}"),
            "line 1, column 17: expected a workgroup size from 1 to 256, found '0'");
  EXPECT_EQ(error_of("@workgroup_size(257) fn main(lid) {barrier}"),
            "line 1, column 17: expected a workgroup size from 1 to 256, found '257'");
  EXPECT_EQ(error_of(parsed_in_main("x = \n  )")), "line 2, column 3: expected an expression, found ')'");
  EXPECT_EQ(error_of(parsed_in_main("x = 4294967296")),
            "line 1, column 38: expected a decimal number of at most 2147483647, found '4294967296'");
  EXPECT_EQ(error_of(parsed_in_main("x 1")), "line 1, column 36: expected '=', found '1'");
  EXPECT_EQ(error_of(parsed_in_main("x = 1 $")), "line 1, column 40: expected a statement or '}', found '$'");
  EXPECT_EQ(error_of("\x01"), "line 1, column 1: expected 'fn' or '@workgroup_size', found byte 1");
  EXPECT_EQ(error_of(parsed_in_main("") + " fn"),
            "line 1, column 45: expected the end of the text after main, found 'fn'");
  EXPECT_EQ(error_of(parsed_in_main("loop { barrier }")),
            "line 1, column 49: expected 'continuing' at the end of the loop's body, found '}'");
  EXPECT_EQ(
      error_of(parsed_in_main("loop { barrier continuing {} }")),
      "line 1, column 49: expected 'continue' as the last statement before 'continuing', found 'continuing'");
}

TEST(TinyWgslParser, ResolvesNames) {
  EXPECT_EQ(error_of(parsed_in_main("x = y")),
            "line 1, column 38: unknown name 'y': no statement in function 'main' assigns to it");
  EXPECT_EQ(error_of(parsed_in_main("x = f(1)")),
            "line 1, column 38: unknown function 'f' (functions must be declared before their callers)");
  EXPECT_EQ(error_of("fn f(p) { x = f(p) return x } " + parsed_in_main("")),
            "line 1, column 15: 'f' calls itself: recursion is not allowed");
  EXPECT_EQ(error_of("fn f(p) { x = g(p) return x } fn g(q) { y = f(q) return y } " + parsed_in_main("")),
            "line 1, column 15: unknown function 'g' (functions must be declared before their callers)");
  EXPECT_EQ(error_of("fn f(p) { return p } fn g(p) { return p } " + parsed_in_main("")),
            "line 1, column 27: the name 'p' is already used (variables of different functions must have "
            "different names)");
  EXPECT_EQ(error_of("fn f(p) { x = p return x } " + parsed_in_main("x = 1")),
            "line 1, column 61: 'x' belongs to another function (variables of different functions must have "
            "different names)");
  EXPECT_EQ(error_of(parsed_in_main("x = 1 x[0] = 1")),
            "line 1, column 40: expected a shared array, but 'x' is a local variable");
  EXPECT_EQ(error_of("fn f(p) { return p } " + parsed_in_main("x = f(1, 2)")),
            "line 1, column 59: 'f' takes 1 arguments, found 2");
  EXPECT_EQ(error_of(parsed_in_main("x = main(1)")), "line 1, column 38: main cannot be called");
  EXPECT_EQ(
      error_of("fn f(p) { return p } " + parsed_in_main("x = 1 + f(1)")),
      "line 1, column 63: a call is only allowed alone, on the right of an assignment to a local variable");
}

TEST(TinyWgslParser, EnforcesTheRestrictions) {
  EXPECT_EQ(error_of(parsed_in_main("return 1")), "line 1, column 34: main must not contain 'return'");
  EXPECT_EQ(error_of("@workgroup_size(2) fn main(lid) { x = 1 }"),
            "line 1, column 23: main must end with 'barrier'");
  EXPECT_EQ(error_of("@workgroup_size(2) fn main() { barrier }"),
            "line 1, column 23: main must have exactly one parameter, the thread's number (lid)");
  EXPECT_EQ(error_of("fn f(p) { if (p) { return 1 } } " + parsed_in_main("")),
            "line 1, column 4: function 'f' can end without 'return'");
  EXPECT_EQ(error_of(parsed_in_main("break")), "line 1, column 34: 'break' outside a loop");
  EXPECT_EQ(error_of(parsed_in_main("continuing {}")),
            "line 1, column 34: 'continuing' is only allowed at the end of a loop's body");
  EXPECT_EQ(error_of(parsed_in_main("loop { continue continuing { break } }")),
            "line 1, column 63: 'break' inside a 'continuing': only its last statement may be 'if (e) "
            "{break} else {}'");
  EXPECT_EQ(error_of(parsed_in_main("loop { continue continuing { if (lid) {break} barrier } }")),
            "line 1, column 73: 'break' inside a 'continuing': only its last statement may be 'if (e) "
            "{break} else {}'");
  EXPECT_EQ(error_of(parsed_in_main("loop { continue continuing { if (lid) {continue} } }")),
            "line 1, column 73: 'continue' inside the 'continuing' of its own loop");
  EXPECT_EQ(
      error_of("fn f(p) { loop { continue continuing { loop { return 1 continue continuing {} } } } } " +
               parsed_in_main("")),
      "line 1, column 47: 'return' inside a 'continuing'");
  EXPECT_EQ(error_of(parsed_in_main(
                "loop { continue continuing { loop { break continue continuing {} } if (lid) {break} } }")),
            "none");
}

std::string repeated(const std::string& text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(TinyWgslParser, BoundsNestingAndSize) {
  EXPECT_EQ(error_of(parsed_in_main(repeated("if (lid) {", 100000))),
            "line 1, column 674: statements nest deeper than 64 levels");
  EXPECT_EQ(error_of(parsed_in_main("x = " + repeated("(", 100000))),
            "line 1, column 102: parentheses nest deeper than 64 levels");
  EXPECT_EQ(error_of(parsed_in_main("x = " + repeated("A[", 100000))),
            "line 1, column 166: parentheses nest deeper than 64 levels");
  EXPECT_EQ(error_of(repeated(" ", kMaxTextBytes + 1)), "the text is longer than 1048576 bytes");
  std::string many;
  for (int i = 0; i <= 1000; ++i) many += "x" + std::to_string(i) + " = 1 ";
  EXPECT_NE(error_of(parsed_in_main(many)).find("a function has at most 1000 local variables"),
            std::string::npos);
  EXPECT_EQ(error_of(parsed_in_main("x = 1" + repeated(" + lid", 100000))), "none") << "long, but not deep";
}

}  // namespace
}  // namespace trellis::tinywgsl

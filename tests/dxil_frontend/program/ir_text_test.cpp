// Types and constants as text. The decoding tests cover instructions.
#include "dxil_frontend/program/text/ir_text.hpp"

#include <gtest/gtest.h>

#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::dxil::test {
namespace {

TEST(IrText, Types) {
  const Result<Module> module = decode_text(R"(
%dx.types.Handle = type { ptr }
define void @f(i1 %a, i64 %b, half %c, double %d, ptr addrspace(6) %e, <3 x float> %f, [2 x [3 x i8]] %g,
               { i32, { half } } %h, %dx.types.Handle %i) { ret void })");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  std::string all;
  for (const TypeId type : module->functions[0].argument_types) all += to_text(*module, type) + "|";
  EXPECT_EQ(all, "i1|i64|half|double|ptr(6)|<3 x float>|[2 x [3 x i8]]|{i32, {half}}|%dx.types.Handle|");
}

TEST(IrText, NamesStayOnTheirLine) {
  EXPECT_EQ(printable("\x01?main@@YAXXZ"), "?main@@YAXXZ");
  EXPECT_EQ(printable("a\nb\x7f\x01"), "a?b??");
  EXPECT_EQ(printable(""), "");
}

TEST(IrText, Constants) {
  const Result<Module> module = decode_text(R"(
@g = external global [4 x i32]
define void @f() {
  store i64 -1, ptr @g
  store i1 true, ptr @g
  store half 0xH3C00, ptr @g
  store half 0xH0001, ptr @g
  store float 0x3FB99999A0000000, ptr @g
  store float 0x7FF8000000000000, ptr @g
  store double 0.1, ptr @g
  store i32 undef, ptr @g
  store ptr null, ptr @g
  store [2 x i32] [i32 1, i32 -2], ptr @g
  store { i32, [2 x i32] } { i32 7, [2 x i32] [i32 1, i32 2] }, ptr @g
  store [10 x i8] c"0123456789", ptr getelementptr ([4 x i32], ptr @g, i32 0, i32 2)
  ret void
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const Function& f = module->functions[0];
  std::string all;
  for (const Instruction& i : f.instructions) {
    if (i.opcode == Opcode::kStore) all += to_text(*module, f, f.operands_of(i)[0]) + "|";
  }
  EXPECT_EQ(
      all,
      "-1|true|1|5.96046448e-08|0.100000001|0x7fc00000|0.10000000000000001|undef|zero|{1, -2}|{7, {...}}|"
      "{48, 49, 50, 51, 52, 53, 54, 55, ...}|");
  const Instruction& last = f.instructions[f.instructions.size() - 2];
  EXPECT_EQ(to_text(*module, f, f.operands_of(last)[1]), "address(@g, 0, 2)");
}

}  // namespace
}  // namespace trellis::dxil::test

// Phis and selects of pointers: what tests/file/readers/pointer_phis.ll cannot show.
#include <gtest/gtest.h>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::dxil::test {
namespace {

std::string lowered(std::string_view text) {
  const Result<Module> module = decode_text(text);
  if (!module) return module.error().to_string();
  const Function* function = find_function(*module, "f");
  return function == nullptr ? "no function @f" : function_text(*module, *function);
}

TEST(PointerPhis, HandlesStay) {
  const std::string text = lowered(R"(
%dx.types.Handle = type { ptr }
define %dx.types.Handle @f(i1 %c, %dx.types.Handle %a, %dx.types.Handle %b) {
  %h = select i1 %c, %dx.types.Handle %a, %dx.types.Handle %b
  ret %dx.types.Handle %h
})");
  EXPECT_EQ(text, "block0:\n%3:%dx.types.Handle = select %0, %1, %2\nret %3\n");
}

TEST(PointerPhis, LongChainsStayFast) {
  std::string text =
      "define i32 @f(i1 %c, i32 %i) {\n %v = alloca [8 x i32]\n"
      " %p0 = getelementptr [8 x i32], ptr %v, i32 0, i32 %i\n";
  for (int i = 1; i < 20000; ++i) {
    const std::string before = "%p" + std::to_string(i - 1);
    text += " %p" + std::to_string(i) + " = select i1 %c, ptr " + before + ", ptr " + before + "\n";
  }
  const Result<Module> module = decode_text(text + " %x = load i32, ptr %p19999\n ret i32 %x\n}");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
}

}  // namespace
}  // namespace trellis::dxil::test

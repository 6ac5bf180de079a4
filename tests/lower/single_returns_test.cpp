#include "lower/control_flow/single_returns.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::lower {
namespace {

using dxil::Opcode;

std::string module_text(const char* vote) {
  return std::string(R"(
declare i1 @dx.op.waveIsFirstLane(i32)
define i32 @several(i32 %x) {
  %low = icmp ult i32 %x, 8
  br i1 %low, label %first, label %rest
first:
  ret i32 1
rest:
  %odd = icmp eq i32 %x, 9
  br i1 %odd, label %second, label %third
second:
  ret i32 %x
third:
  ret i32 3
}
define void @nothing(i32 %x) {
  %low = icmp ult i32 %x, 8
  br i1 %low, label %first, label %second
first:
  ret void
second:
  ret void
}
define void @main() {
  %a = call i32 @several(i32 5)
  call void @nothing(i32 %a)
  %zero = icmp eq i32 %a, 0
  br i1 %zero, label %out, label %end
out:
  ret void
end:)") + vote +
         R"(
  ret void
}
)";
}

uint32_t returns_of(const dxil::Function& function) {
  uint32_t count = 0;
  for (const dxil::Instruction& i : function.instructions) count += i.opcode == Opcode::kReturn ? 1 : 0;
  return count;
}

TEST(SingleReturns, CalledFunctionsHaveASingleReturn) {
  auto module = dxil::test::decode_text(module_text("\n  %v = call i1 @dx.op.waveIsFirstLane(i32 110)"));
  ASSERT_TRUE(module) << module.error().to_string();
  ASSERT_TRUE(has_several_returns(*module));
  join_returns(*module);
  EXPECT_FALSE(has_several_returns(*module));
  ASSERT_EQ(module->functions.size(), 3u);
  EXPECT_EQ(returns_of(module->functions[0]), 1u);
  EXPECT_EQ(returns_of(module->functions[1]), 1u);
  // No code runs after the entry point, so it keeps both returns.
  EXPECT_EQ(returns_of(module->functions[2]), 2u);
  const dxil::Function& several = module->functions[0];
  const auto last = several.instructions_of(static_cast<dxil::BlockId>(several.blocks.size()) - 1);
  ASSERT_EQ(last.size(), 2u);
  EXPECT_EQ(last[0].opcode, Opcode::kPhi);
  EXPECT_EQ(several.operands_of(last[0]).size(), 3u);
  EXPECT_EQ(several.operands_of(last[0])[1], several.first_local);  // %x, which the second return returned.
  EXPECT_EQ(several.operands_of(last[1])[0], last[0].result);
}

TEST(SingleReturns, AreNotNeededWithoutLaneOperations) {
  const auto module = dxil::test::decode_text(module_text(""));
  ASSERT_TRUE(module) << module.error().to_string();
  EXPECT_FALSE(has_several_returns(*module));
}

}  // namespace
}  // namespace trellis::lower

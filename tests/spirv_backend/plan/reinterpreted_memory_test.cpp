// Groupshared memory accessed through pointers of another address space and type, which DXC emits without
// optimization.
#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

class ReinterpretedMemory : public TextProgram {};

constexpr const char* kShared = R"(
@pool = internal addrspace(3) global [64 x i32] undef
@halves = internal addrspace(3) global [4 x [4 x i32]] undef
declare void @dx.op.barrier(i32, i32)
)";

TEST_F(ReinterpretedMemory, ByConstants) {
  const auto words = results(std::string(kShared) + R"(
define void @main() {
  %t = thread
  %mine = getelementptr [64 x i32], ptr addrspace(3) @pool, i32 0, i32 %t
  %bits = bitcast float 1.5 to i32
  %value = add i32 %bits, %t
  store i32 %value, ptr addrspace(3) %mine
  call void @dx.op.barrier(i32 80, i32 9)
  %a = load float, ptr addrspacecast (ptr addrspace(3) @pool to ptr)
  %b = load float, ptr getelementptr ([64 x float], ptr addrspacecast (ptr addrspace(3) @pool to ptr), i32 0, i32 7)
  %c = load i32, ptr getelementptr ([4 x i32], ptr addrspacecast (ptr addrspace(3) getelementptr ([64 x i32], ptr addrspace(3) @pool, i32 0, i32 16) to ptr), i32 0, i32 2)
  %a0 = bitcast float %a to i32
  %b0 = bitcast float %b to i32
  %at = mul i32 %t, 16
  %b1 = add i32 %at, 4
  %b2 = add i32 %at, 8
  write u1, %at, %a0
  write u1, %b1, %b0
  write u1, %b2, %c
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4], 0x3FC00000u);
    EXPECT_EQ(words[t * 4 + 1], 0x3FC00007u);
    EXPECT_EQ(words[t * 4 + 2], 0x3FC00012u);
  }
}

TEST_F(ReinterpretedMemory, ByInstructionsAndInCallees) {
  const auto words = results(std::string(kShared) + R"(
define float @third(ptr %a) noinline {
  %p = getelementptr [4 x float], ptr %a, i32 0, i32 2
  %v = load float, ptr %p
  ret float %v
}
define void @main() {
  %t = thread
  %mine = getelementptr [64 x i32], ptr addrspace(3) @pool, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %mine
  call void @dx.op.barrier(i32 80, i32 9)
  %generic = addrspacecast ptr addrspace(3) @pool to ptr
  %o = xor i32 %t, 3
  %theirs = getelementptr [64 x float], ptr %generic, i32 0, i32 %o
  %f = load float, ptr %theirs
  %a = bitcast float %f to i32
  %g = call float @third(ptr addrspacecast (ptr addrspace(3) @pool to ptr))
  %b = bitcast float %g to i32
  %row = getelementptr [64 x i32], ptr addrspace(3) @pool, i32 0, i32 8
  %cast = addrspacecast ptr addrspace(3) %row to ptr
  %h = call float @third(ptr %cast)
  %c = bitcast float %h to i32
  %even = and i32 %t, 1
  %is_even = icmp eq i32 %even, 0
  %chosen = select i1 %is_even, ptr %generic, ptr %cast
  %d = load i32, ptr %chosen
  %at = mul i32 %t, 16
  %b1 = add i32 %at, 4
  %b2 = add i32 %at, 8
  %b3 = add i32 %at, 12
  write u1, %at, %a
  write u1, %b1, %b
  write u1, %b2, %c
  write u1, %b3, %d
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4], t ^ 3);
    EXPECT_EQ(words[t * 4 + 1], 2u);
    EXPECT_EQ(words[t * 4 + 2], 10u);
    EXPECT_EQ(words[t * 4 + 3], t % 2 == 0 ? 0u : 8u);
  }
}

TEST_F(ReinterpretedMemory, ByWritesAndAtomics) {
  const auto words = results(std::string(kShared) + R"(
define void @main() {
  %t = thread
  %row = and i32 %t, 3
  %r = udiv i32 %t, 16
  %p = getelementptr [16 x float], ptr addrspacecast (ptr addrspace(3) @halves to ptr), i32 0, i32 %r
  store float 0.0, ptr %p
  call void @dx.op.barrier(i32 80, i32 9)
  %old = atomicrmw add ptr getelementptr ([16 x i32], ptr addrspacecast (ptr addrspace(3) @halves to ptr), i32 0, i32 3), i32 1 monotonic
  call void @dx.op.barrier(i32 80, i32 9)
  %q = getelementptr [4 x [4 x i32]], ptr addrspace(3) @halves, i32 0, i32 0, i32 3
  %count = load i32, ptr addrspace(3) %q
  %at = mul i32 %t, 4
  write u1, %at, %count
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], 64u);
}

}  // namespace
}  // namespace trellis::test_backend

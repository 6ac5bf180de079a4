// llvm.global_ctors: the functions that libraries run before their entry points.
#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

class Constructors : public TextProgram {};

constexpr const char* kStatics = R"(
@key = internal global i32 undef
@pair = internal global [2 x i32] [i32 40, i32 undef]
define internal void @first() {
  %x = read u0, 12
  store i32 %x, ptr @key
  ret void
}
define internal void @second() {
  %k = load i32, ptr @key
  %t = thread
  %big = icmp ugt i32 %t, 31
  br i1 %big, label %high, label %low
high:
  store i32 1000, ptr getelementptr ([2 x i32], ptr @pair, i32 0, i32 1)
  ret void
low:
  %s = add i32 %k, 100
  store i32 %s, ptr getelementptr ([2 x i32], ptr @pair, i32 0, i32 1)
  ret void
}
define i32 @next() noinline {
  %k = load i32, ptr @key
  %n = mul i32 %k, 5
  store i32 %n, ptr @key
  ret i32 %n
}
define void @main() {
  %t = thread
  %at = mul i32 %t, 16
  %a = call i32 @next()
  %b = call i32 @next()
  %p0 = load i32, ptr @pair
  %p1 = load i32, ptr getelementptr ([2 x i32], ptr @pair, i32 0, i32 1)
  %b1 = add i32 %at, 4
  %b2 = add i32 %at, 8
  %b3 = add i32 %at, 12
  write u1, %at, %a
  write u1, %b1, %b
  write u1, %b2, %p0
  write u1, %b3, %p1
  ret void
}
)";

void expect_constructed(const std::vector<uint32_t>& words) {
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4], 45u) << t;
    EXPECT_EQ(words[t * 4 + 1], 225u) << t;
    EXPECT_EQ(words[t * 4 + 2], 40u) << t;
    EXPECT_EQ(words[t * 4 + 3], t > 31 ? 1000u : 109u) << t;
  }
}

TEST_F(Constructors, RunFirstInTheOrderOfTheirPriorities) {
  expect_constructed(results(std::string(kStatics) + R"(
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @second, ptr null },
  { i32, ptr, ptr } { i32 1, ptr @first, ptr null }, { i32, ptr, ptr } { i32 0, ptr null, ptr null }]
)")[1]);
}

TEST_F(Constructors, OfOnePriorityRunAsTheyAreListed) {
  expect_constructed(results(std::string(kStatics) + R"(
@llvm.global_ctors = appending global [2 x { i32, ptr }] [{ i32, ptr } { i32 65535, ptr @first }, { i32, ptr } { i32 65535, ptr @second }]
)")[1]);
}

TEST_F(Constructors, AListMayBeEmpty) {
  const std::string body = R"(
define void @main() {
  write u1, 0, 7
  ret void
}
)";
  EXPECT_EQ(
      results(body + "@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer\n")[1][0],
      7u);
  EXPECT_EQ(
      results(body + "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] zeroinitializer\n")[1][0],
      7u);
}

}  // namespace
}  // namespace trellis::test_backend

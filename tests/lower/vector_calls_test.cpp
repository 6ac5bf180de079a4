// Long vectors as parameters and results of functions that are not inlined.
#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

class VectorCalls : public TextProgram {};

/// Returns code that builds a vector `name` of `count` words, whose component n is `base` + n.
std::string vector_of(const std::string& name, uint32_t count, const std::string& base) {
  const std::string type = "<" + std::to_string(count) + " x i32>";
  std::string text, last = "undef";
  for (uint32_t n = 0; n < count; ++n) {
    const std::string number = std::to_string(n), made = n + 1 == count ? name : name + number;
    text += "  %" + name + "_" + number + " = add i32 " + base + ", " + number + "\n";
    text += "  %" + made + " = insertelement " + type + " " + last + ", i32 %" + name + "_" + number +
            ", i32 " + number + "\n";
    last = "%" + made;
  }
  return text;
}

TEST_F(VectorCalls, TakeAndGiveComponents) {
  const auto words = results(R"(
define <6 x i32> @less(<6 x i32> %a, i32 %s, <6 x i32> %b) noinline {
  %d = sub <6 x i32> %a, %b
  %r = insertelement <6 x i32> %d, i32 %s, i32 2
  ret <6 x i32> %r
}
define void @main() {
  %t = thread
)" + vector_of("a", 6, "%t") +
                             R"(
  %r = call <6 x i32> @less(<6 x i32> %a, i32 50, <6 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>)
  %q = call <6 x i32> @less(<6 x i32> %r, i32 %t, <6 x i32> undef)
  %q2 = extractelement <6 x i32> %q, i32 2
  %r2 = extractelement <6 x i32> %r, i32 2
  %r5 = extractelement <6 x i32> %r, i32 5
  %at = mul i32 %t, 12
  %b1 = add i32 %at, 4
  %b2 = add i32 %at, 8
  write u1, %at, %q2
  write u1, %b1, %r2
  write u1, %b2, %r5
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 3], t);
    EXPECT_EQ(words[t * 3 + 1], 50u);
    EXPECT_EQ(words[t * 3 + 2], t);
  }
}

// The result is passed through memory, where bools have no representation.
TEST_F(VectorCalls, InLoopsAndOfBools) {
  const auto words = results(R"(
define <5 x i1> @turned(<5 x i1> %b, i1 %new) noinline {
  %r = shufflevector <5 x i1> %b, <5 x i1> undef, <5 x i32> <i32 1, i32 2, i32 3, i32 4, i32 0>
  %s = insertelement <5 x i1> %r, i1 %new, i32 4
  ret <5 x i1> %s
}
define void @main() {
entry:
  %t = thread
  br label %head
head:
  %n = phi i32 [ 0, %entry ], [ %next, %head ]
  %b = phi <5 x i1> [ zeroinitializer, %entry ], [ %c, %head ]
  %bits = lshr i32 %t, %n
  %low = and i32 %bits, 1
  %new = icmp ne i32 %low, 0
  %c = call <5 x i1> @turned(<5 x i1> %b, i1 %new)
  %next = add i32 %n, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %head, label %end
end:
  %w = zext <5 x i1> %c to <5 x i32>
  %w0 = extractelement <5 x i32> %w, i32 0
  %w3 = extractelement <5 x i32> %w, i32 3
  %w4 = extractelement <5 x i32> %w, i32 4
  %x3 = shl i32 %w3, 3
  %x4 = shl i32 %w4, 4
  %x = or i32 %w0, %x3
  %y = or i32 %x, %x4
  %at = mul i32 %t, 4
  write u1, %at, %y
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], t & 0x19) << t;
}

// More components than a SPIR-V function may have parameters.
TEST_F(VectorCalls, TakeAddressesOfVectorsThatAreTooLong) {
  const auto words = results(R"(
define <300 x i32> @sum(<300 x i32> %a, <300 x i32> %b, i32 %s) noinline {
  %d = add <300 x i32> %a, %b
  %r = insertelement <300 x i32> %d, i32 %s, i32 7
  ret <300 x i32> %r
}
define i1 @any(<200 x i1> %b) noinline {
  %x = extractelement <200 x i1> %b, i32 150
  ret i1 %x
}
define void @main() {
  %t = thread
)" + vector_of("a", 300, "%t") +
                             R"(
  %r = call <300 x i32> @sum(<300 x i32> %a, <300 x i32> %a, i32 5)
  %q = call <300 x i32> @sum(<300 x i32> %r, <300 x i32> %a, i32 6)
  %q7 = extractelement <300 x i32> %q, i32 7
  %q299 = extractelement <300 x i32> %q, i32 299
  %bit = icmp ugt i32 %t, 31
  %b = insertelement <200 x i1> zeroinitializer, i1 %bit, i32 150
  %some = call i1 @any(<200 x i1> %b)
  %one = zext i1 %some to i32
  %sum7 = add i32 %q7, %one
  %at = mul i32 %t, 8
  %b1 = add i32 %at, 4
  write u1, %at, %sum7
  write u1, %b1, %q299
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 2], t > 31 ? 7u : 6u);
    EXPECT_EQ(words[t * 2 + 1], 3 * (t + 299));
  }
}

TEST_F(VectorCalls, OfStructsThatHoldThem) {
  const auto words = results(R"(
%S = type { <5 x i32>, i32, <5 x i1> }
define %S @next(%S %s) noinline {
  %v = extractvalue %S %s, 0
  %k = extractvalue %S %s, 1
  %b = extractvalue %S %s, 2
  %w = insertelement <5 x i32> %v, i32 %k, i32 4
  %c = insertelement <5 x i1> %b, i1 true, i32 1
  %m = add i32 %k, 1
  %r = insertvalue %S undef, <5 x i32> %w, 0
  %r2 = insertvalue %S %r, i32 %m, 1
  %r3 = insertvalue %S %r2, <5 x i1> %c, 2
  ret %S %r3
}
define void @main() {
  %t = thread
  %s = insertvalue %S zeroinitializer, i32 %t, 1
  %r = call %S @next(%S %s)
  %q = call %S @next(%S %r)
  %v = extractvalue %S %q, 0
  %v4 = extractelement <5 x i32> %v, i32 4
  %b = extractvalue %S %q, 2
  %b0 = extractelement <5 x i1> %b, i32 0
  %b1 = extractelement <5 x i1> %b, i32 1
  %w0 = zext i1 %b0 to i32
  %w1 = zext i1 %b1 to i32
  %x0 = mul i32 %w0, 2000
  %x1 = mul i32 %w1, 1000
  %y = add i32 %x0, %x1
  %z = add i32 %y, %v4
  %at = mul i32 %t, 4
  write u1, %at, %z
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], 1001 + t);
}

}  // namespace
}  // namespace trellis::test_backend

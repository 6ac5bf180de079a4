// Long vectors in unoptimized code: every variable is in memory, read and written whole or by component, in
// loops without phis. Checks the values.
#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

class UnoptimizedVectors : public TextProgram {};

/// Stores the value of the variable %sum to u1, at the thread's own word.
constexpr const char* kEnd = R"(
  %t.end = load i32, ptr %thread, align 4
  %t.bytes = mul i32 %t.end, 4
  %out = load i32, ptr %sum, align 4
  write u1, %t.bytes, %out
  ret void
}
)";

// A loop changes a vector, both by component and as a whole.
TEST_F(UnoptimizedVectors, InALoopOverComponents) {
  const auto words = results(std::string(R"(
define void @main() {
entry:
  %thread = alloca i32, align 4
  %sum = alloca i32, align 4
  %n = alloca i32, align 4
  %v = alloca <7 x i32>, align 4
  %step = alloca <7 x i32>, align 4
  %t = thread
  store i32 %t, ptr %thread, align 4
  store i32 0, ptr %sum, align 4
  store <7 x i32> zeroinitializer, ptr %v, align 4
  store <7 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, ptr %step, align 4
  store i32 0, ptr %n, align 4
  br label %head
head:
  %n0 = load i32, ptr %n, align 4
  %goes_on = icmp ult i32 %n0, 7
  br i1 %goes_on, label %body, label %after
body:
  %v0 = load <7 x i32>, ptr %v, align 4
  %s0 = load <7 x i32>, ptr %step, align 4
  %v1 = add <7 x i32> %v0, %s0
  store <7 x i32> %v1, ptr %v, align 4
  %t1 = load i32, ptr %thread, align 4
  %n1 = load i32, ptr %n, align 4
  %at = getelementptr <7 x i32>, ptr %v, i32 0, i32 %n1
  %old = load i32, ptr %at, align 4
  %new = add i32 %old, %t1
  store i32 %new, ptr %at, align 4
  br label %next
next:
  %n2 = load i32, ptr %n, align 4
  %n3 = add i32 %n2, 1
  store i32 %n3, ptr %n, align 4
  br label %head
after:
  store i32 0, ptr %n, align 4
  br label %head2
head2:
  %m0 = load i32, ptr %n, align 4
  %goes_on2 = icmp ult i32 %m0, 7
  br i1 %goes_on2, label %body2, label %end
body2:
  %w = load <7 x i32>, ptr %v, align 4
  %m1 = load i32, ptr %n, align 4
  %x = extractelement <7 x i32> %w, i32 %m1
  %k = add i32 %m1, 3
  %xk = mul i32 %x, %k
  %sum0 = load i32, ptr %sum, align 4
  %sum1 = add i32 %sum0, %xk
  store i32 %sum1, ptr %sum, align 4
  %m2 = add i32 %m1, 1
  store i32 %m2, ptr %n, align 4
  br label %head2
end:
)") + kEnd)[1];
  for (uint32_t t = 0; t < 64; ++t) {
    uint32_t sum = 0;
    for (uint32_t n = 0; n < 7; ++n) sum += (7 * (n + 1) + t) * (n + 3);
    EXPECT_EQ(words[t], sum) << t;
  }
}

// Arrays of vectors, vectors in structs, and bools, which memory stores as integers.
TEST_F(UnoptimizedVectors, InArraysAndStructsAndAsBools) {
  const auto words = results(std::string(R"(
%Kept = type { i32, <6 x float>, <5 x i32> }
define void @main() {
entry:
  %thread = alloca i32, align 4
  %sum = alloca i32, align 4
  %kept = alloca %Kept, align 4
  %rows = alloca [3 x <6 x float>], align 4
  %set = alloca <6 x i32>, align 4
  %t = thread
  store i32 %t, ptr %thread, align 4
  %t1 = load i32, ptr %thread, align 4
  %f = uitofp i32 %t1 to float
  %f0 = insertelement <6 x float> undef, float %f, i32 0
  %fs = shufflevector <6 x float> %f0, <6 x float> undef, <6 x i32> zeroinitializer
  %r0 = getelementptr [3 x <6 x float>], ptr %rows, i32 0, i32 0
  store <6 x float> %fs, ptr %r0, align 4
  %r0v = load <6 x float>, ptr %r0, align 4
  %r1v = fadd <6 x float> %r0v, <float 0.0, float 1.0, float 2.0, float 3.0, float 4.0, float 5.0>
  %r1 = getelementptr [3 x <6 x float>], ptr %rows, i32 0, i32 1
  store <6 x float> %r1v, ptr %r1, align 4
  %third = urem i32 %t1, 2
  %which = getelementptr [3 x <6 x float>], ptr %rows, i32 0, i32 %third
  %chosen = load <6 x float>, ptr %which, align 4
  %r2 = getelementptr [3 x <6 x float>], ptr %rows, i32 0, i32 2
  store <6 x float> %chosen, ptr %r2, align 4
  %member = getelementptr %Kept, ptr %kept, i32 0, i32 1
  %r2v = load <6 x float>, ptr %r2, align 4
  store <6 x float> %r2v, ptr %member, align 4
  %integers = getelementptr %Kept, ptr %kept, i32 0, i32 2
  store <5 x i32> <i32 9, i32 8, i32 7, i32 6, i32 5>, ptr %integers, align 4
  %ninth = getelementptr %Kept, ptr %kept, i32 0, i32 2, i32 3
  store i32 %t1, ptr %ninth, align 4
  %kv = load <6 x float>, ptr %member, align 4
  %above = fcmp ogt <6 x float> %kv, <float 10.0, float 11.0, float 12.0, float 13.0, float 14.0, float 15.0>
  %asint = zext <6 x i1> %above to <6 x i32>
  store <6 x i32> %asint, ptr %set, align 4
  %read = load <6 x i32>, ptr %set, align 4
  %bools = icmp ne <6 x i32> %read, zeroinitializer
  %weights = select <6 x i1> %bools, <6 x i32> <i32 1, i32 10, i32 100, i32 1000, i32 10000, i32 100000>, <6 x i32> zeroinitializer
  store i32 0, ptr %sum, align 4
  br label %first
first:
  %n = alloca i32, align 4
  store i32 0, ptr %n, align 4
  store <6 x i32> %weights, ptr %set, align 4
  br label %head
head:
  %n0 = load i32, ptr %n, align 4
  %goes_on = icmp slt i32 %n0, 6
  br i1 %goes_on, label %body, label %end
body:
  %n1 = load i32, ptr %n, align 4
  %at = getelementptr <6 x i32>, ptr %set, i32 0, i32 %n1
  %one = load i32, ptr %at, align 4
  %sum0 = load i32, ptr %sum, align 4
  %sum1 = add i32 %sum0, %one
  store i32 %sum1, ptr %sum, align 4
  %n2 = add i32 %n1, 1
  store i32 %n2, ptr %n, align 4
  br label %head
end:
  %back = load <5 x i32>, ptr %integers, align 4
  %b3 = extractelement <5 x i32> %back, i32 3
  %b4 = extractelement <5 x i32> %back, i32 4
  %b = mul i32 %b3, %b4
  %big = mul i32 %b, 1000000
  %sum2 = load i32, ptr %sum, align 4
  %sum3 = add i32 %sum2, %big
  store i32 %sum3, ptr %sum, align 4
)") + kEnd)[1];
  for (uint32_t t = 0; t < 64; ++t) {
    uint32_t sum = t * 5 * 1000000, weight = 1;
    for (uint32_t n = 0; n < 6; ++n, weight *= 10) {
      const uint32_t value = t + (t % 2 == 1 ? n : 0);
      if (value > 10 + n) sum += weight;
    }
    EXPECT_EQ(words[t], sum) << t;
  }
}

// A function that is not inlined changes its caller's vector, and returns one.
TEST_F(UnoptimizedVectors, ThroughPointersToAFunction) {
  const auto words = results(std::string(R"(
define internal <9 x i32> @change(ptr %v, i32 %by) {
entry:
  %by.kept = alloca i32, align 4
  %result = alloca <9 x i32>, align 4
  store i32 %by, ptr %by.kept, align 4
  %v0 = load <9 x i32>, ptr %v, align 4
  store <9 x i32> %v0, ptr %result, align 4
  %b = load i32, ptr %by.kept, align 4
  %place = urem i32 %b, 9
  %at = getelementptr <9 x i32>, ptr %v, i32 0, i32 %place
  store i32 %b, ptr %at, align 4
  %back = load <9 x i32>, ptr %result, align 4
  ret <9 x i32> %back
}
define void @main() {
entry:
  %thread = alloca i32, align 4
  %sum = alloca i32, align 4
  %v = alloca <9 x i32>, align 4
  %before = alloca <9 x i32>, align 4
  %t = thread
  store i32 %t, ptr %thread, align 4
  store <9 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9>, ptr %v, align 4
  %t1 = load i32, ptr %thread, align 4
  %b = call <9 x i32> @change(ptr %v, i32 %t1)
  store <9 x i32> %b, ptr %before, align 4
  %x = load <9 x i32>, ptr %v, align 4
  %y = load <9 x i32>, ptr %before, align 4
  %d = sub <9 x i32> %x, %y
  %k = mul <9 x i32> %d, <i32 3, i32 5, i32 7, i32 11, i32 13, i32 17, i32 19, i32 23, i32 29>
  %k0 = extractelement <9 x i32> %k, i32 0
  %k4 = extractelement <9 x i32> %k, i32 4
  %k8 = extractelement <9 x i32> %k, i32 8
  %s0 = add i32 %k0, %k4
  %s1 = add i32 %s0, %k8
  store i32 %s1, ptr %sum, align 4
)") + kEnd)[1];
  constexpr uint32_t kWeights[] = {3, 5, 7, 11, 13, 17, 19, 23, 29};
  for (uint32_t t = 0; t < 64; ++t) {
    const uint32_t n = t % 9, expected = n % 4 == 0 ? (t - (n + 1)) * kWeights[n] : 0;
    EXPECT_EQ(words[t], expected) << t;
  }
}

}  // namespace
}  // namespace trellis::test_backend

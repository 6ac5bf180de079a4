// Values of struct and array types, as parameters and results of library functions.
#include "lower/memory/aggregate_values.hpp"

#include <algorithm>

#include "lower/analysis/reached_functions.hpp"
#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

class AggregateValues : public TextProgram {};

TEST_F(AggregateValues, AreParametersAndResults) {
  const auto words = results(R"(
%S = type { i32, <2 x i32>, float }
define %S @turned(%S %s, i32 %more) noinline {
  %a = extractvalue %S %s, 0
  %v = extractvalue %S %s, 1
  %x = extractelement <2 x i32> %v, i32 0
  %y = extractelement <2 x i32> %v, i32 1
  %w = insertelement <2 x i32> undef, i32 %y, i32 0
  %w2 = insertelement <2 x i32> %w, i32 %a, i32 1
  %b = add i32 %x, %more
  %r = insertvalue %S undef, i32 %b, 0
  %r2 = insertvalue %S %r, <2 x i32> %w2, 1
  %r3 = insertvalue %S %r2, float 2.5, 2
  ret %S %r3
}
define void @main() {
  %t = thread
  %at = mul i32 %t, 16
  %v = insertelement <2 x i32> <i32 7, i32 8>, i32 %t, i32 0
  %s = insertvalue %S { i32 100, <2 x i32> zeroinitializer, float 0.0 }, <2 x i32> %v, 1
  %r = call %S @turned(%S %s, i32 1000)
  %q = call %S @turned(%S %r, i32 %t)
  %q0 = extractvalue %S %q, 0
  %r0 = extractvalue %S %r, 0
  %r1 = extractvalue %S %r, 1
  %r1x = extractelement <2 x i32> %r1, i32 0
  %r1y = extractelement <2 x i32> %r1, i32 1
  %r2 = extractvalue %S %q, 2
  %bits = bitcast float %r2 to i32
  %sum = add i32 %r1x, %r1y
  %b1 = add i32 %at, 4
  %b2 = add i32 %at, 8
  %b3 = add i32 %at, 12
  write u1, %at, %r0
  write u1, %b1, %sum
  write u1, %b2, %q0
  write u1, %b3, %bits
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4], t + 1000) << t;
    EXPECT_EQ(words[t * 4 + 1], 108u) << t;
    EXPECT_EQ(words[t * 4 + 2], 8 + t) << t;
    EXPECT_EQ(words[t * 4 + 3], 0x40200000u) << t;
  }
}

TEST_F(AggregateValues, HaveAggregatesInThem) {
  const auto words = results(R"(
%I = type { i32, [2 x i32] }
%M = type { [2 x %I], <3 x i32> }
define [2 x %I] @swapped(%M %m) noinline {
  %first = extractvalue %M %m, 0, 0
  %second = extractvalue %M %m, 0, 1
  %a = insertvalue [2 x %I] undef, %I %second, 0
  %b = insertvalue [2 x %I] %a, %I %first, 1
  %v = extractvalue %M %m, 1
  %z = extractelement <3 x i32> %v, i32 2
  %c = insertvalue [2 x %I] %b, i32 %z, 1, 1, 0
  ret [2 x %I] %c
}
define void @main() {
  %t = thread
  %at = mul i32 %t, 16
  %m = insertvalue %M { [2 x %I] [%I { i32 1, [2 x i32] [i32 2, i32 3] }, %I { i32 4, [2 x i32] zeroinitializer }],
                       <3 x i32> <i32 7, i32 8, i32 9> }, i32 %t, 0, 1, 1, 1
  %r = call [2 x %I] @swapped(%M %m)
  %a = extractvalue [2 x %I] %r, 0, 0
  %b = extractvalue [2 x %I] %r, 0, 1, 1
  %c = extractvalue [2 x %I] %r, 1, 1, 0
  %inner = extractvalue [2 x %I] %r, 1, 1
  %d = extractvalue [2 x i32] %inner, 1
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
    EXPECT_EQ(words[t * 4], 4u);
    EXPECT_EQ(words[t * 4 + 1], t);
    EXPECT_EQ(words[t * 4 + 2], 9u);
    EXPECT_EQ(words[t * 4 + 3], 3u);
  }
}

TEST_F(AggregateValues, GoThroughPhisAndSelects) {
  const auto words = results(R"(
%P = type { i32, i32 }
define void @main() {
entry:
  %t = thread
  %start = insertvalue %P zeroinitializer, i32 1, 1
  br label %loop
loop:
  %p = phi %P [ %start, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %a = extractvalue %P %p, 0
  %b = extractvalue %P %p, 1
  %sum = add i32 %a, %b
  %swapped = insertvalue %P undef, i32 %b, 0
  %next = insertvalue %P %swapped, i32 %sum, 1
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n1, 10
  br i1 %more, label %loop, label %done
done:
  %odd = and i32 %t, 1
  %is_odd = icmp eq i32 %odd, 1
  %other = insertvalue %P { i32 5, i32 6 }, i32 %t, 1
  %chosen = select i1 %is_odd, %P %next, %P %other
  %frozen = freeze %P %chosen
  %x = extractvalue %P %frozen, 0
  %y = extractvalue %P %frozen, 1
  %at = mul i32 %t, 8
  %b1 = add i32 %at, 4
  write u1, %at, %x
  write u1, %b1, %y
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 2], t % 2 == 1 ? 55u : 5u);
    EXPECT_EQ(words[t * 2 + 1], t % 2 == 1 ? 89u : t);
  }
}

TEST_F(AggregateValues, AreLoadedAndStoredWhole) {
  const auto words = results(R"(
%P = type { i32, [2 x i32] }
@shared = internal addrspace(3) global [64 x %P] undef
@table = internal constant [2 x %P] [%P { i32 11, [2 x i32] [i32 12, i32 13] }, %P { i32 21, [2 x i32] [i32 22, i32 23] }]
declare void @dx.op.barrier(i32, i32)
define void @main() {
  %t = thread
  %local = alloca [2 x %P]
  %one = getelementptr [2 x %P], ptr %local, i32 0, i32 1
  store %P { i32 1, [2 x i32] [i32 2, i32 3] }, ptr %one
  %entry = getelementptr [2 x %P], ptr %local, i32 0, i32 1, i32 1, i32 1
  store i32 %t, ptr %entry
  %whole = load [2 x %P], ptr %local
  %p = extractvalue [2 x %P] %whole, 1
  %mine = getelementptr [64 x %P], ptr addrspace(3) @shared, i32 0, i32 %t
  store %P %p, ptr addrspace(3) %mine
  call void @dx.op.barrier(i32 80, i32 9)
  %o = xor i32 %t, 5
  %theirs = getelementptr [64 x %P], ptr addrspace(3) @shared, i32 0, i32 %o
  %q = load %P, ptr addrspace(3) %theirs
  %a = extractvalue %P %q, 0
  %b = extractvalue %P %q, 1, 1
  %odd = and i32 %t, 1
  %row = getelementptr [2 x %P], ptr @table, i32 0, i32 %odd
  %c = load %P, ptr %row
  %d = extractvalue %P %c, 1, 0
  %at = mul i32 %t, 16
  %b1 = add i32 %at, 4
  %b2 = add i32 %at, 8
  write u1, %at, %a
  write u1, %b1, %b
  write u1, %b2, %d
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 4], 1u);
    EXPECT_EQ(words[t * 4 + 1], t ^ 5);
    EXPECT_EQ(words[t * 4 + 2], t % 2 == 1 ? 22u : 12u);
  }
}

TEST_F(AggregateValues, AreResultsOfOperationsUsedWhole) {
  const auto words = results(R"(
@cell = internal addrspace(3) global i32 undef
declare void @dx.op.barrier(i32, i32)
define i32 @second(%dx.types.ResRet.i32 %all) noinline {
  %x = extractvalue %dx.types.ResRet.i32 %all, 1
  ret i32 %x
}
define { i32, i1 } @exchange(i32 %new) noinline {
  %pair = cmpxchg ptr addrspace(3) @cell, i32 -1, i32 %new monotonic monotonic
  ret { i32, i1 } %pair
}
define void @main() {
entry:
  %t = thread
  store i32 0, ptr addrspace(3) @cell
  call void @dx.op.barrier(i32 80, i32 9)
  %at = mul i32 %t, 8
  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %near = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h, i32 %at, i32 undef, i8 15, i32 4)
  %far = icmp ugt i32 %t, 31
  br i1 %far, label %then, label %join
then:
  %late = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h, i32 16, i32 undef, i8 15, i32 4)
  br label %join
join:
  %all = phi %dx.types.ResRet.i32 [ %near, %entry ], [ %late, %then ]
  %x = call i32 @second(%dx.types.ResRet.i32 %all)
  %pair = call { i32, i1 } @exchange(i32 5)
  %was = extractvalue { i32, i1 } %pair, 1
  %one = zext i1 %was to i32
  %out = add i32 %x, %one
  write u1, %at, %out
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t * 2], t > 31 ? 15u : (t * 2 + 1) * 3) << t;
}

TEST_F(AggregateValues, MayHaveLongVectorsInThem) {
  const auto words = results(R"(
%L = type { <6 x i32> }
define i32 @last(ptr %p) noinline {
  %s = load %L, ptr %p
  %v = extractvalue %L %s, 0
  %x = extractelement <6 x i32> %v, i32 5
  ret i32 %x
}
define void @main() {
  %t = thread
  %local = alloca %L
  %v = insertelement <6 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>, i32 %t, i32 5
  %s = insertvalue %L undef, <6 x i32> %v, 0
  store %L %s, ptr %local
  %x = call i32 @last(ptr %local)
  %at = mul i32 %t, 4
  write u1, %at, %x
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], t);
}

TEST_F(AggregateValues, OfTooManyPartsInOneFunctionAreRefused) {
  std::string body = "define void @main() {\n  %v0 = insertvalue [1000 x i32] undef, i32 1, 0\n";
  for (uint32_t n = 1; n < 1100; ++n) {
    body += "  %v" + std::to_string(n) + " = insertvalue [1000 x i32] %v" + std::to_string(n - 1) +
            ", i32 1, " + std::to_string(n % 1000) + "\n";
  }
  EXPECT_NE(refusal(body + "  ret void\n}\n").find("too many struct and array elements in one function"),
            std::string::npos);
}

TEST_F(AggregateValues, OfUncalledFunctionsDoNotMatter) {
  const auto words = results(R"(
define [2000 x i32] @many([2000 x i32] %a) { ret [2000 x i32] %a }
define { i32, i32 } @few({ i32, i32 } %a) noinline { ret { i32, i32 } %a }
define void @main() {
  %r = call { i32, i32 } @few({ i32, i32 } { i32 3, i32 4 })
  %x = extractvalue { i32, i32 } %r, 1
  write u1, 0, %x
  ret void
})")[1];
  EXPECT_EQ(words[0], 4u);
}

TEST_F(AggregateValues, AreNotFoundInOrdinaryPrograms) {
  const Result<dxil::Shader> plain = text_program(R"(
define void @main() {
  %t = thread
  %x = read u0, 4
  %y = add i32 %x, %t
  write u1, 0, %y
  ret void
})");
  ASSERT_TRUE(plain) << plain.error().to_string();
  EXPECT_FALSE(lower::has_aggregate_values(*plain));
}

TEST_F(AggregateValues, AreLookedForWhereTheEntryPointComes) {
  const Result<dxil::Shader> both = text_program(R"(
define internal [2 x i32] @pair(i32 %x) {
  %one = insertvalue [2 x i32] undef, i32 %x, 0
  %two = insertvalue [2 x i32] %one, i32 %x, 1
  ret [2 x i32] %two
}
define void @main() {
  %t = thread
  write u1, 0, %t
  ret void
})");
  ASSERT_TRUE(both) << both.error().to_string();
  const Vector<uint8_t> is_reached = lower::reached_functions(both->module, both->entry_points[0]);
  EXPECT_EQ(std::count(is_reached.begin(), is_reached.end(), 1), 1);
  EXPECT_TRUE(lower::has_aggregate_values(*both));
  EXPECT_FALSE(lower::has_aggregate_values(*both, is_reached));
}

}  // namespace
}  // namespace trellis::test_backend

// Phis and selects of pointers are lowered to phis and selects of indices.
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

void expect_unsupported(std::string_view text, const std::string& message) {
  const Result<Module> module = decode_text(text);
  ASSERT_FALSE(module.ok()) << "accepted";
  EXPECT_EQ(module.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(module.error().message.find(message), std::string::npos) << module.error().to_string();
  EXPECT_FALSE(module.error().where.instruction.empty());
}

TEST(PointerPhis, IndicesAreMerged) {
  EXPECT_EQ(lowered(R"(
define i32 @f(i1 %c, i32 %i) {
entry:
  %v = alloca [8 x i32]
  br i1 %c, label %a, label %b
a:
  %p = getelementptr [8 x i32], ptr %v, i32 0, i32 %i
  br label %join
b:
  %q = getelementptr [8 x i32], ptr %v, i32 0, i32 3
  br label %join
join:
  %r = phi ptr [ %p, %a ], [ %q, %b ]
  %x = phi i32 [ 1, %a ], [ 2, %b ]
  %y = load i32, ptr %r
  %z = add i32 %x, %y
  ret i32 %z
})"),
            "block0:\n%2:ptr = alloca [8 x i32]\nbr %0, block1, block2\n"
            "block1:\n%3:ptr = getelementptr [8 x i32], %2, 0, %1\nbr block3\n"
            "block2:\n%4:ptr = getelementptr [8 x i32], %2, 0, 3\nbr block3\n"
            "block3:\n%9:i32 = phi %1, 3\n%6:i32 = phi 1, 2\n%5:ptr = getelementptr [8 x i32], %2, 0, %9\n"
            "%7:i32 = load %5, align 4\n%8:i32 = add %6, %7\nret %8\n");
}

TEST(PointerPhis, GroupsharedAndStructMembers) {
  EXPECT_EQ(lowered(R"(
%S = type { i32, [4 x float] }
@g = external addrspace(3) global [4 x %S]
define void @f(i1 %c, i32 %i) {
entry:
  %p = getelementptr [4 x %S], ptr addrspace(3) @g, i32 0, i32 %i, i32 1, i32 2
  %q = getelementptr [4 x %S], ptr addrspace(3) @g, i32 0, i32 1, i32 1, i32 %i
  %r = select i1 %c, ptr addrspace(3) %p, ptr addrspace(3) %q
  store float 1.0, ptr addrspace(3) %r
  ret void
})"),
            "block0:\n"
            "%2:ptr(3) = getelementptr [4 x %S], @g, 0, %1, 1, 2\n"
            "%3:ptr(3) = getelementptr [4 x %S], @g, 0, 1, 1, %1\n"
            "%5:i32 = select %0, %1, 1\n"
            "%6:i32 = select %0, 2, %1\n"
            "%4:ptr(3) = getelementptr [4 x %S], @g, 0, %5, 1, %6\n"
            "store 1, %4, align 4\n"
            "ret\n");
}

TEST(PointerPhis, InLoopsAreMerged) {
  EXPECT_EQ(
      lowered(R"(
define void @f(i32 %n, i1 %c) {
entry:
  %v = alloca [8 x i32]
  %first = getelementptr [8 x i32], ptr %v, i32 0, i32 0
  br label %loop
loop:
  %p = phi ptr [ %first, %entry ], [ %next, %latch ]
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  br i1 %c, label %skip, label %latch
skip:
  %q = getelementptr [8 x i32], ptr %v, i32 0, i32 %j
  br label %latch
latch:
  %next = phi ptr [ %p, %loop ], [ %q, %skip ]
  %done = icmp eq i32 %j, %n
  br i1 %done, label %out, label %loop
out:
  ret void
})"),
      "block0:\n%2:ptr = alloca [8 x i32]\n%3:ptr = getelementptr [8 x i32], %2, 0, 0\nbr block1\n"
      "block1:\n%10:i32 = phi 0, %11\n%5:i32 = phi 0, %6\n%4:ptr = getelementptr [8 x i32], %2, 0, %10\n"
      "store %5, %4, align 4\n%6:i32 = add %5, 1\nbr %1, block2, block3\n"
      "block2:\n%7:ptr = getelementptr [8 x i32], %2, 0, %6\nbr block3\n"
      "block3:\n%11:i32 = phi %10, %6\n%8:ptr = getelementptr [8 x i32], %2, 0, %11\n"
      "%9:i1 = icmp eq %6, %0\nbr %9, block4, block1\n"
      "block4:\nret\n");
}

TEST(PointerPhis, SameVariableNeedsNoIndices) {
  EXPECT_EQ(lowered(R"(
define i32 @f(i1 %c) {
  %v = alloca i32
  %p = select i1 %c, ptr %v, ptr %v
  %x = load i32, ptr %p
  ret i32 %x
})"),
            "block0:\n%1:ptr = alloca i32\n%3:i32 = load %1, align 4\nret %3\n");
}

TEST(PointerPhis, TheVariableItselfIsItsFirstElement) {
  EXPECT_EQ(lowered(R"(
define i32 @f(i1 %c, i32 %i) {
  %v = alloca [8 x i32]
  %q = getelementptr [8 x i32], ptr %v, i32 0, i32 %i
  %p = select i1 %c, ptr %v, ptr %q
  %x = load i32, ptr %p
  ret i32 %x
})"),
            "block0:\n%2:ptr = alloca [8 x i32]\n%3:ptr = getelementptr [8 x i32], %2, 0, %1\n"
            "%6:i32 = select %0, 0, %1\n%4:ptr = getelementptr [8 x i32], %2, 0, %6\n"
            "%5:i32 = load %4, align 4\nret %5\n");
}

TEST(PointerPhis, ConstantAddresses) {
  EXPECT_EQ(lowered(R"(
@t = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 0]
define i32 @f(i1 %c) {
  %p = select i1 %c, ptr getelementptr ([4 x i32], ptr @t, i32 0, i32 1), ptr getelementptr ([4 x i32], ptr @t, i32 0, i32 3)
  %x = load i32, ptr %p
  ret i32 %x
})"),
            "block0:\n%3:i32 = select %0, 1, 3\n%1:ptr = getelementptr [4 x i32], @t, 0, %3\n"
            "%2:i32 = load %1, align 4\nret %2\n");
}

TEST(PointerPhis, DifferentVariablesAreRefused) {
  expect_unsupported(R"(
define i32 @f(i1 %c) {
  %v = alloca i32
  %w = alloca i32
  %p = select i1 %c, ptr %v, ptr %w
  %x = load i32, ptr %p
  ret i32 %x
})",
                     "different variables");
}

TEST(PointerPhis, DifferentMembersAreRefused) {
  expect_unsupported(R"(
%S = type { i32, i32 }
define i32 @f(i1 %c) {
  %v = alloca %S
  %a = getelementptr %S, ptr %v, i32 0, i32 0
  %b = getelementptr %S, ptr %v, i32 0, i32 1
  %p = select i1 %c, ptr %a, ptr %b
  %x = load i32, ptr %p
  ret i32 %x
})",
                     "different members");
}

TEST(PointerPhis, PointersThatAdvanceInLoopsAreRefused) {
  expect_unsupported(R"(
define void @f(i1 %c) {
entry:
  %v = alloca [8 x i32]
  br label %loop
loop:
  %p = phi ptr [ %v, %entry ], [ %q, %loop ]
  store i32 0, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  br i1 %c, label %loop, label %out
out:
  ret void
})",
                     "different");
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

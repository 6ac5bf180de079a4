// The protocol of AGS: a complete sequence becomes one operation, and an incomplete one is refused by name.
// The corpus (reference_shaders/vendor) tests what the operations compute.
#include <gtest/gtest.h>

#include <string>

#include "api/modules/validate.hpp"
#include "tests/lower/vendor/vendor_program.hpp"

namespace trellis::test_backend {
namespace {

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Returns an AGS word, 0x5P IIII OO: phase, immediate, opcode.
std::string word(uint32_t opcode, uint32_t phase = 0, uint32_t immediate = 0) {
  return std::to_string(0x50000000u | phase << 24 | immediate << 8 | opcode);
}

TEST(Ags, StepsMayGoOnInTheNextBlock) {
  EXPECT_EQ(refusal_of("%t = thread\n%a = ags " + word(7) + ", %t, 7\nbr label %next\nnext:\n%b = ags " +
                       word(7, 1) + ", 9, %a\nwrite u1, 0, %b\nret void\n"),
            "");
}

TEST(Ags, ValuesMayGoThroughLocalVariables) {
  EXPECT_EQ(refusal_of("%t = thread\n%v = alloca i32\n%a = ags " + word(7) + R"(, %t, 7
store i32 %a, ptr %v
%l = load i32, ptr %v
%b = ags )" + word(7, 1) +
                       ", 9, %l\nwrite u1, 0, %b\nret void\n"),
            "");
}

// The low half is stored in the variable before the operation is complete, and loaded in another block.
TEST(Ags, ResultsOfEarlySteps) {
  const std::string text = module_of("%v = alloca i32\n%t = thread\n%a = ags " + word(0x18, 0, 6) +
                                     ", 0, 0\nstore i32 %a, ptr %v\n%b = ags " + word(0x18, 1, 6) +
                                     ", 0, %t\nwrite u0, %a, %b\n%c = ags " + word(0x18, 2, 6) +
                                     R"(, 0, %b
%is = icmp eq i32 %t, 0
br i1 %is, label %then, label %end
then:
%l = load i32, ptr %v
write u1, 0, %l
write u1, 4, %c
br label %end
end:
ret void
)");
  EXPECT_EQ(count(text, "OpAtomicIAdd"), 1u) << text;
}

struct RefusedAgs {
  const char* what;
  std::string body, message;
};

TEST(Ags, IncompleteSequencesAreRefused) {
  const std::string end = "write u1, 0, %x\nret void\n";
  const RefusedAgs cases[] = {
      {"cut off", "%x = ags " + word(7) + ", 1, 2\n" + end,
       "AGS operation Min3U (0x07) is cut off after phase 0"},
      {"no beginning", "%x = ags " + word(7, 1) + ", 1, 2\n" + end,
       "AGS operation Min3U (0x07): phase 1 without those before it"},
      {"another one between",
       "%a = ags " + word(7) + ", 1, 2\n%b = ags " + word(3) + ", 0, 0\n%x = ags " + word(7, 1) +
           ", 3, %a\n" + end,
       "AGS operation Min3U (0x07) is cut off after phase 0"},
      {"not fed", "%a = ags " + word(7) + ", 1, 2\n%x = ags " + word(7, 1) + ", 3, 4\n" + end,
       "AGS operation Min3U (0x07): phase 1 does not take the result of phase 0"},
      {"nothing named",
       "%x = ags " + word(0x18, 0, 6) + ", 0, 0\n%b = ags " + word(0x18, 1, 6) + ", 0, 1\n%c = ags " +
           word(0x18, 2, 6) + ", 0, %b\n" + end,
       "AGS operation AtomicU64 (0x18): no store names the resource"},
      {"unsupported", "%x = ags " + word(0x34) + ", 0, 0\n" + end,
       "AGS operation MatrixSparsityIndexLoad (0x34) is not supported"},
      {"unknown", "%x = ags " + word(0x16) + ", 0, 0\n" + end, "AGS operation 0x16 is not supported"},
      {"no word", "%x = ags 3, 0, 0\n" + end, "0x00000003 is not the instruction word of an AGS operation"},
      {"not constant", "%t = thread\n%x = ags %t, 0, 0\n" + end,
       "the instruction word of an AGS operation is not constant"},
      {"unknown reduction", "%x = ags " + word(0x12, 0, 16) + ", 1, 0\n" + end,
       "the reduction of AGS operation WaveReduce (0x12) is not known"},
      {"unknown scan", "%x = ags " + word(0x13, 0, 3) + ", 1, 0\n" + end,
       "the scan of AGS operation WaveScan (0x13) is not known"},
      {"unknown rounding", "%x = ags " + word(0x1C, 0, 4) + ", 1, 0\n" + end,
       "the rounding of AGS operation FloatConversion (0x1c) is not known"},
  };
  for (const RefusedAgs& each : cases) EXPECT_EQ(refusal_of(each.body), each.message) << each.what;
}

/// Passes constants as a matrix. The immediate of each step: its number, then the register.
std::string pass(uint32_t opcode, uint32_t phase, uint32_t which) {
  std::string text;
  for (uint32_t n = 0; n < 4; ++n) {
    text += "%pass" + std::to_string(which) + std::to_string(n) + " = ags " +
            word(opcode, phase, (n & 1) | n >> 1 << 4 | which << 8) + ", 1, 2\n";
  }
  return text;
}

/// Takes a matrix: %take0 to %take7.
std::string take(uint32_t opcode, uint32_t phase) {
  std::string text;
  for (uint32_t n = 0; n < 8; ++n) {
    text += "%take" + std::to_string(n) + " = ags " + word(opcode, phase, (n & 3) | n >> 2 << 4) + ", 0, 0\n";
  }
  return text;
}

constexpr uint32_t kMulAcc = 0x28, kLoadMatrix = 0x29, kStoreMatrix = 0x2A, kLdsLoad = 0x2D, kLength = 0x31,
                   kCopy = 0x32, kFill = 0x33, kArithmetic = 0x35;
constexpr uint32_t kFloats = 0x26;  // An accumulator of floats.

TEST(Ags, BrokenMatricesAreRefused) {
  const std::string end = "write u1, 0, %take0\nret void\n",
                    bell = "%bell = ags " + word(kLoadMatrix) + ", 0, 64\n";
  const auto type = [](uint32_t opcode, uint32_t phase, uint32_t immediate, const std::string& operands) {
    return "%type = ags " + word(opcode, phase, immediate) + ", " + operands + "\n";
  };
  const std::string three = pass(kMulAcc, 0, 1) + pass(kMulAcc, 0, 2) + pass(kMulAcc, 0, 3);
  const std::string two = pass(kArithmetic, 0, 1) + pass(kArithmetic, 0, 2);
  const std::string multiply = "AGS operation WaveMatrixMulAcc (0x28)",
                    load = "AGS operation WaveMatrixUavLoad (0x29)";
  const RefusedAgs cases[] = {
      {"cut off", three + "ret void\n", multiply + " is cut off after phase 0"},
      {"cut off at the end", three + type(kMulAcc, 1, 5, "0, 0") + "ret void\n",
       multiply + " is cut off after phase 1"},
      {"another register", pass(kMulAcc, 0, 2) + "ret void\n",
       multiply + ": another step comes before the first one"},
      {"no beginning", take(kMulAcc, 2) + end, multiply + ": phase 2 without those before it"},
      {"sparse product", three + type(kMulAcc, 1, 20, "0, 0") + take(kMulAcc, 2) + end,
       "AGS operation WaveMatrixMulAcc: the product is not supported"},
      {"a flag", three + type(kMulAcc, 1, 0x8005, "0, 0") + take(kMulAcc, 2) + end,
       "AGS operation WaveMatrixMulAcc: the product is not supported"},
      {"no memory", bell + type(kLoadMatrix, 1, kFloats, "1, 0") + take(kLoadMatrix, 2) + end,
       load + ": no access names the memory"},
      {"another value",
       bell + "%hook = read u0, %bell\n" + type(kLoadMatrix, 1, kFloats, "1, 0") + take(kLoadMatrix, 2) + end,
       load + ": it does not take the result of the access that names the memory"},
      {"another address",
       bell + "%hook = read u0, 0\n" + type(kLoadMatrix, 1, kFloats, "%hook, 0") + take(kLoadMatrix, 2) + end,
       load + ": no access names the memory"},
      {"a buffer for groupshared memory",
       "%bell = ags " + word(kLdsLoad) + ", 0, 16\n%hook = read u0, %bell\n" +
           type(kLdsLoad, 1, kFloats, "%hook, 0") + take(kLdsLoad, 2) + end,
       "AGS operation WaveMatrixLdsLoad (0x2d): no access names the memory"},
      {"four bits", type(kLength, 0, 1, "0, 0") + "ret void\n",
       "AGS operation WaveMatrixLength: the type of the matrix is not supported"},
      {"another shape", type(kFill, 0, 0x126, "0, 0") + take(kFill, 1) + end,
       "AGS operation WaveMatrixFill: the type of the matrix is not supported"},
      {"a type that is not constant",
       "%t = thread\n" + pass(kCopy, 0, 0) + type(kCopy, 1, kFloats, "%t, 0") + take(kCopy, 2) + end,
       "AGS operation WaveMatrixCopy: the type of the result is not constant"},
      {"no such type", pass(kCopy, 0, 0) + type(kCopy, 1, kFloats, "15, 0") + take(kCopy, 2) + end,
       "AGS operation WaveMatrixCopy: the type of the result is not supported"},
      {"times", two + type(kArithmetic, 1, kFloats, "5, 0") + take(kArithmetic, 2) + end,
       "AGS operation MatrixElementWiseArithmetic: the operation is not known"},
      {"arithmetic on bytes", two + type(kArithmetic, 1, 0x2A, "1, 0") + take(kArithmetic, 2) + end,
       "AGS operation MatrixElementWiseArithmetic: arithmetic on elements of eight bits is not supported"},
  };
  for (const RefusedAgs& each : cases) EXPECT_EQ(refusal_of(each.body), each.message) << each.what;
}

// Some headers pass zeros first.
TEST(Ags, CopyMayBeginWithZeros) {
  std::string zeros;
  for (uint32_t n = 0; n < 4; ++n) {
    zeros += "%zero" + std::to_string(n) + " = ags " + word(kCopy, 0, (n & 1) | n >> 1 << 4) + ", 0, 0\n";
  }
  const std::string rest = pass(kCopy, 0, 0) + "%type = ags " + word(kCopy, 1, kFloats) + ", 36, 0\n" +
                           take(kCopy, 2) + "write u1, 0, %take0\nret void\n";
  EXPECT_EQ(refusal_of(zeros + rest), "");
  EXPECT_EQ(module_of(zeros + rest), module_of(rest));
}

// The group has 64 threads, so a barrier for all of them could be in the way of two waves that differ.
TEST(Ags, WavesOfAGroupDoNotWaitForEachOther) {
  const std::string text = module_of(
      "%bell = ags " + word(kStoreMatrix) + ", 0, 64\n%hook = read u0, %bell\n" + pass(kStoreMatrix, 1, 0) +
      "%type = ags " + word(kStoreMatrix, 2, kFloats) + ", %hook, 0\nret void\n");
  EXPECT_EQ(count(text, "OpControlBarrier %uint_3 %uint_2"), 2u) << text;
  EXPECT_EQ(count(text, "OpControlBarrier %uint_2"), 0u) << text;
}

TEST(Ags, MatricesNeedWavesOf32Lanes) {
  TranslateOptions options = vendor_options();
  options.device.subgroups.maximum = 16;
  const std::string body = "%bell = ags " + word(kStoreMatrix) + ", 0, 64\n%hook = read u0, %bell\n" +
                           pass(kStoreMatrix, 1, 0) + "%type = ags " + word(kStoreMatrix, 2, kFloats) +
                           ", %hook, 0\nret void\n";
  EXPECT_EQ(refusal_of(body, options),
            "the shader requires waves of 32 lanes (WaveSize), the device's subgroups have 1 to 16");
}

// The first step is in the loop header, and the second in a block that may never be reached.
TEST(Ags, BranchesBetweenStepsAreRefused) {
  EXPECT_EQ(refusal_of("%t = thread\nbr label %head\nhead:\n%a = ags " + word(7) + R"(, %t, 2
%is = icmp eq i32 %a, 0
br i1 %is, label %head, label %end
end:
%b = ags )" + word(7, 1) +
                       ", 3, %a\nwrite u1, 0, %b\nret void\n"),
            "AGS operation Min3U (0x07) is cut off after phase 0");
}

TEST(Ags, UseOfAResultInsideItsSequence) {
  EXPECT_EQ(refusal_of("%t = thread\n%a = ags " + word(0x18, 0, 6) + ", 0, 0\n%b = ags " + word(0x18, 1, 6) +
                       ", 0, %t\nwrite u0, %a, %b\nwrite u1, 0, %a\n%c = ags " + word(0x18, 2, 6) +
                       ", 0, %b\nwrite u1, 4, %c\nret void\n"),
            "what a step of a vendor's intrinsic gives is used before the intrinsic is complete");
}

TEST(Ags, OtherAccessesToTheBufferAreRefused) {
  EXPECT_EQ(refusal_of(R"(%h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 2, i32 0, i1 false)
%l = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %h, i32 0, i32 undef)
%x = extractvalue %dx.types.ResRet.i32 %l, 0
write u1, 0, %x
ret void
)"),
            "the access to AGS' buffer is none of its operations");
}

TEST(Ags, UnsupportedOperationsCanGiveZero) {
  TranslateOptions options = vendor_options();
  options.vendor = VendorPolicy::kZero;
  for (const std::string& first : {word(0x28), word(7), word(0x12, 0, 16), std::string("3")}) {
    const auto program =
        vendor_program("%x = ags " + first + ", 1, 2\n%y = or i32 %x, 5\nwrite u1, 0, %y\nret void\n");
    ASSERT_TRUE(program);
    const auto translation = Translator().translate(*program, options);
    ASSERT_TRUE(translation) << translation.error().to_string();
    ASSERT_EQ(translation->warnings.size(), 1u);
    EXPECT_NE(std::string(translation->warnings[0]).find(": the result is zero"), std::string::npos);
    EXPECT_EQ(std::string(*assembly_text(translation->spirv)).find("OpAtomicCompareExchange"),
              std::string::npos);
  }
}

// In another space it is an ordinary buffer, unless the caller names it.
TEST(Ags, CallerMayNameTheBuffer) {
  const std::string body =
      R"(%h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
%x = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %h, i32 1342177283, i32 undef, i32 undef, i32 0, i32 0)
write u1, 0, %x
ret void
)";
  TranslateOptions options;
  EXPECT_EQ(count(module_of(body, options), "OpAtomicCompareExchange"), 1u);
  options.vendor_slots.ags = {0, 0};
  const std::string text = module_of(body, options);
  EXPECT_EQ(count(text, "OpAtomicCompareExchange"), 0u);
  EXPECT_NE(text.find("SubgroupLocalInvocationId"), std::string::npos);
}

}  // namespace
}  // namespace trellis::test_backend

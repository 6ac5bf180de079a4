// Long vectors as pieces of four components: checks the values of dynamically indexed components, casts,
// shuffles and memory accesses.
#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

class VectorPieces : public TextProgram {};

std::string words_type(uint32_t count) { return "<" + std::to_string(count) + " x i32>"; }

/// Returns code that computes %v, whose component n is the thread's index times n + 1.
std::string multiples(uint32_t count) {
  const std::string type = words_type(count);
  std::string text, last = "undef";
  for (uint32_t n = 0; n < count; ++n) {
    const std::string number = std::to_string(n), made = n + 1 == count ? "v" : "v" + number;
    text += "  %m" + number + " = mul i32 %t, " + std::to_string(n + 1) + "\n  %" + made +
            " = insertelement " + type + " " + last + ", i32 %m" + number + ", i32 " + number + "\n";
    last = "%" + made;
  }
  return text;
}

/// The counts give last pieces of every size, for code that compares the index and for code that uses an
/// array.
class ChosenComponents : public VectorPieces, public ::testing::WithParamInterface<uint32_t> {};

TEST_P(ChosenComponents, AreReadInALoop) {
  const uint32_t count = GetParam();
  const std::string type = words_type(count), last = std::to_string(count);
  const auto words = results("define void @main() {\nentry:\n  %t = thread\n" + multiples(count) + R"(
  br label %head
head:
  %n = phi i32 [ 0, %entry ], [ %next, %head ]
  %sum = phi i32 [ 0, %entry ], [ %more, %head ]
  %w = phi )" + type + R"( [ %v, %entry ], [ %x, %head ]
  %read = extractelement )" + type +
                             R"( %w, i32 %n
  %weight = add i32 %n, 3
  %part = mul i32 %read, %weight
  %more = add i32 %sum, %part
  %x = insertelement )" + type +
                             R"( %w, i32 7, i32 %n
  %next = add i32 %n, 1
  %goes_on = icmp ult i32 %next, )" +
                             last + R"(
  br i1 %goes_on, label %head, label %end
end:
  %t4 = mul i32 %t, 4
  write u1, %t4, %more
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    uint32_t sum = 0;
    for (uint32_t n = 0; n < count; ++n) sum += t * (n + 1) * (n + 3);
    EXPECT_EQ(words[t], sum) << t;
  }
}

TEST_P(ChosenComponents, AreReplaced) {
  const uint32_t count = GetParam();
  const std::string type = words_type(count), number = std::to_string(count);
  const auto words = results("define void @main() {\n  %t = thread\n" + multiples(count) + R"(
  %n = urem i32 %t, )" + number +
                             R"(
  %x = insertelement )" + type +
                             R"( %v, i32 1000, i32 %n
  %first = extractelement )" +
                             type +
                             R"( %x, i32 0
  %last = extractelement )" + type +
                             R"( %x, i32 )" + std::to_string(count - 1) + R"(
  %chosen = extractelement )" +
                             type +
                             R"( %x, i32 %n
  %a = add i32 %first, %last
  %b = mul i32 %chosen, 3
  %c = add i32 %a, %b
  %t4 = mul i32 %t, 4
  write u1, %t4, %c
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    const uint32_t n = t % count, first = n == 0 ? 1000 : t, last = n == count - 1 ? 1000 : t * count;
    EXPECT_EQ(words[t], first + last + 3000) << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, ChosenComponents, ::testing::Values(5, 6, 7, 8, 9, 32, 33, 50));

TEST_F(VectorPieces, OfConstantsAreChosenFromArrays) {
  std::string constant;
  for (uint32_t n = 0; n < 40; ++n) constant += (n == 0 ? "i32 " : ", i32 ") + std::to_string(n * n);
  const auto words = results("define void @main() {\n  %t = thread\n  %n = urem i32 %t, 40\n" +
                             ("  %x = extractelement <40 x i32> <" + constant) + R"(>, i32 %n
  %t4 = mul i32 %t, 4
  write u1, %t4, %x
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[t], (t % 40) * (t % 40)) << t;
}

// Whole pieces, pieces made from two others, short vectors made from long ones, and unused components.
TEST_F(VectorPieces, AreShuffled) {
  const auto words = results("define void @main() {\n  %t = thread\n" + multiples(9) + R"(
  %back = shufflevector <9 x i32> %v, <9 x i32> undef, <9 x i32> <i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %same = shufflevector <9 x i32> %v, <9 x i32> undef, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %odd = shufflevector <9 x i32> %back, <9 x i32> %v, <4 x i32> <i32 1, i32 undef, i32 3, i32 17>
  %across = shufflevector <9 x i32> %v, <9 x i32> undef, <3 x i32> <i32 3, i32 4, i32 8>
  %b2 = extractelement <9 x i32> %back, i32 2
  %s7 = extractelement <8 x i32> %same, i32 7
  %o3 = extractelement <4 x i32> %odd, i32 3
  %o0 = extractelement <4 x i32> %odd, i32 0
  %a1 = extractelement <3 x i32> %across, i32 1
  %a2 = extractelement <3 x i32> %across, i32 2
  %p = mul i32 %s7, 100
  %q = mul i32 %o3, 10000
  %r = mul i32 %a2, 1000000
  %x = add i32 %b2, %p
  %y = add i32 %x, %q
  %z = add i32 %y, %r
  %u = add i32 %o0, %a1
  %t8 = mul i32 %t, 8
  %t8b = add i32 %t8, 4
  write u1, %t8, %z
  write u1, %t8b, %u
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 2], t * 7 + t * 8 * 100 + t * 9 * 10000 + t * 9 * 1000000);
    EXPECT_EQ(words[t * 2 + 1], t * 8 + t * 5);
  }
}

// Constant operands of vectors avoid what constant scalars avoid: guards of divisors and masks of shift
// amounts.
TEST_F(VectorPieces, ArithmeticWithConstants) {
  const auto words = results("define void @main() {\n  %t = thread\n" + multiples(5) + R"(
  %d = udiv <5 x i32> %v, <i32 1, i32 2, i32 3, i32 0, i32 5>
  %e = sdiv <5 x i32> %v, <i32 1, i32 -1, i32 3, i32 4, i32 5>
  %f = shl <5 x i32> %v, <i32 1, i32 2, i32 3, i32 31, i32 33>
  %d3 = extractelement <5 x i32> %d, i32 3
  %d4 = extractelement <5 x i32> %d, i32 4
  %e1 = extractelement <5 x i32> %e, i32 1
  %f2 = extractelement <5 x i32> %f, i32 2
  %f4 = extractelement <5 x i32> %f, i32 4
  %x = add i32 %d4, %e1
  %y = add i32 %x, %f2
  %z = add i32 %y, %f4
  %t8 = mul i32 %t, 8
  %t8b = add i32 %t8, 4
  write u1, %t8, %z
  write u1, %t8b, %d3
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[t * 2], t - 2 * t + 24 * t + 10 * t);
    EXPECT_EQ(words[t * 2 + 1], UINT32_MAX);
  }
}

/// Returns a program that loads and stores `count` words at a byte offset that is not a multiple of 16.
std::string moved(uint32_t count) {
  const std::string n = std::to_string(count), type = words_type(count);
  return "%R = type { " + type + ", i32 }\ndeclare %R @dx.op.rawBufferVectorLoad.v" + n +
         "i32(i32, %dx.types.Handle, i32, i32, i32)\ndeclare void @dx.op.rawBufferVectorStore.v" + n +
         "i32(i32, %dx.types.Handle, i32, i32, " + type + ", i32)\n" + R"(
define void @main() {
  %t = thread
  %first = icmp eq i32 %t, 1
  br i1 %first, label %move, label %end
move:
  %from = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %to = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 1, i32 1, i1 false)
  %byte = mul i32 %t, 4
  %r = call %R @dx.op.rawBufferVectorLoad.v)" +
         n + R"(i32(i32 303, %dx.types.Handle %from, i32 %byte, i32 undef, i32 4)
  %v = extractvalue %R %r, 0
  %w = add )" +
         type + R"( %v, %v
  call void @dx.op.rawBufferVectorStore.v)" +
         n + "i32(i32 304, %dx.types.Handle %to, i32 %byte, i32 undef, " + type + R"( %w, i32 4)
  br label %end
end:
  ret void
})";
}

class MovedVectors : public VectorPieces, public ::testing::WithParamInterface<uint32_t> {};

TEST_P(MovedVectors, DoNotChangeOthers) {
  const auto words = results(moved(GetParam()))[1];
  EXPECT_EQ(words[0], 0u);
  for (uint32_t n = 1; n <= GetParam(); ++n) EXPECT_EQ(words[n], 6 * n) << n;
  EXPECT_EQ(words[GetParam() + 1], 0u);
}

// The longest vectors are moved in a loop, followed by the remaining components.
INSTANTIATE_TEST_SUITE_P(Counts, MovedVectors, ::testing::Values(1, 2, 3, 4, 5, 127, 128, 129, 131, 250));

}  // namespace
}  // namespace trellis::test_backend

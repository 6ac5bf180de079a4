#include "tests/support/case_header.hpp"

#include <gtest/gtest.h>

namespace trellis::test_support {
namespace {

std::string error_of(std::string_view source) {
  const auto header = parse_case_header(source);
  return header ? "no error" : header.error().message;
}

TEST(CaseHeader, ReadsEveryKindOfLine) {
  const auto header = parse_case_header(
      "// profile: cs_6_2\n// entry: main\n// flags: -HV 2021 -Od\n// exec: yes\n// dispatch: 4 2 1\n"
      "// b0,space2: cbuffer 512 float seed=151\n// t1: raw 256 seed=7\r\n// t12: structured stride=20 1300 "
      "ramp\n"
      "// u0,space7: typed rgba32_uint 2048 zero\n// expect: uniform\n// why: no divergence\n"
      "// note: a note: with colons\nRWBuffer<uint4> u;\n// exec: no\n");
  ASSERT_TRUE(header) << header.error().to_string();
  EXPECT_EQ(header->profile, "cs_6_2");
  EXPECT_TRUE(header->is_compute());
  EXPECT_EQ(header->entry, "main");
  EXPECT_EQ(header->flags, "-HV 2021 -Od");
  EXPECT_EQ(header->execution, Execution::kYes);
  EXPECT_EQ(header->dispatch, (std::array<uint32_t, 3>{4, 2, 1}));
  EXPECT_EQ(header->expect, "uniform");
  EXPECT_EQ(header->why, "no divergence");
  EXPECT_EQ(header->note, "a note: with colons");
  ASSERT_EQ(header->registers.size(), 4u);

  const RegisterLine& b0 = header->registers[0];
  EXPECT_EQ(b0.name(), "b0,space2");
  EXPECT_EQ(b0.register_class, RegisterClass::kConstantBuffer);
  EXPECT_EQ(b0.kind, BufferKind::kConstant);
  EXPECT_EQ(b0.bytes, 512u);
  EXPECT_EQ(b0.fill, Fill::kFloatSeed);
  EXPECT_EQ(b0.seed, 151u);

  const RegisterLine& t1 = header->registers[1];
  EXPECT_EQ(t1.name(), "t1");
  EXPECT_EQ(t1.kind, BufferKind::kRaw);
  EXPECT_EQ(t1.fill, Fill::kSeed);
  EXPECT_EQ(t1.seed, 7u);

  const RegisterLine& t12 = header->registers[2];
  EXPECT_EQ(t12.index, 12u);
  EXPECT_EQ(t12.kind, BufferKind::kStructured);
  EXPECT_EQ(t12.stride, 20u);
  EXPECT_EQ(t12.bytes, 1300u);
  EXPECT_EQ(t12.fill, Fill::kRamp);

  const RegisterLine& u0 = header->registers[3];
  EXPECT_EQ(u0.space, 7u);
  EXPECT_EQ(u0.register_class, RegisterClass::kUnorderedAccess);
  EXPECT_EQ(u0.kind, BufferKind::kTyped);
  EXPECT_EQ(u0.format, "rgba32_uint");
  EXPECT_EQ(u0.fill, Fill::kZero);
}

TEST(CaseHeader, WithoutExecTheShaderIsOnlyTranslated) {
  const auto header = parse_case_header("// profile: ps_6_0\nfloat4 main() : SV_Target { return 0; }\n");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->execution, Execution::kNo);
  EXPECT_FALSE(header->is_compute());
}

TEST(CaseHeader, SlowShadersAreMarked) {
  const auto header = parse_case_header("// profile: cs_6_0\n// exec: slow\n// dispatch: 1 1 1");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->execution, Execution::kSlow);
}

TEST(CaseHeader, RefusesUnreadableHeaders) {
  const std::string start = "// profile: cs_6_0\n";
  EXPECT_EQ(error_of("float x;\n"), "the case header has no profile line");
  EXPECT_NE(error_of(start + "// t0: raw 256 sed=7\n").find("unknown initial contents"), std::string::npos);
  EXPECT_NE(error_of(start + "// t0: row 256 zero\n").find("unknown kind"), std::string::npos);
  EXPECT_NE(error_of(start + "// t0: raw 255 zero\n").find("whole number of words"), std::string::npos);
  EXPECT_NE(error_of(start + "// t0: raw 0 zero\n").find("whole number of words"), std::string::npos);
  EXPECT_NE(error_of(start + "// t0: raw 4294967292 zero\n").find("whole number of words"),
            std::string::npos);
  EXPECT_NE(error_of(start + "// t0: structured stride=0 64 zero\n").find("unknown kind"), std::string::npos);
  EXPECT_NE(error_of(start + "// t0: raw 64 zero one\n").find("something after"), std::string::npos);
  EXPECT_NE(error_of(start + "// t0: cbuffer 64 zero\n").find("does not fit"), std::string::npos);
  EXPECT_NE(error_of(start + "// b0: raw 64 zero\n").find("does not fit"), std::string::npos);
  EXPECT_NE(error_of(start + "// exec: maybe\n").find("yes, slow or no"), std::string::npos);
  EXPECT_NE(error_of(start + "// dispatch: 1 1\n").find("three numbers"), std::string::npos);
  EXPECT_NE(error_of(start + "// dispatch: 1 1 0\n").find("three numbers"), std::string::npos);
  EXPECT_NE(error_of(start + "// exec: yes\n").find("no dispatch"), std::string::npos);
}

}  // namespace
}  // namespace trellis::test_support

#include "tests/vulkan/cases/case_runner.hpp"

#include "tests/support/corpus.hpp"
#include "tests/vulkan/default_binding.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/modules/test_modules.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::vulkan {
namespace {

using test_support::CaseHeader;
using test_support::RegisterClass;

TEST(DefaultBinding, SpaceIsTheSetAndEachClassHasAThousandBindings) {
  EXPECT_EQ(default_binding(RegisterClass::kConstantBuffer, 3, 0), (DescriptorPlace{0, 3}));
  EXPECT_EQ(default_binding(RegisterClass::kShaderResource, 0, 2), (DescriptorPlace{2, 1000}));
  EXPECT_EQ(default_binding(RegisterClass::kUnorderedAccess, 7, 0), (DescriptorPlace{0, 2007}));
  EXPECT_EQ(default_binding(RegisterClass::kSampler, 1, 1), (DescriptorPlace{1, 3001}));
  EXPECT_EQ(default_counter_binding(5, 1), (DescriptorPlace{1, 4005}));
}

CaseHeader header_of(const std::string& registers) {
  auto header =
      test_support::parse_case_header("// profile: cs_6_0\n// exec: yes\n// dispatch: 1 1 1\n" + registers);
  EXPECT_TRUE(header) << header.error().to_string();
  return header ? *header : CaseHeader();
}

ModuleInterface interface_of(std::vector<ResourceVariable> variables) {
  ModuleInterface interface;
  interface.variables = std::move(variables);
  return interface;
}

TEST(PlanBindings, RegistersMatchTheirVariables) {
  const auto plan = plan_bindings(header_of("// t1: raw 8 ramp\n// u0,space2: typed r32_uint 16 zero\n// b0: "
                                            "cbuffer 16 zero\n// t9: raw 4 zero\n"),
                                  interface_of({{0, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1},
                                                {0, 1001, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
                                                {2, 2000, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 1}}));
  ASSERT_TRUE(plan) << plan.error().to_string();
  EXPECT_EQ(plan->of_register, (std::vector<size_t>{0, 1, 2, BindingPlan::kUnused}));
  ASSERT_EQ(plan->bindings.size(), 3u);
  EXPECT_EQ(plan->bindings[0].buffer, (std::vector<uint8_t>{0, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(plan->bindings[1].set, 2u);
  EXPECT_EQ(plan->bindings[1].buffer_format, VK_FORMAT_R32_UINT);
  EXPECT_EQ(plan->bindings[2].type, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
}

TEST(PlanBindings, RegistersFillArrays) {
  const std::string registers =
      "// t0: raw 4 zero\n// t1: raw 4 zero\n// t3: raw 4 zero\n// t8: raw 4 zero\n";
  const auto plan =
      plan_bindings(header_of(registers), interface_of({{0, 1000, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 6},
                                                        {0, 1008, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0}}));
  ASSERT_TRUE(plan) << plan.error().to_string();
  ASSERT_EQ(plan->bindings.size(), 4u);
  EXPECT_EQ(plan->bindings[1].binding, 1000u);
  EXPECT_EQ(plan->bindings[1].element, 1u);
  EXPECT_EQ(plan->bindings[2].element, 3u);
  EXPECT_EQ(plan->bindings[3].binding, 1008u);
  EXPECT_EQ(plan->bindings[3].element, 0u);
}

TEST(PlanBindings, RuntimeArraysStayInTheirClass) {
  const auto plan = plan_bindings(header_of("// t5: raw 4 zero\n// u0: raw 4 zero\n"),
                                  interface_of({{0, 1000, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0}}));
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->bindings.size(), 1u);
  EXPECT_EQ(plan->bindings[0].element, 5u);
  EXPECT_EQ(plan->of_register[1], BindingPlan::kUnused);
}

TEST(PlanBindings, CountersStartAtZero) {
  const auto plan = plan_bindings(header_of("// u1: raw 4 zero\n"),
                                  interface_of({{0, 2001, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
                                                {0, 4001, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}}));
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->bindings.size(), 2u);
  EXPECT_EQ(plan->bindings[1].binding, 4001u);
  EXPECT_EQ(plan->bindings[1].buffer, std::vector<uint8_t>(4, 0));
}

TEST(PlanBindings, MismatchesAreErrors) {
  const auto wrong_kind =
      plan_bindings(header_of("// t0: raw 4 zero\n"),
                    interface_of({{0, 1000, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1}}));
  ASSERT_FALSE(wrong_kind);
  EXPECT_NE(
      wrong_kind.error().message.find("t0 needs a storage buffer, the module has a uniform texel buffer"),
      std::string::npos);
  const auto unfilled = plan_bindings(header_of("// t0: raw 4 zero\n"),
                                      interface_of({{0, 1001, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}}));
  ASSERT_FALSE(unfilled);
  EXPECT_EQ(unfilled.error().message, "no register fills the storage buffer at set 0 binding 1001");
  EXPECT_FALSE(plan_bindings(header_of("// t0: typed r33_uint 4 zero\n"),
                             interface_of({{0, 1000, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1}})));
  EXPECT_FALSE(plan_bindings(header_of("// t1000: raw 4 zero\n"), interface_of({})));
}

class CaseRunnerTest : public RunnerTest {
 protected:
  CaseVerdict run(const std::string& shader, const std::string& text) {
    const auto words = assemble(text);
    if (!words) return {false, words.error().to_string()};
    const auto valid = validate(*words);
    if (!valid) return {false, valid.error().to_string()};
    return run_case(runner(), test_support::corpus_root() / (shader + ".hlsl"), *words);
  }

  static std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto position = text.find(from);
    EXPECT_NE(position, std::string::npos);
    return text.replace(position, from.size(), to);
  }
};

constexpr const char* kTranspose = "ops/groupshared_2d_tile_transpose";
constexpr const char* kFallthrough = "control_flow/switch_fallthrough_accumulate";

TEST_F(CaseRunnerTest, CorrectModulesPass) {
  const CaseVerdict transpose = run(kTranspose, transpose_module());
  EXPECT_TRUE(transpose.passed) << transpose.text;
  const CaseVerdict fallthrough = run(kFallthrough, fallthrough_module());
  EXPECT_TRUE(fallthrough.passed) << fallthrough.text;
}

TEST_F(CaseRunnerTest, WrongResultsAreListedByWord) {
  // Changes an operation and a constant, so that all results are wrong.
  const auto verdict =
      run(kFallthrough, replaced(replaced(fallthrough_module(), "%out3 = OpIAdd", "%out3 = OpISub"),
                                 "%k10 = OpConstant %uint 10", "%k10 = OpConstant %uint 11"));
  EXPECT_FALSE(verdict.passed);
  EXPECT_NE(verdict.text.find("u0: 128 of 128 words differ"), std::string::npos) << verdict.text;
  EXPECT_NE(verdict.text.find("offset 0x0 (word 0): expected 0x"), std::string::npos) << verdict.text;
}

TEST_F(CaseRunnerTest, SomeWrongLanesAreCounted) {
  const auto verdict = run(kFallthrough, replaced(fallthrough_module(), "%k31 = OpConstant %uint 31",
                                                  "%k31 = OpConstant %uint 30"));
  EXPECT_FALSE(verdict.passed);
  EXPECT_NE(verdict.text.find(" of 128 words differ"), std::string::npos) << verdict.text;
  EXPECT_EQ(verdict.text.find("128 of 128"), std::string::npos) << verdict.text;
}

TEST_F(CaseRunnerTest, WritesToReadOnlyBuffersFail) {
  const auto verdict =
      run(kFallthrough,
          replaced(fallthrough_module(), "OpStore %to %final",
                   "OpStore %to %final\n%stray = OpAccessChain %p_word %src %c0 %c9\nOpStore %stray %c1"));
  EXPECT_FALSE(verdict.passed);
  EXPECT_NE(verdict.text.find("a read-only buffer was written to: t0: 1 of 1024 words"), std::string::npos)
      << verdict.text;
}

TEST_F(CaseRunnerTest, WrongBindingsFail) {
  const auto verdict = run(kFallthrough, replaced(fallthrough_module(), "Binding 2000", "Binding 2001"));
  EXPECT_FALSE(verdict.passed);
  EXPECT_NE(verdict.text.find("no register fills the storage buffer at set 0 binding 2001"),
            std::string::npos);
}

TEST_F(CaseRunnerTest, ShadersThatCannotBeRunFail) {
  const auto verdict = run("ops/wave_size_fixed_attribute", copy_module());
  EXPECT_FALSE(verdict.passed);
  EXPECT_EQ(verdict.text, "the case header does not say exec");
}

TEST_F(CaseRunnerTest, SetsBeyondTheDeviceLimitAreMoved) {
  ModuleText parts;
  parts.interface = "%src %dst";
  parts.decorations = at("%src", 200, 1000) + at("%dst", 0, 2000);
  parts.declarations = "%src = OpVariable %p_raw StorageBuffer\n%dst = OpVariable %p_raw StorageBuffer\n";
  parts.body = R"(
%from = OpAccessChain %p_word %src %c0 %i
%value = OpLoad %uint %from
%to = OpAccessChain %p_word %dst %c0 %i
OpStore %to %value
)";
  // This copies t0 of space 200, which is not what the shader does. The test is that it runs and only the
  // results differ.
  const auto verdict = run("resources/registers_same_slot_many_spaces", module_text(parts));
  EXPECT_FALSE(verdict.passed);
  EXPECT_NE(verdict.text.find("words differ"), std::string::npos) << verdict.text;
}

}  // namespace
}  // namespace trellis::vulkan

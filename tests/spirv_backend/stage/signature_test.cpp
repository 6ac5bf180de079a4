// Signatures as variables: locations, components and types; and signatures that contradict themselves.
#include <gtest/gtest.h>

#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_stages {
namespace {

using spv::BuiltIn;
using spv::Decoration;
using spv::StorageClass;

TEST(Signature, RegistersAreLocationsAndColumnsComponents) {
  const ModuleView m = valid_module(read_stage_shader("vs_packed_registers"));
  EXPECT_EQ(m.model(), spv::ExecutionModel::Vertex);
  const uint32_t uv0 = m.named("out.UV"), uv1 = m.named("out.UV1"), fog = m.named("out.FOG");
  ASSERT_NE(uv0, 0u);
  ASSERT_NE(uv1, 0u);
  ASSERT_NE(fog, 0u);
  EXPECT_TRUE(m.in_interface(uv0));
  EXPECT_EQ(m.type_of(uv0), "f32x2");
  EXPECT_EQ(m.decoration(uv0, Decoration::Location), m.decoration(uv1, Decoration::Location));
  EXPECT_EQ(m.decoration(uv0, Decoration::Component), std::nullopt);
  EXPECT_EQ(m.decoration(uv1, Decoration::Component), 2u);
  EXPECT_EQ(m.decoration(fog, Decoration::Location),
            m.decoration(m.named("out.NORMAL"), Decoration::Location));
  EXPECT_EQ(m.decoration(fog, Decoration::Component), 3u);
  EXPECT_EQ(m.type_of(m.named("out.LODBIAS")), "i32");
  EXPECT_EQ(m.type_of(m.named("out.MATERIALS")), "u32x2");
}

TEST(Signature, SeveralRowsAreAnArray) {
  StageProgram p(ShaderKind::kVertex);
  p.input({"COLOR", SemanticKind::kArbitrary, ComponentType::kF32, 3, 2, {2, 1}});
  p.input({"WHICH", SemanticKind::kArbitrary, ComponentType::kU32, 1, 1, {5, 0}});
  p.output({"T", SemanticKind::kArbitrary, ComponentType::kF32, 2, 1, {0, 3}});
  const V which = p.load(p.b.int_type(32), 1, p.b.i32(0), 0);
  p.store(0, which, 0, p.load(p.b.float_type(32), 0, which, 1));
  const ModuleView m = valid_module(p.take());
  EXPECT_EQ(m.type_of(m.named("in.COLOR")), "f32x2[3]");
  EXPECT_EQ(m.decoration(m.named("in.COLOR"), Decoration::Location), 2u);
  EXPECT_EQ(m.decoration(m.named("in.COLOR"), Decoration::Component), 1u);
  EXPECT_EQ(m.type_of(m.named("out.T")), "f32[2]");
  EXPECT_EQ(m.decoration(m.named("out.T"), Decoration::Component), 3u);
}

TEST(Signature, UnwrittenOutputsAreDeclaredAndUnreadInputsAreNot) {
  StageProgram p(ShaderKind::kVertex);
  p.input({"UNREAD", SemanticKind::kArbitrary, ComponentType::kF32, 1, 4, {0, 0}});
  p.output({"UNWRITTEN", SemanticKind::kArbitrary, ComponentType::kF32, 1, 4, {0, 0}});
  p.output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {1, 0}});
  const ModuleView m = valid_module(p.take());
  EXPECT_EQ(m.named("in.UNREAD"), 0u);
  EXPECT_NE(m.named("out.UNWRITTEN"), 0u);
  EXPECT_EQ(m.count(spv::Op::OpStore), 0u);
  EXPECT_EQ(m.builtin(BuiltIn::Position, StorageClass::Output), 0u);
}

Diagnostic refused_outputs(const std::vector<Element>& outputs) {
  StageProgram p(ShaderKind::kVertex);
  for (const Element& output : outputs) p.output(output);
  return refusal(p.take());
}

TEST(Signature, OverlapsAreBadInput) {
  const Diagnostic error =
      refused_outputs({{"A", SemanticKind::kArbitrary, ComponentType::kF32, 2, 3, {1, 0}},
                       {"B", SemanticKind::kArbitrary, ComponentType::kF32, 1, 2, {2, 2}}});
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("A and B overlap in register 2"), std::string::npos) << error.message;
  EXPECT_EQ(error.where.function, "main");
}

TEST(Signature, SemanticsThatOccurTwiceAreBadInput) {
  const Diagnostic error =
      refused_outputs({{"Color", SemanticKind::kArbitrary, ComponentType::kF32, 2, 3, {1, 0}},
                       {"COLOR", SemanticKind::kArbitrary, ComponentType::kF32, 1, 1, {3, 0}, 0, 1}});
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("COLOR1 occurs twice"), std::string::npos) << error.message;
}

TEST(Signature, ElementsBeyondTheRegistersAreBadInput) {
  for (const At at : {At{31, 0}, At{0, 3}}) {
    const Diagnostic error =
        refused_outputs({{"A", SemanticKind::kArbitrary, ComponentType::kF32, 2, 2, at}});
    EXPECT_EQ(error.code, ErrorCode::kBadInput);
    EXPECT_NE(error.message.find("past the 32 registers"), std::string::npos) << error.message;
  }
}

/// Returns the error for a load of (element, row, column) from a 2 x 3 input.
Diagnostic refused_load(uint32_t element, uint32_t row, uint8_t column) {
  StageProgram p(ShaderKind::kVertex);
  p.input({"A", SemanticKind::kArbitrary, ComponentType::kF32, 2, 3, {0, 0}});
  p.load(p.b.float_type(32), element, p.b.i32(row), column);
  return refusal(p.take());
}

TEST(Signature, ElementsRowsAndColumnsThatDoNotExistAreBadInput) {
  struct Case {
    uint32_t element, row;
    uint8_t column;
    const char* message;
  };
  for (const Case& c : {Case{1, 0, 0, "no such input: number 1"}, Case{0, 2, 0, "has no row 2"},
                        Case{0, 0, 3, "has no column 3"}}) {
    const Diagnostic error = refused_load(c.element, c.row, c.column);
    EXPECT_EQ(error.code, ErrorCode::kBadInput);
    EXPECT_NE(error.message.find(c.message), std::string::npos) << error.message;
    EXPECT_EQ(error.where.function, "main");
    EXPECT_EQ(error.where.block, "0");
    EXPECT_EQ(error.where.instruction, "instruction 0");
    EXPECT_NE(error.where.operation.find("LoadInput"), std::string::npos);
  }
}

TEST(Signature, StoresToOutputsThatDoNotExistAreBadInput) {
  StageProgram p(ShaderKind::kPixel);
  p.store(0, 0, p.b.f32(1));
  const Diagnostic error = refusal(p.take());
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("no such output: number 0"), std::string::npos) << error.message;
}

TEST(Signature, LoadsOfOtherTypesAreBadInput) {
  StageProgram p(ShaderKind::kVertex);
  p.input({"A", SemanticKind::kArbitrary, ComponentType::kU32, 1, 1, {0, 0}});
  p.load(p.b.float_type(16), 0, p.b.i32(0), 0);
  EXPECT_EQ(refusal(p.take()).code, ErrorCode::kBadInput);
}

}  // namespace
}  // namespace trellis::test_stages

// What callers may choose of inputs and outputs.
#include <gtest/gtest.h>

#include "tests/spirv_backend_stages/stage_program.hpp"

namespace trellis::test_stages {
namespace {

using spv::Capability;
using spv::Decoration;

dxil::Shader two_inputs() {
  StageProgram p(ShaderKind::kVertex);
  p.input({"COLOR", SemanticKind::kArbitrary, ComponentType::kF32, 2, 3, {0, 0}, 0, 1});
  p.input({"POSITION", SemanticKind::kArbitrary, ComponentType::kF32, 1, 3, {2, 0}});
  p.load(0, 0);
  p.load(1, 0);
  return p.take();
}

TEST(StageOptions, VertexInputsGetTheirLocations) {
  spirv::EmitOptions options;
  options.stage.vertex_inputs = {{"color", 1, 9}, {"TEXCOORD", 0, 3}, {"POSITION", 0, 1}};
  const ModuleView m = valid_module(two_inputs(), options);
  EXPECT_EQ(m.decoration(m.named("in.COLOR1"), Decoration::Location), 9u);
  EXPECT_EQ(m.decoration(m.named("in.POSITION"), Decoration::Location), 1u);
}

TEST(StageOptions, VertexInputsMustNotMeet) {
  spirv::EmitOptions options;
  options.stage.vertex_inputs = {{"POSITION", 0, 1}};
  const Diagnostic error = refusal(two_inputs(), options);
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("POSITION: is at location 1, where COLOR1 is already"), std::string::npos)
      << error.message;
}

TEST(StageOptions, RowsOfAnArrayStayTogether) {
  spirv::EmitOptions options;
  options.stage.vertex_inputs = {{"COLOR", 1, 4}, {"COLOR", 2, 7}};
  EXPECT_EQ(refusal(two_inputs(), options).code, ErrorCode::kUnsupported);
  options.stage.vertex_inputs[1].location = 5;
  const ModuleView m = valid_module(two_inputs(), options);
  EXPECT_EQ(m.decoration(m.named("in.COLOR1"), Decoration::Location), 4u);
}

TEST(StageOptions, NarrowInterfaces) {
  const dxil::Shader shader = read_stage_shader("vs_half_and_int16_attributes");
  const ModuleView wide = valid_module(shader);
  EXPECT_EQ(wide.type_of(wide.named("in.POSITION")), "f32x4");
  EXPECT_EQ(wide.type_of(wide.named("in.NORMAL")), "i32x3");
  EXPECT_FALSE(wide.has_capability(Capability::StorageInputOutput16));
  spirv::EmitOptions options;
  options.stage.storage_16bit_io = true;
  const ModuleView narrow = valid_module(shader, options);
  EXPECT_EQ(narrow.type_of(narrow.named("in.POSITION")), "f16x4");
  EXPECT_EQ(narrow.type_of(narrow.named("in.NORMAL")), "i16x3");
  EXPECT_EQ(narrow.type_of(narrow.named("out.PAGE")), "u16");
  EXPECT_TRUE(narrow.has_capability(Capability::StorageInputOutput16));
}

dxil::Shader positions(ShaderKind stage) {
  StageProgram p(stage);
  const Element position{"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4};
  if (stage == ShaderKind::kVertex) {
    p.input({"P", SemanticKind::kArbitrary, ComponentType::kF32, 1, 4, {0, 0}});
    p.output(position);
  } else {
    p.input(position);
    p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kF32, 1, 4, {0, 0}});
  }
  for (uint8_t column = 0; column < 4; ++column) p.store(0, column, p.load(0, column));
  return p.take();
}

TEST(StageOptions, PositionsStayAsTheyAreUnlessAskedFor) {
  EXPECT_EQ(valid_module(positions(ShaderKind::kVertex)).count(spv::Op::OpFNegate), 0u);
  EXPECT_EQ(valid_module(positions(ShaderKind::kPixel)).count(spv::Op::OpFDiv), 0u);
  spirv::EmitOptions options;
  options.stage.invert_y = options.stage.reciprocal_w = true;
  const ModuleView vertex = valid_module(positions(ShaderKind::kVertex), options);
  EXPECT_EQ(vertex.count(spv::Op::OpFNegate), 1u);
  EXPECT_EQ(vertex.count(spv::Op::OpFDiv), 0u);
  const ModuleView pixel = valid_module(positions(ShaderKind::kPixel), options);
  EXPECT_EQ(pixel.count(spv::Op::OpFNegate), 0u);
  EXPECT_EQ(pixel.count(spv::Op::OpFDiv), 1u);
}

dxil::Shader targets(uint32_t count) {
  StageProgram p(ShaderKind::kPixel);
  for (uint32_t n = 0; n < count; ++n) {
    p.output(
        {"SV_Target", SemanticKind::kTarget, ComponentType::kF32, 1, 4, {static_cast<int32_t>(n), 0}, 0, n});
    p.touch(n);
  }
  return p.take();
}

TEST(StageOptions, SecondSourceOfBlending) {
  spirv::EmitOptions options;
  options.stage.dual_source_blending = true;
  const ModuleView m = valid_module(targets(2), options);
  const uint32_t first = m.named("out.SV_Target"), second = m.named("out.SV_Target1");
  EXPECT_EQ(m.decoration(first, Decoration::Location), 0u);
  EXPECT_EQ(m.decoration(first, Decoration::Index), 0u);
  EXPECT_EQ(m.decoration(second, Decoration::Location), 0u);
  EXPECT_EQ(m.decoration(second, Decoration::Index), 1u);
  EXPECT_EQ(refusal(targets(3), options).code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace trellis::test_stages

// Options for inputs and outputs.
#include <gtest/gtest.h>

#include "tests/spirv_backend/stage/stage_program.hpp"

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

TEST(StageOptions, VertexInputsMustNotOverlap) {
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

TEST(StageOptions, PositionsChangeOnRequestOnly) {
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
}

TEST(StageOptions, TargetsBesideTheTwoSourcesOfBlendingAreDropped) {
  spirv::EmitOptions options;
  options.stage.dual_source_blending = true;
  const ModuleView m = valid_module(targets(4), options);
  EXPECT_EQ(m.decoration(m.named("out.SV_Target1"), Decoration::Index), 1u);
  EXPECT_EQ(m.count(spv::Op::OpVariable), valid_module(targets(2), options).count(spv::Op::OpVariable));
  EXPECT_EQ(m.count(spv::Op::OpStore), valid_module(targets(2), options).count(spv::Op::OpStore));
  options.stage.refuse_dropped_targets = true;
  EXPECT_EQ(refusal(targets(3), options).code, ErrorCode::kUnsupported);
  EXPECT_NE(refusal(targets(3), options).message.find("SV_Target2"), std::string::npos);
  valid_module(targets(2), options);
  options.stage.dual_source_blending = false;
  valid_module(targets(3), options);
}

dxil::Shader target_of(uint32_t columns, ComponentType type = ComponentType::kF32) {
  StageProgram p(ShaderKind::kPixel);
  p.output({"SV_Target", SemanticKind::kTarget, type, 1, columns, {0, 0}});
  if (type == ComponentType::kF32) {
    p.touch(0);
  } else {
    p.store(0, 0, p.b.i32(0));
  }
  return p.take();
}

TEST(StageOptions, SwizzledTargetsHaveNoUnusedComponents) {
  spirv::EmitOptions options;
  const auto type_with = [&](uint8_t swizzle, uint32_t columns) {
    options.stage.output_swizzles[0] = swizzle;
    const ModuleView m = valid_module(target_of(columns), options);
    return m.type_of(m.named("out.SV_Target"));
  };
  EXPECT_EQ(type_with(spirv::kIdentitySwizzle, 2), "f32x2");
  EXPECT_EQ(type_with(0b00000000, 1), "f32x4") << "the first everywhere";
  EXPECT_EQ(type_with(0b11110011, 2), "f32x2") << "the first at the second";
  EXPECT_EQ(type_with(0b11111111, 3), "f32") << "nothing is there to write";
  options.stage.output_swizzles[0] = 0b00000000;
  EXPECT_EQ(valid_module(target_of(1), options).count(spv::Op::OpStore), 4u);
}

TEST(StageOptions, CoverageHasAnAlpha) {
  spirv::EmitOptions options;
  options.stage.alpha_to_coverage = true;
  const ModuleView three = valid_module(target_of(3), options);
  const uint32_t alpha = three.named("out.coverage_alpha");
  ASSERT_NE(alpha, 0u);
  EXPECT_EQ(three.decoration(alpha, Decoration::Location), 0u);
  EXPECT_EQ(three.decoration(alpha, Decoration::Component), 3u);
  EXPECT_EQ(three.type_of(alpha), "f32");
  EXPECT_EQ(valid_module(target_of(4), options).named("out.coverage_alpha"), 0u);
  EXPECT_EQ(valid_module(target_of(2, ComponentType::kU32), options).named("out.coverage_alpha"), 0u);
  StageProgram nothing(ShaderKind::kPixel);
  EXPECT_NE(valid_module(nothing.take(), options).named("out.coverage_alpha"), 0u);
  options.stage.alpha_to_coverage = false;
  EXPECT_EQ(valid_module(target_of(3), options).named("out.coverage_alpha"), 0u);
}

TEST(StageOptions, TheSampleCountIsKnownOrHasAnId) {
  const dxil::Shader shader = read_stage_shader("ps_sample_positions");
  spirv::EmitOptions options;
  options.stage.target_sample_count_spec_id = 17;
  const ModuleView spec = valid_module(shader, options);
  EXPECT_EQ(spec.decoration(spec.named("render_target_sample_count"), Decoration::SpecId), 17u);
  options.stage.target_sample_count = 4;
  EXPECT_EQ(valid_module(shader, options).count(spv::Op::OpSpecConstant), 0u);
}

TEST(StageOptions, SampleRateShading) {
  const dxil::Shader shader = read_stage_shader("ps_sparse_targets_out_of_order");
  EXPECT_FALSE(valid_module(shader).has_capability(Capability::SampleRateShading));
  spirv::EmitOptions options;
  options.stage.sample_rate_shading = true;
  const ModuleView m = valid_module(shader, options);
  EXPECT_TRUE(m.has_capability(Capability::SampleRateShading));
  EXPECT_TRUE(m.has(m.named("in.UV"), Decoration::Sample));
  EXPECT_FALSE(m.has(m.named("in.KIND"), Decoration::Sample)) << "flat";
  EXPECT_NE(valid_module(target_of(1), options).builtin(spv::BuiltIn::SampleId, spv::StorageClass::Input),
            0u);
}

TEST(StageOptions, InvariantPositions) {
  spirv::EmitOptions options;
  const auto is_invariant = [&](ShaderKind stage) {
    const ModuleView m = valid_module(positions(stage), options);
    return m.has(m.builtin(spv::BuiltIn::Position, spv::StorageClass::Output), Decoration::Invariant);
  };
  EXPECT_FALSE(is_invariant(ShaderKind::kVertex));
  options.stage.invariant_position = true;
  EXPECT_TRUE(is_invariant(ShaderKind::kVertex));
  EXPECT_FALSE(is_invariant(ShaderKind::kPixel)) << "an input";
}

}  // namespace
}  // namespace trellis::test_stages

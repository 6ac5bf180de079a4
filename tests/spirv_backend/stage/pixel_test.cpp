// Pixel shaders: interpolation, targets, execution modes, discard, evaluated attributes, interlock, helper
// lanes.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_stages {
namespace {

using spv::BuiltIn;
using spv::Capability;
using spv::Decoration;
using spv::ExecutionMode;
using spv::StorageClass;

Element attribute(uint8_t interpolation, ComponentType type = ComponentType::kF32, uint32_t columns = 2) {
  return {"A", SemanticKind::kArbitrary, type, 1, columns, {1, 0}, interpolation};
}

/// Returns the module of a pixel shader that reads this input.
ModuleView reader_of(const Element& element) {
  StageProgram p(ShaderKind::kPixel);
  p.input(element);
  const bool is_float = element.type == ComponentType::kF32;
  p.load(is_float ? p.b.float_type(32) : p.b.int_type(32), 0, p.b.i32(0), 0);
  return valid_module(p.take());
}

TEST(Pixel, InterpolationModesAreDecorations) {
  struct Case {
    uint8_t mode;
    std::vector<Decoration> decorations;
  };
  const Decoration all[] = {Decoration::Flat, Decoration::NoPerspective, Decoration::Centroid,
                            Decoration::Sample};
  for (const Case& c :
       {Case{0, {}}, Case{1, {Decoration::Flat}}, Case{2, {}}, Case{3, {Decoration::Centroid}},
        Case{4, {Decoration::NoPerspective}}, Case{5, {Decoration::NoPerspective, Decoration::Centroid}},
        Case{6, {Decoration::Sample}}, Case{7, {Decoration::NoPerspective, Decoration::Sample}}}) {
    const ModuleView m = reader_of(attribute(c.mode));
    for (Decoration decoration : all) {
      const bool is_wanted =
          std::find(c.decorations.begin(), c.decorations.end(), decoration) != c.decorations.end();
      EXPECT_EQ(m.has(m.named("in.A"), decoration), is_wanted)
          << "mode " << int{c.mode} << ", decoration " << static_cast<uint32_t>(decoration);
    }
    EXPECT_EQ(m.has_capability(Capability::SampleRateShading), c.mode >= 6);
  }
}

TEST(Pixel, IntegersAreFlatWhateverTheModeSays) {
  for (ComponentType type : {ComponentType::kI32, ComponentType::kU32}) {
    const ModuleView m = reader_of(attribute(2, type));
    EXPECT_TRUE(m.has(m.named("in.A"), Decoration::Flat));
  }
}

TEST(Pixel, TargetsAreAtTheirNumber) {
  const ModuleView m = valid_module(read_stage_shader("ps_sparse_targets_out_of_order"));
  EXPECT_TRUE(m.has_mode(ExecutionMode::OriginUpperLeft));
  EXPECT_EQ(m.model(), spv::ExecutionModel::Fragment);
  EXPECT_EQ(m.decoration(m.named("out.SV_Target5"), Decoration::Location), 5u);
  EXPECT_EQ(m.type_of(m.named("out.SV_Target5")), "u32x2");
  EXPECT_EQ(m.decoration(m.named("out.SV_Target"), Decoration::Location), 0u);
  EXPECT_EQ(m.type_of(m.named("out.SV_Target3")), "f32");
}

TEST(Pixel, DepthAndStencilHaveTheirModes) {
  struct Case {
    SemanticKind kind;
    ComponentType type;
    std::vector<ExecutionMode> modes;
  };
  const ExecutionMode all[] = {ExecutionMode::DepthReplacing, ExecutionMode::DepthLess,
                               ExecutionMode::DepthGreater, ExecutionMode::StencilRefReplacingEXT};
  for (const Case& c :
       {Case{SemanticKind::kDepth, ComponentType::kF32, {ExecutionMode::DepthReplacing}},
        Case{SemanticKind::kDepthLessEqual,
             ComponentType::kF32,
             {ExecutionMode::DepthReplacing, ExecutionMode::DepthLess}},
        Case{SemanticKind::kDepthGreaterEqual,
             ComponentType::kF32,
             {ExecutionMode::DepthReplacing, ExecutionMode::DepthGreater}},
        Case{SemanticKind::kStencilRef, ComponentType::kU32, {ExecutionMode::StencilRefReplacingEXT}}}) {
    StageProgram p(ShaderKind::kPixel);
    p.output({"SV_X", c.kind, c.type, 1, 1});
    p.store(0, 0, c.type == ComponentType::kF32 ? p.b.f32(0) : p.b.i32(0));
    const ModuleView m = valid_module(p.take());
    for (ExecutionMode mode : all) {
      EXPECT_EQ(m.has_mode(mode), std::find(c.modes.begin(), c.modes.end(), mode) != c.modes.end());
    }
  }
}

TEST(Pixel, EarlyTestsAreAMode) {
  StageProgram p(ShaderKind::kPixel);
  p.entry().flags |= 1u << 3;
  EXPECT_TRUE(valid_module(p.take()).has_mode(ExecutionMode::EarlyFragmentTests));
  EXPECT_FALSE(
      valid_module(StageProgram(ShaderKind::kPixel).take()).has_mode(ExecutionMode::EarlyFragmentTests));
}

TEST(Pixel, DiscardDemotesUnderItsCondition) {
  StageProgram p(ShaderKind::kPixel);
  p.input(attribute(1, ComponentType::kU32));
  const V flag =
      p.b.op(test_backend::Opcode::kTrunc, p.b.int_type(1), {p.load(p.b.int_type(32), 0, p.b.i32(0), 0)});
  p.b.dx(dxil::Op::kDiscard, p.b.void_type(), {flag});
  p.b.dx(dxil::Op::kDiscard, p.b.void_type(), {flag});
  p.b.dx(dxil::Op::kDiscard, p.b.void_type(), {p.b.i1(false)});
  const ModuleView m = valid_module(p.take());
  EXPECT_EQ(m.count(spv::Op::OpDemoteToHelperInvocation), 1u) << "in a function both call";
  EXPECT_EQ(m.count(spv::Op::OpFunctionCall), 2u);
  EXPECT_EQ(m.count(spv::Op::OpKill), 0u);
  EXPECT_FALSE(m.has_extension("SPV_EXT_demote_to_helper_invocation")) << "in the core of 1.6";
}

TEST(Pixel, DiscardOutsidePixelShadersIsBadInput) {
  StageProgram p(ShaderKind::kVertex);
  p.b.dx(dxil::Op::kDiscard, p.b.void_type(), {p.b.i1(true)});
  const Diagnostic error = refusal(p.take());
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find("the operation is not allowed in vertex shaders"), std::string::npos)
      << error.message;
}

// Without groups, barriers can only order accesses to resources for the whole device.
TEST(Pixel, BarriersOfGroupsAreBadInput) {
  const auto with_barrier = [](uint32_t mode) {
    StageProgram p(ShaderKind::kPixel);
    p.b.dx(dxil::Op::kBarrier, p.b.void_type(), {p.b.i32(mode)});
    return p.take();
  };
  for (const uint32_t mode : {1u, 3u, 4u, 9u, 12u}) {
    const Diagnostic error = refusal(with_barrier(mode));
    EXPECT_EQ(error.code, ErrorCode::kBadInput);
    EXPECT_NE(error.message.find("a barrier of the thread group is not allowed in pixel shaders"),
              std::string::npos)
        << mode << ": " << error.message;
  }
  for (const uint32_t mode : {2u, 6u, 10u}) {
    EXPECT_EQ(valid_module(with_barrier(mode)).count(spv::Op::OpMemoryBarrier), 1u) << mode;
  }
  EXPECT_EQ(valid_module(with_barrier(8)).count(spv::Op::OpMemoryBarrier), 0u) << "no such memory";
}

TEST(Pixel, InputsAreEvaluatedThroughTheirRow) {
  StageProgram p(ShaderKind::kPixel);
  p.input(attribute(2));
  const dxil::TypeId f32 = p.b.float_type(32);
  const V zero = p.b.i32(0);
  p.b.dx(dxil::Op::kEvalCentroid, f32, {zero, zero, p.b.i8(1)});
  p.b.dx(dxil::Op::kEvalSampleIndex, f32, {zero, zero, p.b.i8(0), p.b.i32(2)});
  p.b.dx(dxil::Op::kEvalSnapped, f32, {zero, zero, p.b.i8(1), p.b.i32(3), p.b.i32(15)});
  const ModuleView m = valid_module(p.take());
  EXPECT_TRUE(m.has_capability(Capability::InterpolationFunction));
  std::vector<uint32_t> instructions;
  for (const auto& i : m.all(spv::Op::OpExtInst)) {
    instructions.push_back(i[3]);
    EXPECT_EQ(i[4], m.named("in.A"));
  }
  EXPECT_EQ(instructions,
            (std::vector<uint32_t>{GLSLstd450InterpolateAtCentroid, GLSLstd450InterpolateAtSample,
                                   GLSLstd450InterpolateAtOffset}));
}

TEST(Pixel, FlatInputsAreTheSameEverywhere) {
  StageProgram p(ShaderKind::kPixel);
  p.input(attribute(1));
  p.b.dx(dxil::Op::kEvalCentroid, p.b.float_type(32), {p.b.i32(0), p.b.i32(0), p.b.i8(1)});
  EXPECT_EQ(valid_module(p.take()).count(spv::Op::OpExtInst), 0u);
}

TEST(Pixel, AttributesAtVerticesArePerVertex) {
  const ModuleView m = valid_module(read_stage_shader("ps_barycentrics_attribute_at_vertex"));
  EXPECT_EQ(m.type_of(m.named("in.NORMAL")), "f32x3[3]");
  EXPECT_EQ(m.type_of(m.named("in.CELL")), "i32x2[3]");
  EXPECT_EQ(m.type_of(m.named("in.UV")), "f32x2[2][3]");
  for (const char* name : {"in.NORMAL", "in.CELL", "in.UV"}) {
    EXPECT_TRUE(m.has(m.named(name), Decoration::PerVertexKHR)) << name;
    EXPECT_FALSE(m.has(m.named(name), Decoration::Flat)) << name;
  }
}

TEST(Pixel, BarycentricsOfBothKinds) {
  const ModuleView m = valid_module(read_stage_shader("ps_barycentrics_two_modes"));
  EXPECT_NE(m.builtin(BuiltIn::BaryCoordKHR, StorageClass::Input), 0u);
  EXPECT_NE(m.builtin(BuiltIn::BaryCoordNoPerspKHR, StorageClass::Input), 0u);
  EXPECT_TRUE(m.has_extension("SPV_KHR_fragment_shader_barycentric"));
}

TEST(Pixel, AttributesHaveThreeVertices) {
  StageProgram p(ShaderKind::kPixel);
  p.input(attribute(1));
  p.b.dx(dxil::Op::kAttributeAtVertex, p.b.float_type(32), {p.b.i32(0), p.b.i32(0), p.b.i8(0), p.b.i8(3)});
  EXPECT_EQ(refusal(p.take()).code, ErrorCode::kBadInput);
}

TEST(Pixel, TheTargetsSampleCountIsASpecializationConstant) {
  const ModuleView m = valid_module(read_stage_shader("ps_sample_positions"));
  ASSERT_EQ(m.count(spv::Op::OpSpecConstant), 1u);
  EXPECT_EQ(m.decoration(m.named("render_target_sample_count"), Decoration::SpecId), 0u);
}

/// Returns a pixel shader that writes a rasterizer-ordered buffer in a branch, and returns on both sides.
dxil::Shader ordered_shader(bool per_sample) {
  StageProgram p(ShaderKind::kPixel);
  const uint32_t buffer = p.b.raw_buffer(dxil::ResourceClass::kUav, 0);
  p.b.shader().resources[0].rasterizer_ordered = true;
  p.input(attribute(1, ComponentType::kU32));
  const V flag =
      p.b.op(test_backend::Opcode::kTrunc, p.b.int_type(1), {p.load(p.b.int_type(32), 0, p.b.i32(0), 0)});
  if (per_sample) p.b.dx(dxil::Op::kSampleIndex, p.b.int_type(32), {});
  const dxil::BlockId store = p.b.block(), leave = p.b.block();
  p.b.branch_if(flag, store, leave);
  p.b.at(store);
  const V handle = p.b.handle(dxil::ResourceClass::kUav, buffer);
  p.b.store(p.b.int_type(32), handle, p.b.i32(0), p.b.i32(1));
  p.b.finish();
  p.b.at(leave);
  return p.take();
}

TEST(Pixel, OrderedViewsMakeOneCriticalSection) {
  for (bool per_sample : {false, true}) {
    const ModuleView m = valid_module(ordered_shader(per_sample));
    EXPECT_EQ(m.count(spv::Op::OpBeginInvocationInterlockEXT), 1u);
    EXPECT_EQ(m.count(spv::Op::OpEndInvocationInterlockEXT), m.count(spv::Op::OpReturn));
    EXPECT_EQ(m.has_mode(ExecutionMode::PixelInterlockOrderedEXT), !per_sample);
    EXPECT_EQ(m.has_mode(ExecutionMode::SampleInterlockOrderedEXT), per_sample);
    EXPECT_TRUE(m.has_extension("SPV_EXT_fragment_shader_interlock"));
    const auto decorations = m.all(spv::Op::OpDecorate);
    EXPECT_TRUE(std::any_of(decorations.begin(), decorations.end(), [](std::span<const uint32_t> i) {
      return i[1] == static_cast<uint32_t>(Decoration::Coherent);
    }));
  }
}

/// Returns a pixel shader with a wave sum and a ballot.
dxil::Shader wave_shader(bool include_helpers) {
  StageProgram p(ShaderKind::kPixel);
  p.input(attribute(1, ComponentType::kU32));
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kU32, 1, 4, {0, 0}});
  const dxil::TypeId word = p.b.int_type(32);
  const V value = p.load(word, 0, p.b.i32(0), 0);
  p.store(0, 0, p.b.dx(dxil::Op::kWaveActiveOp, word, {value, p.b.i8(0), p.b.i8(1)}));
  const V flag = p.b.op(test_backend::Opcode::kTrunc, p.b.int_type(1), {value});
  const V mask = p.b.dx(dxil::Op::kWaveActiveBallot, p.b.record({word, word, word, word}), {flag});
  p.store(0, 1, p.b.op(test_backend::Opcode::kExtractValue, word, {mask}, 0));
  p.store(0, 2, p.b.op(test_backend::Opcode::kExtractValue, word, {mask}, 2));
  dxil::Shader shader = p.take();
  shader.module.functions[0].waves_include_helper_lanes = include_helpers;
  return shader;
}

TEST(Pixel, WaveOperationsLeaveHelperLanesOut) {
  const ModuleView without = valid_module(wave_shader(false));
  EXPECT_EQ(without.count(spv::Op::OpIsHelperInvocationEXT), 2u);
  EXPECT_EQ(without.count(spv::Op::OpSelect), 2u);
  EXPECT_EQ(without.count(spv::Op::OpFunctionCall), 0u) << "zero does not change the results";
  EXPECT_EQ(without.count(spv::Op::OpGroupNonUniformIAdd), 1u);
  const ModuleView with = valid_module(wave_shader(true));
  EXPECT_EQ(with.count(spv::Op::OpIsHelperInvocationEXT), 0u);
  EXPECT_EQ(with.count(spv::Op::OpSelect), 0u);
}

TEST(Pixel, TheAttributeForHelperLanesIsRead) {
  const ModuleView m = valid_module(read_stage_shader("ps_wave_ops_with_helpers_67"));
  EXPECT_GT(m.count(spv::Op::OpGroupNonUniformFAdd) + m.count(spv::Op::OpGroupNonUniformIAdd) +
                m.count(spv::Op::OpGroupNonUniformBallotBitCount),
            0u);
  EXPECT_EQ(m.count(spv::Op::OpFunctionCall), 0u) << "nothing to leave out";
}

}  // namespace
}  // namespace trellis::test_stages

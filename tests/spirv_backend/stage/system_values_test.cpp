// System values: the built-in that each becomes, and what it requires besides.
#include <gtest/gtest.h>

#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_stages {
namespace {

using spv::BuiltIn;
using spv::Capability;
using spv::Decoration;
using spv::StorageClass;

struct ScalarCase {
  ShaderKind stage;
  bool is_output;
  const char* semantic;
  SemanticKind kind;
  ComponentType type;
  BuiltIn builtin;
  const char* shape;
  Capability capability;  // Shader if it needs none of its own.
};

/// Returns the module of a shader with one element, which it reads or writes once.
ModuleView module_of(const ScalarCase& c) {
  StageProgram p(c.stage);
  const Element element{c.semantic, c.kind, c.type, 1, 1, {0, 0}, 1};
  const dxil::TypeId type = c.type == ComponentType::kF32 ? p.b.float_type(32) : p.b.int_type(32);
  if (c.is_output) {
    p.output(element);
    p.store(0, 0, c.type == ComponentType::kF32 ? p.b.f32(1) : p.b.i32(1));
  } else {
    p.input(element);
    p.load(type, 0, p.b.i32(0), 0);
  }
  return valid_module(p.take());
}

TEST(SystemValues, AreTheirBuiltIns) {
  constexpr auto kVs = ShaderKind::kVertex, kPs = ShaderKind::kPixel;
  constexpr auto kU = ComponentType::kU32, kF = ComponentType::kF32;
  const ScalarCase cases[] = {
      {kVs, false, "SV_VertexID", SemanticKind::kVertexId, kU, BuiltIn::VertexIndex, "u32",
       Capability::DrawParameters},
      {kVs, false, "SV_InstanceID", SemanticKind::kInstanceId, kU, BuiltIn::InstanceIndex, "u32",
       Capability::DrawParameters},
      {kVs, true, "SV_RenderTargetArrayIndex", SemanticKind::kRenderTargetArrayIndex, kU, BuiltIn::Layer,
       "u32", Capability::ShaderLayer},
      {kVs, true, "SV_ViewportArrayIndex", SemanticKind::kViewportArrayIndex, kU, BuiltIn::ViewportIndex,
       "u32", Capability::ShaderViewportIndex},
      {kVs, true, "SV_ShadingRate", SemanticKind::kShadingRate, kU, BuiltIn::PrimitiveShadingRateKHR, "u32",
       Capability::FragmentShadingRateKHR},
      {kVs, true, "SV_Position", SemanticKind::kPosition, kF, BuiltIn::Position, "f32x4", Capability::Shader},
      {kPs, false, "SV_Position", SemanticKind::kPosition, kF, BuiltIn::FragCoord, "f32x4",
       Capability::Shader},
      {kPs, false, "SV_PrimitiveID", SemanticKind::kPrimitiveId, kU, BuiltIn::PrimitiveId, "u32",
       Capability::Geometry},
      {kPs, false, "SV_RenderTargetArrayIndex", SemanticKind::kRenderTargetArrayIndex, kU, BuiltIn::Layer,
       "u32", Capability::Geometry},
      {kPs, false, "SV_ViewportArrayIndex", SemanticKind::kViewportArrayIndex, kU, BuiltIn::ViewportIndex,
       "u32", Capability::MultiViewport},
      {kPs, false, "SV_ShadingRate", SemanticKind::kShadingRate, kU, BuiltIn::ShadingRateKHR, "u32",
       Capability::FragmentShadingRateKHR},
      {kPs, false, "SV_IsFrontFace", SemanticKind::kIsFrontFace, kU, BuiltIn::FrontFacing, "bool",
       Capability::Shader},
      {kPs, false, "SV_Barycentrics", SemanticKind::kBarycentrics, kF, BuiltIn::BaryCoordKHR, "f32x3",
       Capability::FragmentBarycentricKHR},
      {kPs, true, "SV_Coverage", SemanticKind::kCoverage, kU, BuiltIn::SampleMask, "u32[1]",
       Capability::Shader},
      {kPs, true, "SV_Depth", SemanticKind::kDepth, kF, BuiltIn::FragDepth, "f32", Capability::Shader},
      {kPs, true, "SV_StencilRef", SemanticKind::kStencilRef, kU, BuiltIn::FragStencilRefEXT, "u32",
       Capability::StencilExportEXT},
  };
  for (const ScalarCase& c : cases) {
    SCOPED_TRACE(c.semantic);
    const ModuleView m = module_of(c);
    const uint32_t variable = m.builtin(c.builtin, c.is_output ? StorageClass::Output : StorageClass::Input);
    ASSERT_NE(variable, 0u);
    EXPECT_EQ(m.type_of(variable), c.shape);
    EXPECT_TRUE(m.in_interface(variable));
    EXPECT_TRUE(m.has_capability(c.capability));
    EXPECT_EQ(m.decoration(variable, Decoration::Location), std::nullopt);
    const bool is_flat = c.stage == kPs && !c.is_output && std::string_view(c.shape) == "u32";
    EXPECT_EQ(m.has(variable, Decoration::Flat), is_flat);
  }
}

TEST(SystemValues, IdsCountFromZeroWhateverTheDrawsBase) {
  StageProgram p(ShaderKind::kVertex);
  p.input({"SV_VertexID", SemanticKind::kVertexId, ComponentType::kU32, 1, 1, {0, 0}});
  p.input({"SV_InstanceID", SemanticKind::kInstanceId, ComponentType::kU32, 1, 1, {1, 0}});
  p.output({"IDS", SemanticKind::kArbitrary, ComponentType::kU32, 1, 2, {0, 0}});
  p.store(0, 0, p.load(p.b.int_type(32), 0, p.b.i32(0), 0));
  p.store(0, 1, p.load(p.b.int_type(32), 1, p.b.i32(0), 0));
  const ModuleView m = valid_module(p.take());
  EXPECT_NE(m.builtin(BuiltIn::BaseVertex, StorageClass::Input), 0u);
  EXPECT_NE(m.builtin(BuiltIn::BaseInstance, StorageClass::Input), 0u);
  EXPECT_EQ(m.count(spv::Op::OpISub), 2u);
}

TEST(SystemValues, PlainDataUnderASystemName) {
  const ModuleView m = valid_module(read_stage_shader("ps_instance_id_arbitrary"));
  const uint32_t instance = m.named("in.SV_InstanceID");
  ASSERT_NE(instance, 0u);
  EXPECT_EQ(m.decoration(instance, Decoration::Location), 1u);
  EXPECT_EQ(m.decoration(instance, Decoration::Component), std::nullopt);
  EXPECT_TRUE(m.has(instance, Decoration::Flat));
  EXPECT_NE(m.builtin(BuiltIn::PrimitiveId, StorageClass::Input), 0u);
}

TEST(SystemValues, ClipDistancesOfSeveralElementsAreOneArray) {
  StageProgram p(ShaderKind::kVertex);
  // The elements are not in the order of their semantic indices.
  p.output({"SV_ClipDistance", SemanticKind::kClipDistance, ComponentType::kF32, 1, 2, {1, 0}, 0, 1});
  p.output({"SV_ClipDistance", SemanticKind::kClipDistance, ComponentType::kF32, 1, 3, {0, 0}, 0, 0});
  p.output({"SV_CullDistance", SemanticKind::kCullDistance, ComponentType::kF32, 2, 1, {2, 0}});
  p.store(0, 1, p.b.f32(7));
  const V row = p.b.dx(dxil::Op::kViewID, p.b.int_type(32), {});
  p.store(2, row, 0, p.b.f32(8));
  const ModuleView m = valid_module(p.take());
  const uint32_t clip = m.builtin(BuiltIn::ClipDistance, StorageClass::Output);
  EXPECT_EQ(m.type_of(clip), "f32[5]");
  EXPECT_EQ(m.type_of(m.builtin(BuiltIn::CullDistance, StorageClass::Output)), "f32[2]");
  EXPECT_TRUE(m.has_capability(Capability::ClipDistance));
  EXPECT_TRUE(m.has_capability(Capability::CullDistance));
  // The three components of element 1 come first: (element 0, column 1) has array index 4.
  bool is_found = false;
  for (const auto& i : m.all(spv::Op::OpAccessChain)) {
    if (i[2] != clip) continue;
    is_found = true;
    ASSERT_EQ(i.size(), 4u);
    for (const auto& constant : m.all(spv::Op::OpConstant)) {
      if (constant[1] != i[3]) continue;
      EXPECT_EQ(constant[2], 4u);
    }
  }
  EXPECT_TRUE(is_found);
}

TEST(SystemValues, FrontFacesAreAllOnes) {
  StageProgram p(ShaderKind::kPixel);
  p.input({"SV_IsFrontFace", SemanticKind::kIsFrontFace, ComponentType::kU32, 1, 1, {0, 0}, 1});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kU32, 1, 1, {0, 0}});
  p.store(0, 0, p.load(p.b.int_type(32), 0, p.b.i32(0), 0));
  const ModuleView m = valid_module(p.take());
  EXPECT_EQ(m.count(spv::Op::OpSelect), 1u);
}

TEST(SystemValues, TwoElementsForOneBuiltInAreRefused) {
  StageProgram p(ShaderKind::kPixel);
  p.output({"SV_Depth", SemanticKind::kDepth, ComponentType::kF32, 1, 1});
  p.output({"SV_DepthLessEqual", SemanticKind::kDepthLessEqual, ComponentType::kF32, 1, 1});
  p.store(0, 0, p.b.f32(0));
  p.store(1, 0, p.b.f32(0));
  EXPECT_NE(refusal(p.take()).message.find("two elements for the same built-in"), std::string::npos);
}

TEST(SystemValues, LayersNeedAnExtensionBeforeVulkan12) {
  StageProgram p(ShaderKind::kVertex);
  p.output({"SV_RenderTargetArrayIndex",
            SemanticKind::kRenderTargetArrayIndex,
            ComponentType::kU32,
            1,
            1,
            {0, 0},
            1});
  p.store(0, 0, p.b.i32(1));
  spirv::EmitOptions options;
  options.target = spirv::Target::kVulkan1_1;
  const ModuleView m = valid_module(p.take(), options);
  EXPECT_TRUE(m.has_capability(Capability::ShaderViewportIndexLayerEXT));
  EXPECT_TRUE(m.has_extension("SPV_EXT_shader_viewport_index_layer"));
}

TEST(SystemValues, OperationsReadTheirBuiltIns) {
  struct Case {
    dxil::Op op;
    ShaderKind stage;
    BuiltIn builtin;
    Capability capability;
  };
  for (const Case& c :
       {Case{dxil::Op::kSampleIndex, ShaderKind::kPixel, BuiltIn::SampleId, Capability::SampleRateShading},
        Case{dxil::Op::kCoverage, ShaderKind::kPixel, BuiltIn::SampleMask, Capability::Shader},
        Case{dxil::Op::kInnerCoverage, ShaderKind::kPixel, BuiltIn::FullyCoveredEXT,
             Capability::FragmentFullyCoveredEXT},
        Case{dxil::Op::kViewID, ShaderKind::kVertex, BuiltIn::ViewIndex, Capability::MultiView},
        Case{dxil::Op::kStartVertexLocation, ShaderKind::kVertex, BuiltIn::BaseVertex,
             Capability::DrawParameters},
        Case{dxil::Op::kStartInstanceLocation, ShaderKind::kVertex, BuiltIn::BaseInstance,
             Capability::DrawParameters}}) {
    StageProgram p(c.stage);
    p.b.dx(c.op, p.b.int_type(32), {});
    const ModuleView m = valid_module(p.take());
    EXPECT_NE(m.builtin(c.builtin, StorageClass::Input), 0u) << dxil::describe_op(c.op);
    EXPECT_TRUE(m.has_capability(c.capability)) << dxil::describe_op(c.op);
  }
}

}  // namespace
}  // namespace trellis::test_stages

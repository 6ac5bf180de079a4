// What connects separately translated stages: the locations of outputs and inputs, without drawing.
#include <gtest/gtest.h>

#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_stages {
namespace {

using spirv::SignatureSide;
using spv::BuiltIn;
using spv::Decoration;
using spv::StorageClass;

struct StagePair {
  ShaderKind from, to;
};
constexpr StagePair kPairs[] = {
    {ShaderKind::kVertex, ShaderKind::kHull},     {ShaderKind::kVertex, ShaderKind::kGeometry},
    {ShaderKind::kVertex, ShaderKind::kPixel},    {ShaderKind::kHull, ShaderKind::kDomain},
    {ShaderKind::kDomain, ShaderKind::kGeometry}, {ShaderKind::kDomain, ShaderKind::kPixel},
    {ShaderKind::kGeometry, ShaderKind::kPixel},
};
constexpr uint8_t kKinds = 64;  // More than the number of semantic kinds.

dxil::SignatureElement of_kind(uint8_t kind) {
  dxil::SignatureElement element;
  element.semantic_kind = kind;
  return element;
}

// For every kind, a built-in that the next stage reads as plain data also has a location, and a built-in that
// it reads as such is written as one or by no stage.
TEST(Links, EveryKindMatchesBetweenEveryTwoStages) {
  int passed = 0;
  for (const auto& [from, to] : kPairs) {
    for (uint8_t kind = 0; kind < kKinds; ++kind) {
      SCOPED_TRACE(std::string(dxil::name_of(from)) + " to " + dxil::name_of(to) + ", kind " +
                   std::to_string(kind));
      const dxil::SignatureElement element = of_kind(kind);
      const auto* written = spirv::find_rule(from, SignatureSide::kOutput, element);
      const auto* read = spirv::find_rule(to, SignatureSide::kInput, element);
      const bool passes = spirv::is_plain_in_next_stage(from, SignatureSide::kOutput, element);
      passed += passes ? 1 : 0;
      if (written == nullptr) {
        EXPECT_FALSE(passes);
        // The rasterizer or the device provides it, or Vulkan does not accept it from a domain shader.
        EXPECT_TRUE(read == nullptr || to == ShaderKind::kPixel);
      } else if (read == nullptr) {
        EXPECT_TRUE(passes);
      } else if (to != ShaderKind::kPixel) {
        EXPECT_EQ(written->builtin, read->builtin);
      }
    }
  }
  // Layer and viewport index between three pairs with a vertex and two with a domain shader, and shading rate
  // between three pairs.
  EXPECT_EQ(passed, 13);
}

TEST(Links, PrimitivesOfMeshShadersAreReadByPixelShaders) {
  for (uint8_t kind = 0; kind < kKinds; ++kind) {
    const auto* written = spirv::find_rule(ShaderKind::kMesh, SignatureSide::kThird, of_kind(kind));
    const auto* read = spirv::find_rule(ShaderKind::kPixel, SignatureSide::kInput, of_kind(kind));
    const bool is_for_rasterizer = kind == static_cast<uint8_t>(SemanticKind::kCullPrimitive);
    if (written != nullptr) {
      EXPECT_EQ(read == nullptr, is_for_rasterizer) << int{kind};
    }
  }
}

/// Returns a vertex shader with a layer at location 1, component 2, next to A at location 1, component 0.
dxil::Shader layered() {
  StageProgram p(ShaderKind::kVertex);
  p.output({"A", SemanticKind::kArbitrary, ComponentType::kF32, 1, 2, {1, 0}});
  p.output({"SV_RenderTargetArrayIndex",
            SemanticKind::kRenderTargetArrayIndex,
            ComponentType::kU32,
            1,
            1,
            {1, 2},
            1});
  p.store(1, 0, p.b.i32(3));
  return p.take();
}

constexpr const char* kPassed = "passed.SV_RenderTargetArrayIndex";

TEST(Links, LayersAreWrittenTwice) {
  const ModuleView m = valid_module(layered());
  const uint32_t passed = m.named(kPassed), layer = m.builtin(BuiltIn::Layer, StorageClass::Output);
  ASSERT_NE(passed, 0u);
  ASSERT_NE(layer, 0u);
  EXPECT_EQ(m.decoration(passed, Decoration::Location), 1u);
  EXPECT_EQ(m.decoration(passed, Decoration::Component), 2u);
  EXPECT_EQ(m.type_of(passed), "u32");
  uint32_t stores = 0;
  for (const auto& store : m.all(spv::Op::OpStore)) stores += store[0] == passed || store[0] == layer ? 1 : 0;
  EXPECT_EQ(stores, 2u);
}

// Outputs that no stage reads, or that have no free location, are not written.
TEST(Links, LayersAreWrittenOnceWhereNoStageFollows) {
  spirv::EmitOptions last, captured, beside, moved, refused;
  last.stage.views.is_last = true;
  captured.stage.stream_output.entries = {{0, "A", 0, 0, spirv::kAllComponents, 0, {}}};
  beside.stage.locations = {{SignatureSide::kOutput, "A", 0, 1, 1, false}};
  for (const spirv::EmitOptions& options : {last, captured, beside}) {
    const ModuleView m = valid_module(layered(), options);
    EXPECT_EQ(m.named(kPassed), 0u);
    EXPECT_NE(m.builtin(BuiltIn::Layer, StorageClass::Output), 0u);
  }
  moved.stage.locations = {{SignatureSide::kOutput, "sv_rendertargetarrayindex", 0, 9, 0, false}};
  const ModuleView m = valid_module(layered(), moved);
  EXPECT_EQ(m.decoration(m.named(kPassed), Decoration::Location), 9u);
  refused.stage.locate = [](const spirv::ElementQuery& element, spirv::ElementLocation&) {
    return element.info->semantic == "A";
  };
  EXPECT_EQ(valid_module(layered(), refused).named(kPassed), 0u);
  // A rule must be followed, so this is an error.
  spirv::EmitOptions on_another;
  on_another.stage.locations = {{SignatureSide::kOutput, "SV_RenderTargetArrayIndex", 0, 1, 1, false}};
  EXPECT_EQ(refusal(layered(), on_another).code, ErrorCode::kBadInput);
}

/// Reads a hull shader, and moves the patch constant PAIR to other rows.
spirv::EmitOptions at_row(int32_t row, uint32_t rows, dxil::Shader& shader) {
  shader = read_stage_shader("hs_patch_constant_arrays");
  for (dxil::SignatureElement& e : shader.entry_points[0].patch_constants) {
    if (e.semantic != "PAIR") continue;
    e.start_row = row;
    e.rows = rows;
    e.semantic_indices.resize(rows);
    for (uint32_t n = 0; n < rows; ++n) e.semantic_indices[n] = n;
  }
  return {};
}

TEST(Links, PatchConstantsFollowTheirRow) {
  for (const int32_t row : {16, 21, 24, 29}) {
    dxil::Shader shader;
    const spirv::EmitOptions options = at_row(row, 3, shader);
    const ModuleView m = valid_module(shader, options);
    EXPECT_EQ(m.decoration(m.named("patch.PAIR"), Decoration::Location), static_cast<uint32_t>(row + 8) % 32)
        << row;
  }
}

// Returns a pixel shader with the vertex attributes K and UV, and with attributes that a mesh shader writes
// per primitive.
dxil::Shader pixel_after_mesh(bool has_position, bool primitives_first) {
  StageProgram p(ShaderKind::kPixel);
  constexpr uint8_t kFlat = 1, kLinear = 2;
  const auto primitives = [&] {
    p.input({"ID", SemanticKind::kArbitrary, ComponentType::kF32, 1, 1, {1, 2}, kLinear});
    p.input({"TINT", SemanticKind::kArbitrary, ComponentType::kF32, 1, 2, {2, 1}, kFlat});
  };
  if (has_position) p.input({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}, 4});
  if (primitives_first) primitives();
  p.input({"UV", SemanticKind::kArbitrary, ComponentType::kF32, 1, 2, {1, 0}, kLinear});
  p.input({"K", SemanticKind::kArbitrary, ComponentType::kF32, 1, 1, {2, 0}, kFlat});
  if (!primitives_first) primitives();
  for (uint32_t n = has_position ? 1 : 0; n < (has_position ? 5u : 4u); ++n) p.load(n, 0);
  return p.take();
}

TEST(Links, PrimitiveAttributesFollowVertexAttributes) {
  spirv::EmitOptions options;
  options.stage.primitive_inputs = {"id", "TINT0"};
  const ModuleView m = valid_module(pixel_after_mesh(true, false), options);
  const auto expect_at = [&](const char* name, uint32_t location, std::optional<uint32_t> component,
                             bool is_primitive) {
    const uint32_t variable = m.named(name);
    EXPECT_EQ(m.decoration(variable, Decoration::Location), location) << name;
    EXPECT_EQ(m.decoration(variable, Decoration::Component), component) << name;
    EXPECT_EQ(m.has(variable, Decoration::PerPrimitiveEXT), is_primitive) << name;
  };
  expect_at("in.UV", 1, {}, false);
  expect_at("in.K", 2, {}, false);
  expect_at("in.ID", 3, {}, true);
  expect_at("in.TINT", 3, 1, true);
}

TEST(Links, UnknownPrimitivesAreErrors) {
  spirv::EmitOptions options;
  for (const char* name : {"NOSUCH", "TINT1", "", "TINT,ID"}) {
    options.stage.primitive_inputs = {"ID", name};
    const Diagnostic error = refusal(pixel_after_mesh(true, false), options);
    EXPECT_EQ(error.code, ErrorCode::kBadInput);
    EXPECT_NE(error.message.find("no input " + std::string(name)), std::string::npos) << error.message;
  }
  // Other stages have no such inputs, so the option is ignored.
  options.stage.primitive_inputs = {"NOSUCH"};
  valid_module(layered(), options);
}

}  // namespace
}  // namespace trellis::test_stages

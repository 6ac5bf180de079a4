// Locations of inputs and outputs that callers choose, and invalid choices.
#include <gtest/gtest.h>

#include "spirv_backend/plan/stage/stage_locations.hpp"
#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_stages {
namespace {

using spirv::SignatureSide;
using spv::Decoration;

constexpr uint8_t kFlat = 1, kLinear = 2;

/// Returns a shader with A (rows 0 and 1, three columns), B (row 2, two columns) and C (the columns after B).
dxil::Shader three_elements(ShaderKind stage, uint8_t interpolation_of_c = kLinear) {
  StageProgram p(stage);
  const auto add = [&](const Element& e) { stage == ShaderKind::kPixel ? p.input(e) : p.output(e); };
  add({"A", SemanticKind::kArbitrary, ComponentType::kF32, 2, 3, {0, 0}, kLinear, 1});
  add({"B", SemanticKind::kArbitrary, ComponentType::kF32, 1, 2, {2, 0}, kLinear});
  add({"C", SemanticKind::kArbitrary, ComponentType::kF32, 1, 2, {2, 2}, interpolation_of_c});
  for (uint32_t n = 0; n < 3; ++n) {
    if (stage == ShaderKind::kPixel) {
      p.load(n, 0);
    } else {
      p.touch(n);
    }
  }
  return p.take();
}

spirv::EmitOptions rules(std::vector<spirv::LocationRule> all) {
  spirv::EmitOptions options;
  options.stage.locations = std::move(all);
  return options;
}

void expect_refusal(const dxil::Shader& shader, const spirv::EmitOptions& options, const std::string& text) {
  const Diagnostic error = refusal(shader, options);
  EXPECT_EQ(error.code, ErrorCode::kBadInput);
  EXPECT_NE(error.message.find(text), std::string::npos) << error.message;
}

TEST(Locations, TheCallbackComesAfterTheRules) {
  spirv::EmitOptions options =
      rules({{SignatureSide::kOutput, "a", 1, 7, {}, false}, {SignatureSide::kInput, "B", 0, 20, {}, false}});
  options.stage.locate = [](const spirv::ElementQuery& element, spirv::ElementLocation& place) {
    EXPECT_EQ(element.stage, ShaderKind::kVertex);
    EXPECT_EQ(element.side, SignatureSide::kOutput);
    if (element.info->semantic == "A") {
      EXPECT_EQ(place.location, 7u);
    }
    if (element.info->semantic == "C") {
      EXPECT_EQ(place.location, 2u);
      EXPECT_EQ(place.component, 2u);
      place = {3, 1, false};
    }
    return true;
  };
  const ModuleView m = valid_module(three_elements(ShaderKind::kVertex), options);
  EXPECT_EQ(m.decoration(m.named("out.A1"), Decoration::Location), 7u);
  EXPECT_EQ(m.decoration(m.named("out.B"), Decoration::Location), 2u) << "a rule for inputs";
  EXPECT_EQ(m.decoration(m.named("out.C"), Decoration::Location), 3u);
  EXPECT_EQ(m.decoration(m.named("out.C"), Decoration::Component), 1u);
}

TEST(Locations, InvalidLocations) {
  const dxil::Shader shader = three_elements(ShaderKind::kVertex);
  const auto one = [](std::string semantic, uint32_t index, uint32_t location,
                      std::optional<uint32_t> component) {
    return rules({{SignatureSide::kOutput, std::move(semantic), index, location, component, false}});
  };
  expect_refusal(shader, one("B", 0, 1, {}), "B: is at location 1, where A1 is already");
  expect_refusal(shader, one("C", 0, 2, 1), "C: is at location 2, where B is already");
  expect_refusal(shader, one("B", 0, 5, 3), "B: is placed at component 3");
  expect_refusal(shader, one("B", 0, 5, UINT32_MAX), "B: is placed at component");
  expect_refusal(shader, one("A", 1, 31, {}), "A1: is placed at location 31 and the ones after it");
  expect_refusal(shader, one("B", 0, UINT32_MAX, {}), "there are only 32");
  EXPECT_EQ(refusal(shader, rules({{SignatureSide::kOutput, "A", 2, 9, {}, false}})).code,
            ErrorCode::kUnsupported);
}

TEST(Locations, TheCallbackMayRefuse) {
  spirv::EmitOptions options;
  options.stage.locate = [](const spirv::ElementQuery& element, spirv::ElementLocation&) {
    return element.info->semantic != "B";
  };
  expect_refusal(three_elements(ShaderKind::kVertex), options, "signature element B");
}

TEST(Locations, OnlyPixelShadersChooseWhatIsPerPrimitive) {
  const auto per_primitive = rules({{SignatureSide::kOutput, "B", 0, 2, {}, true}});
  expect_refusal(three_elements(ShaderKind::kVertex), per_primitive, "B: only pixel shaders");
  const auto of_pixel = rules({{SignatureSide::kInput, "B", 0, 9, {}, true}});
  const ModuleView m = valid_module(three_elements(ShaderKind::kPixel), of_pixel);
  EXPECT_TRUE(m.has(m.named("in.B"), Decoration::PerPrimitiveEXT));
  EXPECT_FALSE(m.has(m.named("in.C"), Decoration::PerPrimitiveEXT));
}

TEST(Locations, InputsWithOtherInterpolationDoNotShareALocation) {
  const auto moved =
      rules({{SignatureSide::kInput, "B", 0, 9, 0, false}, {SignatureSide::kInput, "C", 0, 9, 2, false}});
  valid_module(three_elements(ShaderKind::kPixel), moved);
  expect_refusal(three_elements(ShaderKind::kPixel, kFlat), moved,
                 "C: is at location 9, where B is, which has a different interpolation mode");
  const auto split = rules({{SignatureSide::kInput, "C", 0, 2, {}, true}});
  expect_refusal(three_elements(ShaderKind::kPixel), split, "a different interpolation mode");
}

// Per-vertex and per-primitive outputs share the locations.
TEST(Locations, PerPrimitiveAndPerVertexElementsMustNotOverlap) {
  const dxil::Shader shader = read_stage_shader("ms_meshlet");
  expect_refusal(shader, rules({{SignatureSide::kThird, "IDS", 0, 3, 0, false}}),
                 "IDS: is at location 3, where UV is already");
}

TEST(Locations, NonRasterizedStreamsHaveNoBuiltIns) {
  const auto shader = [] {
    dxil::Shader made = read_stage_shader("gs_multiple_streams");
    // POSITION of the second stream becomes a second SV_Position.
    dxil::SignatureElement& element = made.entry_points[0].outputs[3];
    EXPECT_EQ(element.stream, 1u);
    element.semantic = "SV_Position";
    element.semantic_kind = 3;
    return made;
  };
  const ModuleView first = valid_module(shader());
  const uint32_t position = first.builtin(spv::BuiltIn::Position, spv::StorageClass::Output);
  EXPECT_EQ(first.type_of(position), "f32x4");
  spirv::EmitOptions none;
  none.stage.stream_output.rasterized_stream = spirv::kNoStream;
  const ModuleView without = valid_module(shader(), none);
  EXPECT_EQ(without.builtin(spv::BuiltIn::Position, spv::StorageClass::Output), 0u);
}

}  // namespace
}  // namespace trellis::test_stages

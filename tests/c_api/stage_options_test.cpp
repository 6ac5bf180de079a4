// Options for inputs and outputs through the C interface, and the errors for invalid ones.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "tests/c_api/shared_program.hpp"

namespace trellis::test_c_api {
namespace {

class StageOptions : public testing::Test {
 protected:
  Module translated(const Program& program, const TrellisStageOptions& stage) {
    TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    options.stage = &stage;
    options.validate = 1;
    return translate(translator, program, &options);
  }
  /// Expects the translation to fail with `expected`. Returns the field of the error if an argument is
  /// invalid, else its message.
  std::string failing(const TrellisStageOptions& stage,
                      TrellisResult expected = TRELLIS_ERROR_INVALID_ARGUMENT) {
    TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    options.stage = &stage;
    TrellisModule* module = nullptr;
    EXPECT_EQ(trellis_translate(translator.get(), vertex.get(), &options, &module), expected);
    EXPECT_EQ(module, nullptr);
    const TrellisError& error = *trellis_translator_error(translator.get());
    return expected == TRELLIS_ERROR_INVALID_ARGUMENT ? error.part : error.message;
  }
  static std::map<std::string, TrellisModuleElement> elements(const Module& module) {
    std::map<std::string, TrellisModuleElement> all;
    for (uint32_t n = 0; n < trellis_module_element_count(module.get()); ++n) {
      TrellisModuleElement element = TRELLIS_MODULE_ELEMENT_INIT;
      EXPECT_EQ(trellis_module_element(module.get(), n, &element), TRELLIS_SUCCESS);
      all[std::to_string(element.signature) + element.semantic + std::to_string(element.semantic_index)] =
          element;
    }
    return all;
  }

  Translator translator = make_translator();
  Program vertex = read_shader(translator, "stages/vs_passthrough_everything");
};

TEST_F(StageOptions, PlacesAreChosenAndReported) {
  TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
  const TrellisVertexInput input = {"a", 0, 11};
  const TrellisLocationRule rules[] = {{TRELLIS_SIGNATURE_OUTPUT, "B", 0, 9, TRELLIS_KEEP_COMPONENT, 0},
                                       {TRELLIS_SIGNATURE_OUTPUT, "C", 0, 1, 3, 0}};
  stage.vertex_inputs = &input;
  stage.vertex_input_count = 1;
  stage.location_rules = rules;
  stage.location_rule_count = 2;
  std::string asked;
  stage.locate_user = &asked;
  stage.locate = [](void* user, TrellisStage of_stage, TrellisSignature signature,
                    const TrellisSignatureElementInfo* element, TrellisElementLocation* place) -> uint32_t {
    EXPECT_EQ(of_stage, TRELLIS_STAGE_VERTEX);
    *static_cast<std::string*>(user) += std::to_string(signature) + element->semantic + " ";
    if (signature == TRELLIS_SIGNATURE_OUTPUT && std::string(element->semantic) == "B") {
      EXPECT_EQ(place->location, 9u);
      place->location = 10;
    }
    return 1;
  };
  const Module module = translated(vertex, stage);
  ASSERT_NE(module, nullptr) << error_text(translator);
  EXPECT_EQ(asked, "0SV_Position 0A 0B 0C 0D 0E 1A 1B 1C 1D 1E ");
  auto all = elements(module);
  EXPECT_EQ(all["0A0"].location, 11u);
  EXPECT_EQ(all["1A0"].location, 1u);
  EXPECT_EQ(all["1B0"].location, 10u);
  EXPECT_EQ(all["1C0"].location, 1u);
  EXPECT_EQ(all["1C0"].component, 3u);
  EXPECT_EQ(all["1D0"].rows, 3u);
  EXPECT_EQ(all["1E0"].component, 2u);
  EXPECT_EQ(all["1SV_Position0"].is_builtin, 1u);
  EXPECT_EQ(all["1SV_Position0"].builtin, 0u);
  EXPECT_EQ(all["0SV_Position0"].is_builtin, 0u);
}

// The outputs of a mesh shader are read at the locations where it writes them.
TEST_F(StageOptions, TheStageBefore) {
  const Program mesh = read_shader(translator, "stages/ms_payload_reader");
  const Program pixel = read_shader(translator, "stages/ps_sparse_targets_out_of_order");
  TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
  const TrellisLocationRule rule = {TRELLIS_SIGNATURE_PATCH_CONSTANT, "KIND", 0, 17, 2, 0};
  stage.location_rules = &rule;
  stage.location_rule_count = 1;
  const Module before = translated(mesh, stage);
  ASSERT_NE(before, nullptr) << error_text(translator);
  EXPECT_EQ(elements(before)["2KIND0"].per_primitive, 1u);
  stage = TRELLIS_STAGE_OPTIONS_INIT;
  stage.previous_stage = before.get();
  const Module module = translated(pixel, stage);
  ASSERT_NE(module, nullptr) << error_text(translator);
  auto all = elements(module);
  EXPECT_EQ(all["0KIND0"].location, 17u);
  EXPECT_EQ(all["0KIND0"].component, 2u);
  EXPECT_EQ(all["0KIND0"].per_primitive, 1u);
  EXPECT_EQ(all["0UV0"].location, 0u);
}

std::vector<std::string> warnings_of(const Module& module) {
  uint32_t count = 0;
  const char* const* texts = trellis_module_warnings(module.get(), &count);
  return {texts, texts + count};
}

// The name of the module's entry point does not matter.
TEST_F(StageOptions, TheStageBeforeUnderAnotherName) {
  const Program mesh = read_shader(translator, "stages/ms_payload_reader");
  const Program pixel = read_shader(translator, "stages/ps_sparse_targets_out_of_order");
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.module_entry_point = "renamed";
  const Module before = translate(translator, mesh, &options);
  ASSERT_NE(before, nullptr) << error_text(translator);
  TrellisEntryPointInfo info = TRELLIS_ENTRY_POINT_INFO_INIT;
  EXPECT_EQ(trellis_module_entry_point(before.get(), &info), TRELLIS_SUCCESS);
  EXPECT_STREQ(info.name, "main");
  TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
  stage.previous_stage = before.get();
  const Module module = translated(pixel, stage);
  ASSERT_NE(module, nullptr) << error_text(translator);
  EXPECT_EQ(elements(module)["0KIND0"].per_primitive, 1u);
  EXPECT_EQ(
      warnings_of(module),
      std::vector<std::string>{"the previous stage does not write the input UV: its value is undefined"});
}

TEST_F(StageOptions, InputsThatThePreviousStageDoesNotWriteAreReported) {
  const Program other = read_shader(translator, "stages/vs_packed_registers");
  const Module before = translate(translator, other);
  ASSERT_NE(before, nullptr) << error_text(translator);
  TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
  stage.previous_stage = before.get();
  const Program pixel = read_shader(translator, "stages/ps_sparse_targets_out_of_order");
  const Module module = translated(pixel, stage);
  ASSERT_NE(module, nullptr) << error_text(translator);
  EXPECT_EQ(
      warnings_of(module),
      (std::vector<std::string>{"the previous stage does not write the input KIND: its value is undefined"}));
}

TEST_F(StageOptions, StreamOutput) {
  TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
  const TrellisStreamOutputEntry entries[] = {{0, "SV_POSITION", 0, 0, 4, 1, TRELLIS_NEXT_OFFSET},
                                              {0, nullptr, 0, 0, 1, 1, TRELLIS_NEXT_OFFSET},
                                              {0, "D", 1, 0, 1, 1, TRELLIS_NEXT_OFFSET}};
  stage.stream_output = entries;
  stage.stream_output_count = 3;
  stage.stream_output_strides[1] = 64;
  const Module module = translated(vertex, stage);
  ASSERT_NE(module, nullptr) << error_text(translator);
  uint32_t count = 0, has_feedback = 0;
  const uint32_t* capabilities = trellis_module_capabilities(module.get(), &count);
  constexpr uint32_t kTransformFeedback = 53;
  for (uint32_t n = 0; n < count; ++n) has_feedback |= capabilities[n] == kTransformFeedback ? 1 : 0;
  EXPECT_EQ(has_feedback, 1u);
  stage.stream_output_strides[1] = 20;
  EXPECT_NE(failing(stage, TRELLIS_ERROR_BAD_INPUT).find("the stride is 20"), std::string::npos);
}

TEST_F(StageOptions, Garbage) {
  TrellisStageOptions stage = TRELLIS_STAGE_OPTIONS_INIT;
  stage.struct_size = 3;
  EXPECT_EQ(failing(stage), "options.stage.struct_size");
  const auto with = [](const std::function<void(TrellisStageOptions&)>& change) {
    TrellisStageOptions changed = TRELLIS_STAGE_OPTIONS_INIT;
    change(changed);
    return changed;
  };
  EXPECT_EQ(failing(with([](auto& s) { s.vertex_input_count = 1; })), "options.stage->vertex_inputs");
  EXPECT_EQ(failing(with([](auto& s) { s.location_rule_count = 1; })), "options.stage->location_rules");
  EXPECT_EQ(failing(with([](auto& s) { s.primitive_input_count = 1; })), "options.stage->primitive_inputs");
  EXPECT_EQ(failing(with([](auto& s) { s.stream_output_count = 1; })), "options.stage->stream_output");
  TrellisVertexInput input = {nullptr, 0, 0};
  EXPECT_EQ(failing(with([&](auto& s) { s.vertex_inputs = &input, s.vertex_input_count = 1; })),
            "options.stage->vertex_inputs[0].semantic");
  EXPECT_EQ(failing(with([&](auto& s) { s.vertex_inputs = &input, s.vertex_input_count = UINT32_MAX; })),
            "options.stage->vertex_inputs");
  TrellisLocationRule rule = {TRELLIS_SIGNATURE_INPUT, "", 0, 0, 0, 0};
  const auto with_rule = [&] {
    return with([&](auto& s) { s.location_rules = &rule, s.location_rule_count = 1; });
  };
  EXPECT_EQ(failing(with_rule()), "options.stage->location_rules[0].semantic");
  rule = {99, "A", 0, 0, 0, 0};
  EXPECT_EQ(failing(with_rule()), "options.stage->location_rules[0].signature");
  rule = {TRELLIS_SIGNATURE_INPUT, "A", 0, 99, 0, 0};
  EXPECT_NE(failing(with_rule(), TRELLIS_ERROR_BAD_INPUT).find("signature element A"), std::string::npos);
  EXPECT_EQ(failing(with([](auto& s) { s.max_tess_factor = 0.5f; })), "options.stage->max_tess_factor");
  EXPECT_EQ(failing(with([](auto& s) { s.max_tess_factor = NAN; })), "options.stage->max_tess_factor");
  const char* const nobody = nullptr;
  EXPECT_EQ(failing(with([&](auto& s) { s.primitive_inputs = &nobody, s.primitive_input_count = 1; })),
            "options.stage->primitive_inputs[0]");
  const auto refuse = [](void*, TrellisStage, TrellisSignature, const TrellisSignatureElementInfo*,
                         TrellisElementLocation*) -> uint32_t { return 0; };
  EXPECT_NE(failing(with([&](auto& s) { s.locate = refuse; }), TRELLIS_ERROR_BAD_INPUT).find("refused"),
            std::string::npos);
  const auto nonsense = [](void*, TrellisStage, TrellisSignature, const TrellisSignatureElementInfo*,
                           TrellisElementLocation* place) -> uint32_t {
    place->location = place->component = UINT32_MAX;
    return 1;
  };
  EXPECT_NE(failing(with([&](auto& s) { s.locate = nonsense; }), TRELLIS_ERROR_BAD_INPUT).find("SV_Position"),
            std::string::npos);
  EXPECT_EQ(trellis_module_element_count(nullptr), 0u);
  TrellisModuleElement element = TRELLIS_MODULE_ELEMENT_INIT;
  EXPECT_EQ(trellis_module_element(nullptr, 0, &element), TRELLIS_ERROR_INVALID_ARGUMENT);
  const Module module = translate(translator, vertex);
  EXPECT_EQ(trellis_module_element(module.get(), 1000, &element), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_element(module.get(), 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace trellis::test_c_api

#include "c_api/options/stage_options.hpp"

#include "c_api/objects.hpp"
#include "c_api/options/read_fields.hpp"
#include "c_api/options/versioned.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

using spirv::SignatureSide;

TrellisSignature to_c(SignatureSide side) { return static_cast<TrellisSignature>(side); }

Diagnostic bad_stage_option(const String& field, String message) {
  return invalid_argument("options.stage->" + field, std::move(message));
}

String numbered(const char* list, uint32_t n, const char* field) {
  return String(list) + "[" + decimal(n) + "]." + field;
}

/// Checks that `list` can hold `count` entries.
template <class T>
Result<void> check_list(const T* list, uint32_t count, const char* name) {
  constexpr uint32_t kMaxListed = 4096;
  if (count != 0 && list == nullptr) {
    return bad_stage_option(name, "is NULL, but the count is " + decimal(count));
  }
  if (count > kMaxListed) return bad_stage_option(name, "has more than " + decimal(kMaxListed));
  return {};
}

bool is_empty(const char* text) { return text == nullptr || *text == '\0'; }

Result<void> read_vertex_inputs(const TrellisStageOptions& given, spirv::StageOptions& options) {
  auto checked = check_list(given.vertex_inputs, given.vertex_input_count, "vertex_inputs");
  for (uint32_t n = 0; checked && n < given.vertex_input_count; ++n) {
    const TrellisVertexInput& input = given.vertex_inputs[n];
    if (is_empty(input.semantic)) {
      return bad_stage_option(numbered("vertex_inputs", n, "semantic"), "is empty");
    }
    options.vertex_inputs.push_back({input.semantic, input.index, input.location});
  }
  return checked;
}

Result<void> read_rules(const TrellisStageOptions& given, spirv::StageOptions& options) {
  auto checked = check_list(given.location_rules, given.location_rule_count, "location_rules");
  for (uint32_t n = 0; checked && n < given.location_rule_count; ++n) {
    const TrellisLocationRule& rule = given.location_rules[n];
    if (is_empty(rule.semantic)) {
      return bad_stage_option(numbered("location_rules", n, "semantic"), "is empty");
    }
    if (rule.signature > TRELLIS_SIGNATURE_PATCH_CONSTANT) {
      return bad_stage_option(numbered("location_rules", n, "signature"),
                              "no such signature: " + decimal(rule.signature));
    }
    spirv::LocationRule known = {static_cast<SignatureSide>(rule.signature),
                                 rule.semantic,
                                 rule.index,
                                 rule.location,
                                 {},
                                 rule.per_primitive != 0};
    if (rule.component != TRELLIS_KEEP_COMPONENT) known.component = rule.component;
    options.locations.push_back(std::move(known));
  }
  return checked;
}

Result<void> read_primitive_inputs(const TrellisStageOptions& given, spirv::StageOptions& options) {
  auto checked = check_list(given.primitive_inputs, given.primitive_input_count, "primitive_inputs");
  for (uint32_t n = 0; checked && n < given.primitive_input_count; ++n) {
    if (is_empty(given.primitive_inputs[n])) {
      return bad_stage_option("primitive_inputs[" + decimal(n) + "]", "is empty");
    }
    options.primitive_inputs.emplace_back(given.primitive_inputs[n]);
  }
  return checked;
}

Result<void> read_stream_output(const TrellisStageOptions& given, spirv::StreamOutput& output) {
  auto checked = check_list(given.stream_output, given.stream_output_count, "stream_output");
  for (uint32_t n = 0; checked && n < given.stream_output_count; ++n) {
    const TrellisStreamOutputEntry& entry = given.stream_output[n];
    spirv::StreamOutputEntry known = {entry.stream,
                                      entry.semantic == nullptr ? "" : entry.semantic,
                                      entry.index,
                                      entry.first_component,
                                      entry.component_count,
                                      entry.buffer,
                                      {}};
    if (entry.offset != TRELLIS_NEXT_OFFSET) known.offset = entry.offset;
    output.entries.push_back(std::move(known));
  }
  for (uint32_t n = 0; n < spirv::kStreamOutputBuffers; ++n) {
    output.strides[n] = given.stream_output_strides[n];
  }
  return checked;
}

bool ask_location(TrellisLocationCallback locate, void* user, const spirv::ElementQuery& element,
                  spirv::ElementLocation& place) {
  const TrellisSignatureElementInfo info = info_of(*element.info);
  TrellisElementLocation answer = {sizeof(TrellisElementLocation), place.location, place.component,
                                   place.per_primitive ? 1u : 0u};
  const auto stage = static_cast<TrellisStage>(element.stage);
  if (locate(user, stage, to_c(element.side), &info, &answer) == 0) return false;
  place = {answer.location, answer.component, answer.per_primitive != 0};
  return true;
}

Result<void> read_previous_stage(const TrellisStageOptions& given, spirv::StageOptions& options) {
  if (given.previous_stage == nullptr) return {};
  if (!is_live(given.previous_stage)) return bad_stage_option("previous_stage", "is not a live module");
  const Translation& before = given.previous_stage->translation;
  // If there are several entry points, none is the previous stage.
  if (before.entry_points.size() != 1) return {};
  const dxil::ShaderKind stage = given.previous_stage->program->shader.entry_points[before.entry_point].kind;
  options.stage_before = spirv::locations_for_next_stage(stage, before.elements);
  return {};
}

}  // namespace

Result<void> read_stage_options(const TrellisStageOptions* from, option_table::Asked& asked) {
  TrellisStageOptions given = TRELLIS_STAGE_OPTIONS_INIT;
  TRELLIS_RETURN_IF_ERROR(read_versioned(from, "options.stage", given));
  if (from != nullptr) {  // Otherwise the defaults apply, which equal those of C++.
    TRELLIS_RETURN_IF_ERROR(read_fields(given, asked));
  }
  spirv::StageOptions& options = asked.translate.stage;
  TRELLIS_RETURN_IF_ERROR(read_previous_stage(given, options));
  TRELLIS_RETURN_IF_ERROR(read_vertex_inputs(given, options));
  TRELLIS_RETURN_IF_ERROR(read_rules(given, options));
  TRELLIS_RETURN_IF_ERROR(read_primitive_inputs(given, options));
  TRELLIS_RETURN_IF_ERROR(read_stream_output(given, options.stream_output));
  if (given.locate != nullptr) {
    options.locate = [locate = given.locate, user = given.locate_user](const spirv::ElementQuery& element,
                                                                       spirv::ElementLocation& place) {
      return ask_location(locate, user, element, place);
    };
  }
  for (uint32_t n = 0; n < spirv::kRenderTargets; ++n) options.output_swizzles[n] = given.output_swizzles[n];
  return {};
}

}  // namespace trellis::c_api

using namespace trellis::c_api;

extern "C" {

uint32_t trellis_module_element_count(const TrellisModule* module) {
  return is_live(module) ? static_cast<uint32_t>(module->translation.elements.size()) : 0;
}

TrellisResult trellis_module_element(const TrellisModule* module, uint32_t index,
                                     TrellisModuleElement* element) {
  if (!is_live(module) || index >= module->translation.elements.size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const trellis::spirv::LocatedElement& located = module->translation.elements[index];
  TrellisModuleElement known = TRELLIS_MODULE_ELEMENT_INIT;
  known.signature = to_c(located.side);
  known.index = located.index;
  known.semantic = located.info->semantic.c_str();
  known.semantic_index = located.info->semantic_indices.empty() ? 0 : located.info->semantic_indices[0];
  known.rows = located.info->rows;
  known.columns = located.info->columns;
  known.is_builtin = located.is_builtin ? 1 : 0;
  known.builtin = located.builtin;
  known.location = located.at.location;
  known.component = located.at.component;
  known.per_primitive = located.at.per_primitive ? 1 : 0;
  return write_versioned(known, element) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}

}  // extern "C"

// Locations of signature elements, and which of them stream output captures.
#include "adapters/dxil_spirv/converter.hpp"
#include "adapters/dxil_spirv/thread.hpp"

namespace trellis::dxil_spirv {
namespace {

/// Returns the register of an element, or 0 if it has none.
uint32_t register_of(const TrellisSignatureElementInfo& element) {
  return element.first_register < 0 ? 0 : static_cast<uint32_t>(element.first_register);
}

bool locate_vertex_input(const Settings& s, const TrellisSignatureElementInfo& element,
                         TrellisElementLocation& place) {
  const auto& callback = s.vertex_input;
  if (callback.function == nullptr) return true;
  const dxil_spv_d3d_vertex_input input = {element.semantic, element.semantic_index, register_of(element),
                                           element.rows};
  dxil_spv_vulkan_vertex_input answer = {place.location};
  if (callback.function(callback.user, &input, &answer) == 0) return false;
  place.location = answer.location;
  return true;
}

bool locate_between_stages(const Callback<dxil_spv_shader_stage_io_remapper_cb>& callback,
                           const TrellisSignatureElementInfo& element, TrellisElementLocation& place) {
  if (callback.function == nullptr) return true;
  const dxil_spv_d3d_shader_stage_io io = {element.semantic, element.semantic_index, register_of(element),
                                           element.rows};
  dxil_spv_vulkan_shader_stage_io answer = {
      place.location, place.component,
      place.per_primitive != 0 ? static_cast<unsigned>(DXIL_SPV_SHADER_STAGE_IO_PER_PRIMITIVE) : 0u};
  if (callback.function(callback.user, &io, &answer) == 0) return false;
  place.location = answer.location;
  place.component = answer.component;
  place.per_primitive = (answer.flags & DXIL_SPV_SHADER_STAGE_IO_PER_PRIMITIVE) != 0 ? 1 : 0;
  return true;
}

bool locate(const Settings& s, TrellisStage stage, TrellisSignature signature,
            const TrellisSignatureElementInfo& element, TrellisElementLocation& place) {
  const bool is_input = signature == TRELLIS_SIGNATURE_INPUT;
  if (is_input && stage == TRELLIS_STAGE_VERTEX) return locate_vertex_input(s, element, place);
  if (is_input) return locate_between_stages(s.stage_input, element, place);
  if (stage == TRELLIS_STAGE_PIXEL) return true;
  const bool is_output = signature == TRELLIS_SIGNATURE_OUTPUT || stage == TRELLIS_STAGE_MESH;
  return !is_output || locate_between_stages(s.stage_output, element, place);
}

/// Captures one row of an output. Returns false if that is not possible.
bool capture_row(const Callback<dxil_spv_stream_output_remapper_cb>& callback,
                 const TrellisSignatureElementInfo& element, uint32_t row, Captures& captures) {
  const dxil_spv_d3d_stream_output output = {element.semantic, element.semantic_index + row};
  dxil_spv_vulkan_stream_output answer = {};
  if (callback.function(callback.user, &output, &answer) == 0) return false;
  if (answer.enable == 0) return true;
  if (answer.buffer_index >= captures.strides.size()) {
    thread().log(DXIL_SPV_LOG_LEVEL_ERROR,
                 "stream output has no buffer " + std::to_string(answer.buffer_index));
    return false;
  }
  captures.strides[answer.buffer_index] = answer.stride;
  captures.entries.push_back({element.stream, element.semantic, element.semantic_index + row, 0,
                              TRELLIS_ALL_COMPONENTS, answer.buffer_index, answer.offset});
  return true;
}

}  // namespace

uint32_t locate_element(void* run, TrellisStage stage, TrellisSignature signature,
                        const TrellisSignatureElementInfo* element, TrellisElementLocation* place) {
  return locate(static_cast<const Run*>(run)->settings, stage, signature, *element, *place) ? 1 : 0;
}

std::optional<Captures> ask_captures(const Run& run, const TrellisEntryPointInfo& entry_point) {
  Captures captures;
  const auto& callback = run.settings.stream_output;
  if (callback.function == nullptr) return captures;
  const TrellisProgram* program = run.program.get();
  const uint32_t index = trellis_program_find_entry_point(program, entry_point.name);
  for (uint32_t n = 0; n < entry_point.output_count; ++n) {
    TrellisSignatureElementInfo element = TRELLIS_SIGNATURE_ELEMENT_INFO_INIT;
    if (trellis_program_signature_element(program, index, TRELLIS_SIGNATURE_OUTPUT, n, &element) !=
        TRELLIS_SUCCESS) {
      return std::nullopt;
    }
    for (uint32_t row = 0; row < element.rows; ++row) {
      if (!capture_row(callback, element, row, captures)) return std::nullopt;
    }
  }
  return captures;
}

}  // namespace trellis::dxil_spirv

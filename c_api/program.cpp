#include <algorithm>

#include "api/reflection/reflect.hpp"
#include "c_api/objects.hpp"
#include "c_api/options/versioned.hpp"
#include "c_api/read_input.hpp"
#include "dxil_frontend/program/groupshared.hpp"
#include "dxil_frontend/program/usage.hpp"
#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {

static_assert(uint32_t{TRELLIS_COMPONENT_BF16} == static_cast<uint32_t>(dxil::ComponentType::kBF16));
static_assert(dxil::kNone == UINT32_MAX);
static_assert(uint32_t{TRELLIS_USES_INPUT_ATTACHED_SAMPLING} == dxil::kUsesInputAttachedSampling);

TrellisEntryPointInfo info_of(const dxil::Module& module, const dxil::EntryPoint& entry_point) {
  TrellisEntryPointInfo info = TRELLIS_ENTRY_POINT_INFO_INIT;
  info.stage = static_cast<TrellisStage>(entry_point.kind);
  info.name = entry_point.name.c_str();
  info.source_name = entry_point.source_name.c_str();
  if (entry_point.thread_group_size) {
    std::copy_n(entry_point.thread_group_size->begin(), 3, info.workgroup_size);
  }
  if (entry_point.wave_size) {
    info.wave_size_minimum = entry_point.wave_size->minimum;
    info.wave_size_maximum = entry_point.wave_size->maximum;
    info.wave_size_preferred = entry_point.wave_size->preferred;
  }
  if (entry_point.hull) {
    info.input_control_points = entry_point.hull->input_control_points;
    info.output_control_points = entry_point.hull->output_control_points;
  }
  if (entry_point.domain) info.input_control_points = entry_point.domain->input_control_points;
  if (entry_point.geometry) info.max_vertices = entry_point.geometry->max_vertices;
  if (entry_point.mesh) {
    info.max_vertices = entry_point.mesh->max_vertices;
    info.max_primitives = entry_point.mesh->max_primitives;
    info.payload_bytes = entry_point.mesh->payload_bytes;
  }
  if (entry_point.amplification_payload_bytes) info.payload_bytes = *entry_point.amplification_payload_bytes;
  if (entry_point.payload_bytes) info.payload_bytes = *entry_point.payload_bytes;
  info.input_count = static_cast<uint32_t>(entry_point.inputs.size());
  info.output_count = static_cast<uint32_t>(entry_point.outputs.size());
  info.patch_constant_count = static_cast<uint32_t>(entry_point.patch_constants.size());
  info.shader_flags = entry_point.flags;
  info.uses = dxil::usage_of(module, entry_point);
  info.attribute_bytes = entry_point.attribute_bytes.value_or(0);
  info.groupshared_bytes =
      static_cast<uint32_t>(std::min<uint64_t>(dxil::groupshared_bytes(module, entry_point), UINT32_MAX));
  info.groupshared_limit = entry_point.groupshared_limit.value_or(0);
  return info;
}

TrellisResourceInfo info_of(const dxil::Resource& resource) {
  TrellisResourceInfo info = TRELLIS_RESOURCE_INFO_INIT;
  info.resource_class = static_cast<TrellisResourceClass>(resource.resource_class);
  info.kind = static_cast<TrellisResourceKind>(resource.kind);
  info.first_register = resource.lower_bound;
  info.space = resource.space;
  info.count = resource.count;
  info.byte_size = resource.size;
  info.stride = resource.stride;
  info.name = resource.name.c_str();
  const bool is_typed = resource.component_type != dxil::ComponentType::kInvalid;
  info.component_type = is_typed ? dxil::name_of(resource.component_type) : "";
  info.has_counter = resource.has_counter ? 1 : 0;
  info.is_globally_coherent = resource.globally_coherent ? 1 : 0;
  info.is_rasterizer_ordered = resource.rasterizer_ordered ? 1 : 0;
  info.is_comparison_sampler = resource.sampler_kind == 1 ? 1 : 0;
  info.component = static_cast<TrellisComponentType>(resource.component_type);
  info.struct_index = resource.struct_index;
  return info;
}

TrellisSignatureElementInfo info_of(const dxil::SignatureElement& element) {
  TrellisSignatureElementInfo info = TRELLIS_SIGNATURE_ELEMENT_INFO_INIT;
  info.semantic = element.semantic.c_str();
  info.semantic_index = element.semantic_indices.empty() ? 0 : element.semantic_indices.front();
  info.system_value = dxil::system_value_name(element.semantic_kind);
  info.component_type = dxil::name_of(element.component_type);
  info.rows = element.rows;
  info.columns = element.columns;
  info.first_register = element.start_row;
  info.first_column = element.start_column;
  info.interpolation = element.interpolation;
  info.stream = element.stream;
  info.used_columns = element.usage_mask;
  info.component = static_cast<TrellisComponentType>(element.component_type);
  return info;
}

namespace {

const Vector<dxil::SignatureElement>* elements_of(const dxil::EntryPoint& entry_point,
                                                  TrellisSignature signature) {
  switch (signature) {
    case TRELLIS_SIGNATURE_INPUT:
      return &entry_point.inputs;
    case TRELLIS_SIGNATURE_OUTPUT:
      return &entry_point.outputs;
    case TRELLIS_SIGNATURE_PATCH_CONSTANT:
      return &entry_point.patch_constants;
    default:
      return nullptr;
  }
}

TrellisResult read_program(TrellisTranslator& translator, const void* dxil, size_t size,
                           const TrellisReadOptions* options, TrellisProgram** program) {
  if (program == nullptr) {
    return translator.fail(invalid_argument("program", "is NULL"), TRELLIS_ERROR_INVALID_ARGUMENT);
  }
  const auto input = read_input(dxil, size, options);
  if (!input) return translator.fail(input.error(), TRELLIS_ERROR_INVALID_ARGUMENT);
  auto read = translator.translator.read(input->bytes, input->options);
  if (!read) return translator.fail(std::move(read.error()));
  auto shared = make_routed_shared<const Program>(std::move(*read));
  *program = make_object<TrellisProgram>(translator.memory, std::move(shared));
  return TRELLIS_SUCCESS;
}

const Vector<dxil::EntryPoint>& entry_points_of(const TrellisProgram* program) {
  return program->program->shader.entry_points;
}

}  // namespace
}  // namespace trellis::c_api

TrellisProgram::TrellisProgram(trellis::c_api::MemoryHandle caller_memory,
                               std::shared_ptr<const trellis::Program> read)
    : memory(std::move(caller_memory)), program(std::move(read)), library(program->shader) {
  const auto& all = program->shader.resources;
  for (uint32_t n = 0; n < all.size(); ++n) {
    if (!trellis::dxil::is_vendor_buffer(all[n], program->shader.vendor_slots)) resources.push_back(n);
  }
  trellis::c_api::note_made(this);
}

using namespace trellis::c_api;

extern "C" {

TrellisResult trellis_program_read(TrellisTranslator* translator, const void* dxil, size_t size,
                                   const TrellisReadOptions* options, TrellisProgram** program) {
  if (program != nullptr) *program = nullptr;
  return guarded(translator,
                 [&](TrellisTranslator& live) { return read_program(live, dxil, size, options, program); });
}

void trellis_program_destroy(TrellisProgram* program) {
  if (is_live(program)) destroy_object(program);
}

uint32_t trellis_program_entry_point_count(const TrellisProgram* program) {
  return is_live(program) ? static_cast<uint32_t>(entry_points_of(program).size()) : 0;
}

TrellisResult trellis_program_entry_point(const TrellisProgram* program, uint32_t index,
                                          TrellisEntryPointInfo* info) {
  if (!is_live(program) || index >= entry_points_of(program).size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  return guarded(program->memory, [&] {
    return write_versioned(info_of(program->program->shader.module, entry_points_of(program)[index]), info)
               ? TRELLIS_SUCCESS
               : TRELLIS_ERROR_INVALID_ARGUMENT;
  });
}

uint32_t trellis_program_find_entry_point(const TrellisProgram* program, const char* name) {
  if (!is_live(program) || name == nullptr) return UINT32_MAX;
  const auto* found = program->program->shader.find_entry_point(name);
  return found == nullptr ? UINT32_MAX : static_cast<uint32_t>(found - entry_points_of(program).data());
}

TrellisResult trellis_program_signature_element(const TrellisProgram* program, uint32_t entry_point,
                                                TrellisSignature signature, uint32_t index,
                                                TrellisSignatureElementInfo* info) {
  if (!is_live(program) || entry_point >= entry_points_of(program).size())
    return TRELLIS_ERROR_INVALID_ARGUMENT;
  const auto* elements = elements_of(entry_points_of(program)[entry_point], signature);
  if (elements == nullptr || index >= elements->size() ||
      !write_versioned(info_of((*elements)[index]), info)) {
    return TRELLIS_ERROR_INVALID_ARGUMENT;
  }
  return TRELLIS_SUCCESS;
}

uint32_t trellis_program_resource_count(const TrellisProgram* program) {
  return is_live(program) ? static_cast<uint32_t>(program->resources.size()) : 0;
}

TrellisResult trellis_program_resource(const TrellisProgram* program, uint32_t index,
                                       TrellisResourceInfo* info) {
  if (!is_live(program) || index >= program->resources.size() ||
      !write_versioned(info_of(program->program->shader.resources[program->resources[index]]), info)) {
    return TRELLIS_ERROR_INVALID_ARGUMENT;
  }
  return TRELLIS_SUCCESS;
}

uint64_t trellis_program_feature_flags(const TrellisProgram* program) {
  return is_live(program) ? program->program->shader.feature_flags.value_or(0) : 0;
}

const char* trellis_program_reflection(const TrellisProgram* program) {
  if (!is_live(program)) return nullptr;
  return program->reflection.get(program->memory,
                                 [&] { return trellis::reflection_text(*program->program); });
}

}  // extern "C"

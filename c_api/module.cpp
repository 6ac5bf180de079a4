#include <cstring>
#include <string_view>

#include "api/modules/validate.hpp"
#include "api/reflection/reflect.hpp"
#include "c_api/objects.hpp"
#include "c_api/options/bindings.hpp"
#include "c_api/options/versioned.hpp"
#include "support/containers.hpp"

using namespace trellis::c_api;

TrellisModule::TrellisModule(trellis::c_api::MemoryHandle caller_memory, const TrellisProgram& from,
                             trellis::Translation translated)
    : memory(std::move(caller_memory)),
      program_memory(from.memory),
      program(from.program),
      translation(std::move(translated)),
      words(std::move(translation.spirv)) {
  translation.spirv = {};
  trellis::DeviceNeeds read = trellis::device_needs(words);
  capabilities = std::move(read.capabilities);
  needs = std::move(read.vulkan);
  spec_constants = std::move(read.spec_constants);
  // Each view ends where its instruction's text does, with a terminating zero.
  for (std::string_view extension : read.extensions) extensions.push_back(extension.data());
  for (const trellis::String& name : translation.entry_points) entry_points.push_back(name.c_str());
  for (const trellis::String& warning : translation.warnings) warnings.push_back(warning.c_str());
  for (const trellis::BoundResource& bound : translation.bindings) {
    resource_infos.push_back(info_of(*bound.use.info));
  }
  note_made(this);
}

extern "C" {

void trellis_module_destroy(TrellisModule* module) {
  if (is_live(module)) destroy_object(module);
}

const uint32_t* trellis_module_words(const TrellisModule* module, size_t* count) {
  if (count != nullptr) *count = is_live(module) ? module->words.size() : 0;
  return is_live(module) ? module->words.data() : nullptr;
}

TrellisResult trellis_module_entry_point(const TrellisModule* module, TrellisEntryPointInfo* info) {
  if (!is_live(module)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  return guarded(module->memory, [&] {
    const trellis::dxil::Shader& shader = module->program->shader;
    return write_versioned(info_of(shader.module, shader.entry_points[module->translation.entry_point]), info)
               ? TRELLIS_SUCCESS
               : TRELLIS_ERROR_INVALID_ARGUMENT;
  });
}

uint32_t trellis_module_binding_count(const TrellisModule* module) {
  return is_live(module) ? static_cast<uint32_t>(module->translation.bindings.size()) : 0;
}

TrellisResult trellis_module_binding(const TrellisModule* module, uint32_t index, TrellisResourceUse* use,
                                     TrellisBinding* binding) {
  if (!is_live(module) || index >= module->translation.bindings.size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const trellis::BoundResource& bound = module->translation.bindings[index];
  const trellis::dxil::VendorSlots& slots = module->program->shader.vendor_slots;
  if (use != nullptr && !write_versioned(to_c(bound.use, module->resource_infos[index], slots), use)) {
    return TRELLIS_ERROR_INVALID_ARGUMENT;
  }
  if (binding != nullptr && !write_versioned(to_c(bound.binding), binding)) {
    return TRELLIS_ERROR_INVALID_ARGUMENT;
  }
  return TRELLIS_SUCCESS;
}

const uint32_t* trellis_module_capabilities(const TrellisModule* module, uint32_t* count) {
  if (count != nullptr) *count = is_live(module) ? static_cast<uint32_t>(module->capabilities.size()) : 0;
  return is_live(module) ? module->capabilities.data() : nullptr;
}

const char* const* trellis_module_extensions(const TrellisModule* module, uint32_t* count) {
  if (count != nullptr) *count = is_live(module) ? static_cast<uint32_t>(module->extensions.size()) : 0;
  return is_live(module) ? module->extensions.data() : nullptr;
}

uint32_t trellis_module_need_count(const TrellisModule* module) {
  return is_live(module) ? static_cast<uint32_t>(module->needs.size()) : 0;
}

TrellisResult trellis_module_need(const TrellisModule* module, uint32_t index, TrellisDeviceNeed* need) {
  if (!is_live(module) || index >= module->needs.size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const trellis::VulkanNeed& known = *module->needs[index];
  const TrellisDeviceNeed c = {sizeof c, known.name, known.feature, known.bit, known.extension};
  return write_versioned(c, need) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}

uint32_t trellis_module_spec_constant_count(const TrellisModule* module) {
  return is_live(module) ? static_cast<uint32_t>(module->spec_constants.size()) : 0;
}

TrellisResult trellis_module_spec_constant(const TrellisModule* module, uint32_t index,
                                           TrellisSpecConstant* constant) {
  if (!is_live(module) || index >= module->spec_constants.size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const trellis::SpecConstant& known = module->spec_constants[index];
  const TrellisSpecConstant c = {sizeof c, known.id, known.default_value, known.name.data()};
  return write_versioned(c, constant) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}

const char* const* trellis_module_entry_points(const TrellisModule* module, uint32_t* count) {
  if (count != nullptr) *count = is_live(module) ? static_cast<uint32_t>(module->entry_points.size()) : 0;
  return is_live(module) ? module->entry_points.data() : nullptr;
}

const char* const* trellis_module_warnings(const TrellisModule* module, uint32_t* count) {
  if (count != nullptr) *count = is_live(module) ? static_cast<uint32_t>(module->warnings.size()) : 0;
  return is_live(module) ? module->warnings.data() : nullptr;
}

const char* trellis_module_reflection(const TrellisModule* module) {
  if (!is_live(module)) return nullptr;
  return module->reflection.get(module->memory, [&] {
    return trellis::reflection_text(*module->program, module->translation, module->words);
  });
}

const char* trellis_module_disassemble(const TrellisModule* module) {
  if (!is_live(module)) return nullptr;
  return module->assembly.get(module->memory, [&] {
    auto text = trellis::assembly_text(module->words);
    return text ? std::move(*text) : text.error().to_string();
  });
}

}  // extern "C"

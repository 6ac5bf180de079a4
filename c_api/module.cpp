#include <cstring>
#include <string_view>

#include "api/device_needs.hpp"
#include "api/reflect.hpp"
#include "c_api/bindings.hpp"
#include "c_api/objects.hpp"
#include "c_api/versioned.hpp"

using namespace trellis::c_api;

TrellisModule::TrellisModule(const TrellisAllocator& allocator,
                             std::shared_ptr<const trellis::Program> read_program,
                             trellis::Translation translated)
    : memory(allocator),
      program(std::move(read_program)),
      translation(std::move(translated)),
      words(translation.spirv.begin(), translation.spirv.end(), &memory),
      capabilities(&memory),
      extensions(&memory),
      warnings(&memory),
      resource_infos(&memory) {
  translation.spirv = {};
  const trellis::DeviceNeeds needs = trellis::device_needs(words);
  capabilities.assign(needs.capabilities.begin(), needs.capabilities.end());
  // Each ends where its instruction's text does, with a zero.
  for (std::string_view extension : needs.extensions) extensions.push_back(extension.data());
  for (const std::string& warning : translation.warnings) warnings.push_back(warning.c_str());
  for (const trellis::BoundResource& bound : translation.bindings) {
    resource_infos.push_back(info_of(program->shader.resources[bound.use.resource]));
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
  for (const trellis::dxil::EntryPoint& entry_point : module->program->shader.entry_points) {
    if (entry_point.name != module->translation.entry_point) continue;
    return write_versioned(info_of(entry_point), info) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
  }
  return TRELLIS_ERROR_INVALID_ARGUMENT;
}

uint32_t trellis_module_binding_count(const TrellisModule* module) {
  return is_live(module) ? static_cast<uint32_t>(module->translation.bindings.size()) : 0;
}

TrellisResult trellis_module_binding(const TrellisModule* module, uint32_t index, TrellisResourceUse* use,
                                     TrellisBinding* binding) {
  if (!is_live(module) || index >= module->translation.bindings.size()) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const trellis::BoundResource& bound = module->translation.bindings[index];
  if (use != nullptr && !write_versioned(to_c(bound.use, module->resource_infos[index]), use)) {
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

const char* const* trellis_module_warnings(const TrellisModule* module, uint32_t* count) {
  if (count != nullptr) *count = is_live(module) ? static_cast<uint32_t>(module->warnings.size()) : 0;
  return is_live(module) ? module->warnings.data() : nullptr;
}

const char* trellis_module_reflection(const TrellisModule* module) {
  if (!is_live(module)) return nullptr;
  return module->reflection.get(const_cast<TrellisModule*>(module)->memory, [&] {
    return trellis::reflection_text(*module->program, module->translation, module->words);
  });
}

}  // extern "C"

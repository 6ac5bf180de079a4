#include <nlohmann/json.hpp>

#include "api/device_needs.hpp"
#include "api/reflect.hpp"
#include "dxil_frontend/reflection.hpp"

namespace trellis {
namespace {

using Json = nlohmann::ordered_json;
using spirv::BindingKind;
using spirv::BufferForm;

const char* name_of(BindingKind kind) {
  switch (kind) {
    case BindingKind::kDescriptor:
      return "descriptor";
    case BindingKind::kHeap:
      return "heap";
    case BindingKind::kRootConstants:
      return "root_constants";
    case BindingKind::kAddress:
      break;
  }
  return "address";
}

const char* name_of(BufferForm form) {
  switch (form) {
    case BufferForm::kDefault:
      return "default";
    case BufferForm::kUniform:
      return "uniform";
    case BufferForm::kStorage:
      return "storage";
    case BufferForm::kTexel:
      break;
  }
  return "texel";
}

/// The members that tell where something is; of a Binding or a CounterBinding.
template <class Place>
Json place_json(const Place& place) {
  Json out;
  out["kind"] = name_of(place.kind);
  if (place.form != BufferForm::kDefault) out["form"] = name_of(place.form);
  if (place.kind == BindingKind::kDescriptor || place.kind == BindingKind::kHeap) {
    out["set"] = place.set;
    out["binding"] = place.binding;
    if (place.first_element != 0) out["first_element"] = place.first_element;
  } else {
    out["root_offset"] = place.root_offset;
  }
  if (place.kind == BindingKind::kHeap && place.table_offset != spirv::kNoOffset) {
    out["table_offset"] = place.table_offset;
  }
  return out;
}

Json binding_json(const BoundResource& bound) {
  const spirv::ResourceUse& use = bound.use;
  Json out;
  out["resource"] = use.resource;
  if (!use.info->name.empty()) out["name"] = use.info->name;
  out["used_as"] = Json::array();
  if (use.is_read) out["used_as"].push_back("read");
  if (use.is_written) out["used_as"].push_back("written");
  if (use.is_atomic) out["used_as"].push_back("atomic");
  if (use.is_dynamically_indexed) out["used_as"].push_back("dynamically_indexed");
  if (use.is_non_uniform) out["used_as"].push_back("non_uniform");
  out["place"] = place_json(bound.binding);
  if (bound.binding.kind == BindingKind::kRootConstants) out["place"]["root_size"] = bound.binding.root_size;
  if (bound.binding.kind == BindingKind::kAddress && bound.binding.bound_offset != spirv::kNoOffset) {
    out["place"]["bound_offset"] = bound.binding.bound_offset;
  }
  if (use.uses_counter) out["counter"] = place_json(bound.binding.counter);
  return out;
}

Json capability_json(uint32_t capability) {
  Json out;
  const VulkanNeed* need = vulkan_need(capability);
  if (need == nullptr) {
    out["number"] = capability;
    return out;
  }
  out["name"] = need->name;
  if (*need->feature != '\0') out["feature"] = need->feature;
  if (*need->extension != '\0') out["extension"] = need->extension;
  return out;
}

Json module_json(const Translation& translation, std::span<const uint32_t> words) {
  const DeviceNeeds needs = device_needs(words);
  Json out;
  out["entry_point"] = translation.entry_point;
  out["spirv_version"] =
      words.size() < 2 ? std::string()
                       : std::to_string(words[1] >> 16 & 0xFF) + "." + std::to_string(words[1] >> 8 & 0xFF);
  out["bindings"] = Json::array();
  for (const BoundResource& bound : translation.bindings) out["bindings"].push_back(binding_json(bound));
  if (translation.root_data.size != 0) {
    Json& root = out["root_data"];
    root["form"] = translation.root_data.is_uniform_block ? "uniform_block" : "push_constants";
    root["size"] = translation.root_data.size;
    if (translation.root_data.is_uniform_block) {
      root["set"] = translation.root_data.set;
      root["binding"] = translation.root_data.binding;
    }
  }
  out["capabilities"] = Json::array();
  for (uint32_t capability : needs.capabilities) out["capabilities"].push_back(capability_json(capability));
  out["extensions"] = needs.extensions;
  return out;
}

}  // namespace

std::string reflection_text(const Program& program, const Translation& translation,
                            std::span<const uint32_t> words) {
  Json out = Json::parse(dxil::reflect_json(program.shader), nullptr, false);
  out["module"] = module_json(translation, words);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace trellis

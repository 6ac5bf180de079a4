// Reflection of ray tracing libraries: RDAT, and the access qualifiers of payloads.
#include "dxil_frontend/program/reflection/reflection_parts.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"

namespace trellis::dxil {
namespace {

using Json = nlohmann::ordered_json;

Json names_json(const Vector<String>& names) {
  Json out = Json::array();
  for (const String& name : names) out.push_back(name);
  return out;
}

Json function_json(const LibraryData& data, const RuntimeFunction& function) {
  Json out;
  out["name"] = function.name;
  out["source_name"] = function.unmangled_name;
  out["stage"] = name_of(function.kind);
  if (function.payload_bytes != 0) out["payload_bytes"] = function.payload_bytes;
  if (function.attribute_bytes != 0) out["attribute_bytes"] = function.attribute_bytes;
  out["min_shader_model"] = decimal(function.min_model_major) + "." + decimal(function.min_model_minor);
  if (function.feature_flags != 0) out["feature_flags"] = feature_flags_json(function.feature_flags);
  out["resources"] = Json::array();
  for (const uint32_t resource : function.resources) {
    out["resources"].push_back(data.resources[resource].name);
  }
  if (!function.dependencies.empty()) out["dependencies"] = names_json(function.dependencies);
  if (function.min_wave_lanes != 0) out["min_wave_lanes"] = function.min_wave_lanes;
  if (function.max_wave_lanes != 0) out["max_wave_lanes"] = function.max_wave_lanes;
  return out;
}

struct SubobjectWriter {
  Json& out;

  void operator()(const StateObjectConfig& config) const {
    out["kind"] = "state_object_config";
    out["flags"] = config.flags;
  }
  void operator()(const RootSignatureSubobject& subobject) const {
    out["kind"] = subobject.is_local ? "local_root_signature" : "global_root_signature";
    if (subobject.signature) out["root_signature"] = root_signature_json(*subobject.signature);
  }
  void operator()(const ExportsAssociation& association) const {
    out["kind"] = "association";
    out["subobject"] = association.subobject;
    out["exports"] = names_json(association.exports);
  }
  void operator()(const RaytracingShaderConfig& config) const {
    out["kind"] = "shader_config";
    out["max_payload_bytes"] = config.max_payload_bytes;
    out["max_attribute_bytes"] = config.max_attribute_bytes;
  }
  void operator()(const RaytracingPipelineConfig& config) const {
    out["kind"] = "pipeline_config";
    out["max_recursion_depth"] = config.max_recursion_depth;
    if (config.flags) out["flags"] = *config.flags;
  }
  void operator()(const HitGroup& group) const {
    out["kind"] = "hit_group";
    out["type"] = group.is_procedural ? "procedural" : "triangles";
    if (!group.any_hit.empty()) out["any_hit"] = group.any_hit;
    if (!group.closest_hit.empty()) out["closest_hit"] = group.closest_hit;
    if (!group.intersection.empty()) out["intersection"] = group.intersection;
  }
};

Json stages_json(uint8_t stages) {
  Json out = Json::array();
  if ((stages & PayloadMember::kCaller) != 0) out.push_back("caller");
  if ((stages & PayloadMember::kClosestHit) != 0) out.push_back("closesthit");
  if ((stages & PayloadMember::kMiss) != 0) out.push_back("miss");
  if ((stages & PayloadMember::kAnyHit) != 0) out.push_back("anyhit");
  return out;
}

}  // namespace

Json payload_json(const Shader& shader, const PayloadAccess& payload) {
  const auto name = [&shader](TypeId type) { return printable(shader.module.types[type].name); };
  Json out;
  out["name"] = name(payload.type);
  out["members"] = Json::array();
  for (const PayloadMember& member : payload.members) {
    Json entry;
    entry["offset"] = member.offset;
    if (member.struct_index < shader.payloads.size()) {
      entry["payload"] = name(shader.payloads[member.struct_index].type);
    } else {
      entry["read"] = stages_json(member.read);
      entry["written"] = stages_json(member.written);
    }
    out["members"].push_back(std::move(entry));
  }
  return out;
}

Json library_data_json(const LibraryData& data) {
  Json out;
  out["functions"] = Json::array();
  for (const RuntimeFunction& function : data.functions) {
    out["functions"].push_back(function_json(data, function));
  }
  out["subobjects"] = Json::array();
  for (const Subobject& subobject : data.subobjects) {
    Json entry;
    entry["name"] = subobject.name;
    std::visit(SubobjectWriter{entry}, subobject.value);
    out["subobjects"].push_back(std::move(entry));
  }
  return out;
}

}  // namespace trellis::dxil

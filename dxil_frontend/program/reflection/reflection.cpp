#include "dxil_frontend/program/reflection/reflection.hpp"

#include <bit>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <variant>

#include "dxil_frontend/program/groupshared.hpp"
#include "dxil_frontend/program/reflection/reflection_parts.hpp"
#include "dxil_frontend/program/usage.hpp"
#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

using Json = nlohmann::ordered_json;

template <size_t N>
Json enumerator(const char* const (&names)[N], size_t value) {
  if (value < N && names[value] != nullptr) return names[value];
  return value;
}

String version_text(uint32_t major, uint32_t minor) { return decimal(major) + "." + decimal(minor); }

String shader_model_text(const Shader& shader) {
  const String minor = shader.model_minor == 15 ? "x" : decimal(shader.model_minor);
  return String(short_name(shader.kind)) + "_" + decimal(shader.model_major) + "_" + minor;
}

Vector<String> bit_names(uint64_t value, std::span<const char* const> names) {
  Vector<String> list;
  for (uint32_t bit = 0; bit < 64; ++bit) {
    if ((value >> bit & 1) == 0) continue;
    const bool known = bit < names.size() && names[bit] != nullptr;
    list.push_back(known ? String(names[bit]) : "bit_" + decimal(bit));
  }
  return list;
}

Json flag_list(uint64_t value, const Vector<String>& names) {
  Json list = Json::array();
  for (const String& name : names) list.push_back(name);
  Json out;
  out["value"] = value;
  out["names"] = std::move(list);
  return out;
}

Json shader_flags(uint64_t flags) {
  static constexpr const char* kNames[] = {"optimization_disabled",
                                           "math_refactoring_disabled",
                                           "doubles",
                                           "early_depth_stencil",
                                           "raw_and_structured_buffers",
                                           "16bit_types",
                                           "double_extensions",
                                           "msad",
                                           "all_resources_bound",
                                           "viewport_or_target_index_before_rasterizer",
                                           "inner_coverage",
                                           "stencil_ref",
                                           "tiled_resources",
                                           "typed_uav_load_extended_formats",
                                           "level_9_comparison",
                                           "64_uavs",
                                           "uavs_at_every_stage",
                                           "cs4_raw_and_structured_buffers",
                                           "rasterizer_ordered_views",
                                           "wave_ops",
                                           "int64",
                                           "view_id",
                                           "barycentrics",
                                           "native_16bit",
                                           "shading_rate",
                                           "raytracing_1_1",
                                           "sampler_feedback",
                                           "int64_atomics_typed",
                                           "int64_atomics_groupshared",
                                           "derivatives_in_mesh_stages",
                                           "resource_heap_indexing",
                                           "sampler_heap_indexing",
                                           "int64_atomics_heap",
                                           "uavs_do_not_alias",
                                           "advanced_texture_ops",
                                           "writable_multisample",
                                           nullptr,
                                           "sample_cmp_gradient_or_bias",
                                           "extended_command_info",
                                           "derivatives",
                                           "requires_group"};
  return flag_list(flags, bit_names(flags, kNames));
}

}  // namespace

Vector<String> feature_names(uint64_t flags) {
  static constexpr const char* kNames[] = {"doubles",
                                           "cs4_raw_and_structured_buffers",
                                           "uavs_at_every_stage",
                                           "64_uavs",
                                           "minimum_precision",
                                           "double_extensions",
                                           "shader_extensions",
                                           "level_9_comparison",
                                           "tiled_resources",
                                           "stencil_ref",
                                           "inner_coverage",
                                           "typed_uav_load_extended_formats",
                                           "rasterizer_ordered_views",
                                           "viewport_or_target_index_before_rasterizer",
                                           "wave_ops",
                                           "int64",
                                           "view_id",
                                           "barycentrics",
                                           "native_16bit",
                                           "shading_rate",
                                           "raytracing_1_1",
                                           "sampler_feedback",
                                           "int64_atomics_typed",
                                           "int64_atomics_groupshared",
                                           "derivatives_in_mesh_stages",
                                           "resource_heap_indexing",
                                           "sampler_heap_indexing",
                                           nullptr,
                                           "int64_atomics_heap",
                                           "advanced_texture_ops",
                                           "writable_multisample",
                                           "sample_cmp_gradient_or_bias",
                                           "extended_command_info",
                                           nullptr,
                                           nullptr,
                                           nullptr,
                                           nullptr,
                                           nullptr,
                                           nullptr,
                                           nullptr,
                                           "derivatives",
                                           "requires_group"};
  return bit_names(flags, kNames);
}

namespace {

String hex(std::span<const uint8_t> bytes) {
  String out;
  for (const uint8_t byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    out += digits;
  }
  return out;
}

// ---- Entry points.

String columns_text(uint32_t mask) {
  String out;
  for (uint32_t column = 0; column < 4; ++column) {
    if ((mask >> column & 1) != 0) out += "xyzw"[column];
  }
  return out;
}

Json element_json(const SignatureElement& element) {
  static constexpr const char* kInterpolation[] = {nullptr,
                                                   "constant",
                                                   "linear",
                                                   "linear_centroid",
                                                   "linear_noperspective",
                                                   "linear_noperspective_centroid",
                                                   "linear_sample",
                                                   "linear_noperspective_sample"};
  Json out;
  out["semantic"] = element.semantic;
  out["indices"] = element.semantic_indices;
  if (element.semantic_kind != 0) out["system_value"] = system_value_name(element.semantic_kind);
  out["component_type"] = name_of(element.component_type);
  out["rows"] = element.rows;
  out["columns"] = element.columns;
  if (element.start_row >= 0) {
    out["row"] = element.start_row;
    out["column"] = element.start_column;
  }
  if (element.interpolation != 0) out["interpolation"] = enumerator(kInterpolation, element.interpolation);
  if (element.stream != 0) out["stream"] = element.stream;
  out["used_columns"] = columns_text(element.usage_mask);
  return out;
}

Json signature_json(const Vector<SignatureElement>& elements) {
  Json list = Json::array();
  for (const SignatureElement& element : elements) list.push_back(element_json(element));
  return list;
}

Json wave_size_json(const WaveSize& size) {
  Json out;
  out["minimum"] = size.minimum;
  if (size.maximum != 0) out["maximum"] = size.maximum;
  if (size.preferred != 0) out["preferred"] = size.preferred;
  return out;
}

Json geometry_json(const GeometryState& state) {
  static constexpr const char* kPrimitives[] = {"undefined", "point", "line",           "triangle",
                                                nullptr,     nullptr, "line_adjacency", "triangle_adjacency"};
  static constexpr const char* kTopologies[] = {"undefined",  "points",    "lines",
                                                "line_strip", "triangles", "triangle_strip"};
  Json streams = Json::array();
  for (uint32_t stream = 0; stream < 4; ++stream) {
    if ((state.stream_mask >> stream & 1) != 0) streams.push_back(stream);
  }
  Json out;
  out["input_primitive"] = enumerator(kPrimitives, state.input_primitive);
  out["max_vertices"] = state.max_vertices;
  out["streams"] = std::move(streams);
  out["output_topology"] = enumerator(kTopologies, state.output_topology);
  out["instance_count"] = state.instance_count;
  return out;
}

constexpr const char* kDomains[] = {"undefined", "isoline", "tri", "quad"};

Json hull_json(const HullState& state) {
  static constexpr const char* kPartitioning[] = {"undefined", "integer", "pow2", "fractional_odd",
                                                  "fractional_even"};
  static constexpr const char* kPrimitives[] = {"undefined", "point", "line", "triangle_cw", "triangle_ccw"};
  Json out;
  out["patch_constant_function"] = state.patch_constant_function;
  out["input_control_points"] = state.input_control_points;
  out["output_control_points"] = state.output_control_points;
  out["domain"] = enumerator(kDomains, state.domain);
  out["partitioning"] = enumerator(kPartitioning, state.partitioning);
  out["output_primitive"] = enumerator(kPrimitives, state.output_primitive);
  out["max_tess_factor"] = state.max_tess_factor;
  return out;
}

Json domain_json(const DomainState& state) {
  Json out;
  out["domain"] = enumerator(kDomains, state.domain);
  out["input_control_points"] = state.input_control_points;
  return out;
}

Json mesh_json(const MeshState& state) {
  static constexpr const char* kTopologies[] = {"undefined", "line", "triangle"};
  Json out;
  out["max_vertices"] = state.max_vertices;
  out["max_primitives"] = state.max_primitives;
  out["output_topology"] = enumerator(kTopologies, state.topology);
  out["payload_bytes"] = state.payload_bytes;
  return out;
}

Json uses_json(uint32_t uses) {
  Json out = Json::array();
  for (uint32_t bit = 0; bit < kUsageCount; ++bit) {
    if ((uses >> bit & 1) != 0) out.push_back(usage_names()[bit]);
  }
  return out;
}

Json entry_json(const Module& module, const EntryPoint& entry) {
  Json out;
  out["name"] = entry.name;
  if (entry.source_name != entry.name) out["source_name"] = entry.source_name;
  out["stage"] = name_of(entry.kind);
  if (entry.thread_group_size) out["thread_group_size"] = *entry.thread_group_size;
  if (entry.wave_size) out["wave_size"] = wave_size_json(*entry.wave_size);
  if (entry.thread_group_size) out["groupshared_bytes"] = groupshared_bytes(module, entry);
  if (entry.groupshared_limit) out["groupshared_limit"] = *entry.groupshared_limit;
  if (entry.kind == ShaderKind::kPixel) out["early_depth_stencil"] = entry.early_depth_stencil();
  if (entry.geometry) out["geometry"] = geometry_json(*entry.geometry);
  if (entry.hull) out["hull"] = hull_json(*entry.hull);
  if (entry.domain) out["domain"] = domain_json(*entry.domain);
  if (entry.mesh) out["mesh"] = mesh_json(*entry.mesh);
  if (entry.amplification_payload_bytes) {
    out["amplification"]["payload_bytes"] = *entry.amplification_payload_bytes;
  }
  if (entry.payload_bytes) out["payload_bytes"] = *entry.payload_bytes;
  if (entry.attribute_bytes) out["attribute_bytes"] = *entry.attribute_bytes;
  out["uses"] = uses_json(usage_of(module, entry));
  const bool is_graphics = entry.kind <= ShaderKind::kDomain || entry.kind == ShaderKind::kMesh;
  if (is_graphics || !entry.inputs.empty()) out["inputs"] = signature_json(entry.inputs);
  if (is_graphics || !entry.outputs.empty()) out["outputs"] = signature_json(entry.outputs);
  if (!entry.patch_constants.empty()) {
    out[entry.kind == ShaderKind::kMesh ? "primitives" : "patch_constants"] =
        signature_json(entry.patch_constants);
  }
  return out;
}

// ---- Resources.

char register_letter(ResourceClass resource_class) { return "tubs"[static_cast<size_t>(resource_class)]; }

Json count_json(uint32_t count) { return count == UINT32_MAX ? Json("unbounded") : Json(count); }

Json member_json(const Shader& shader, const StructMember& member) {
  Json out;
  out["name"] = member.name;
  out["offset"] = member.offset;
  if (member.struct_index < shader.structs.size()) {
    out["struct"] = shader.structs[member.struct_index].name;
  } else if (member.component_type != ComponentType::kInvalid) {
    out["component_type"] = name_of(member.component_type);
    if (member.rows > 1) out["rows"] = member.rows;
    if (member.columns > 1 || member.rows > 1) out["columns"] = member.columns;
    if (member.rows > 1) out["order"] = member.is_column_major ? "column_major" : "row_major";
  }
  if (!member.array_sizes.empty()) out["array"] = member.array_sizes;
  return out;
}

Json struct_json(const Shader& shader, const StructLayout& layout) {
  Json out;
  out["name"] = layout.name;
  out["size"] = layout.size;
  out["members"] = Json::array();
  for (const StructMember& member : layout.members) out["members"].push_back(member_json(shader, member));
  return out;
}

Json resource_json(const Shader& shader, const Resource& resource) {
  static constexpr const char* kSamplers[] = {"default", "comparison", "mono"};
  Json out;
  out["name"] = resource.name;
  out["class"] = name_of(resource.resource_class);
  out["kind"] = name_of(resource.kind);
  out["id"] = resource.id;
  const bool is_bound = resource.lower_bound != UINT32_MAX;
  if (is_bound) {
    out["space"] = resource.space;
    out["register"] = register_letter(resource.resource_class) + decimal(resource.lower_bound);
  } else {
    out["register"] = nullptr;
  }
  out["count"] = count_json(resource.count);
  if (resource.component_type != ComponentType::kInvalid) {
    out["component_type"] = name_of(resource.component_type);
  }
  if (resource.sample_count != 0) out["sample_count"] = resource.sample_count;
  if (resource.stride != 0) out["stride"] = resource.stride;
  if (resource.resource_class == ResourceClass::kCbv) out["size"] = resource.size;
  if (resource.struct_index < shader.structs.size()) {
    out["struct"] = shader.structs[resource.struct_index].name;
  }
  if (resource.resource_class == ResourceClass::kSampler) {
    out["sampler_kind"] = enumerator(kSamplers, resource.sampler_kind);
  }
  if (resource.globally_coherent) out["globally_coherent"] = true;
  if (resource.reorder_coherent) out["reorder_coherent"] = true;
  if (resource.has_counter) out["counter"] = true;
  if (resource.rasterizer_ordered) out["rasterizer_ordered"] = true;
  if (resource.uses_64bit_atomics) out["atomics_64bit"] = true;
  return out;
}

// ---- Root signature.

const char* visibility_text(ShaderVisibility visibility) {
  static constexpr const char* kNames[] = {"all",      "vertex", "hull",          "domain",
                                           "geometry", "pixel",  "amplification", "mesh"};
  const auto index = static_cast<size_t>(visibility);
  return index < std::size(kNames) ? kNames[index] : "invalid";
}

void add_register(Json& out, char letter, uint32_t index, uint32_t space) {
  out["register"] = letter + decimal(index);
  out["space"] = space;
}

Json range_json(const DescriptorRange& range) {
  static constexpr const char* kClasses[] = {"SRV", "UAV", "CBV", "sampler"};
  const auto type = static_cast<size_t>(range.type) & 3;
  Json out;
  out["class"] = kClasses[type];
  out["count"] = count_json(range.count);
  add_register(out, "tubs"[type], range.base_register, range.space);
  out["offset"] = range.table_offset == kAppendDescriptors ? Json("append") : Json(range.table_offset);
  out["flags"] = range.flags;
  return out;
}

Json parameter_json(const RootParameter& parameter) {
  Json out;
  if (const auto* table = std::get_if<DescriptorTable>(&parameter.value)) {
    out["type"] = "descriptor_table";
    out["visibility"] = visibility_text(parameter.visibility);
    out["ranges"] = Json::array();
    for (const DescriptorRange& range : table->ranges) out["ranges"].push_back(range_json(range));
  } else if (const auto* constants = std::get_if<RootConstants>(&parameter.value)) {
    out["type"] = "constants";
    out["visibility"] = visibility_text(parameter.visibility);
    add_register(out, 'b', constants->register_index, constants->space);
    out["dwords"] = constants->dword_count;
  } else if (const auto* descriptor = std::get_if<RootDescriptor>(&parameter.value)) {
    const bool is_cbv = descriptor->type == RootDescriptorType::kCbv;
    const bool is_srv = descriptor->type == RootDescriptorType::kSrv;
    out["type"] = "descriptor";
    out["visibility"] = visibility_text(parameter.visibility);
    out["class"] = is_cbv ? "CBV" : is_srv ? "SRV" : "UAV";
    add_register(out, is_cbv ? 'b' : is_srv ? 't' : 'u', descriptor->register_index, descriptor->space);
    out["flags"] = descriptor->flags;
  }
  return out;
}

Json static_sampler_json(const StaticSampler& sampler) {
  Json out;
  add_register(out, 's', sampler.register_index, sampler.space);
  out["visibility"] = visibility_text(sampler.visibility);
  out["filter"] = sampler.filter;
  out["address"] = {sampler.address_u, sampler.address_v, sampler.address_w};
  out["mip_lod_bias"] = sampler.mip_lod_bias;
  out["max_anisotropy"] = sampler.max_anisotropy;
  out["comparison"] = sampler.comparison;
  out["border_color"] = sampler.border_color;
  out["min_lod"] = sampler.min_lod;
  out["max_lod"] = sampler.max_lod;
  out["flags"] = sampler.flags;
  return out;
}

Json vendor_json(const Shader& shader) {
  static constexpr const char* kInterfaces[] = {"AGS", "NVAPI", "igdext"};
  Json out = Json::array();
  for (const VendorUse& use : find_vendor_uses(shader, shader.vendor_slots, {})) {
    Json one;
    one["interface"] = kInterfaces[static_cast<size_t>(use.which)];
    const Resource& buffer = shader.resources[use.resource];
    one["space"] = buffer.space;
    one["register"] = register_letter(buffer.resource_class) + decimal(buffer.lower_bound);
    if (!is_vendor_buffer(buffer, shader.vendor_slots)) {
      one["resource"] = listed_count(std::span(shader.resources).first(use.resource), shader.vendor_slots);
    }
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

Json root_signature_json(const RootSignature& signature) {
  Json out;
  out["version"] = version_text(1, signature.version - 1);
  out["flags"] = signature.flags;
  out["parameters"] = Json::array();
  for (const RootParameter& parameter : signature.parameters) {
    out["parameters"].push_back(parameter_json(parameter));
  }
  out["static_samplers"] = Json::array();
  for (const StaticSampler& sampler : signature.static_samplers) {
    out["static_samplers"].push_back(static_sampler_json(sampler));
  }
  return out;
}

Json feature_flags_json(uint64_t flags) { return flag_list(flags, feature_names(flags)); }

String reflect_json(const Shader& shader) {
  Json out;
  out["shader_model"] = shader_model_text(shader);
  out["stage"] = name_of(shader.kind);
  out["dxil_version"] = version_text(shader.dxil_major, shader.dxil_minor);
  out["validator_version"] = version_text(shader.validator_major, shader.validator_minor);
  if (!shader.compiler.empty()) out["compiler"] = shader.compiler;
  if (!shader.debug_name.empty()) out["debug_name"] = shader.debug_name;
  if (shader.hash) out["hash"] = hex(*shader.hash);
  out["shader_flags"] = shader_flags(shader.flags);
  if (shader.feature_flags) {
    out["feature_flags"] = flag_list(*shader.feature_flags, feature_names(*shader.feature_flags));
  }
  out["entry_points"] = Json::array();
  for (const EntryPoint& entry : shader.entry_points)
    out["entry_points"].push_back(entry_json(shader.module, entry));
  out["resources"] = Json::array();
  for (const Resource& resource : shader.resources) {
    if (is_vendor_buffer(resource, shader.vendor_slots)) continue;
    out["resources"].push_back(resource_json(shader, resource));
  }
  if (!shader.structs.empty()) {
    out["structs"] = Json::array();
    for (const StructLayout& layout : shader.structs) out["structs"].push_back(struct_json(shader, layout));
  }
  if (!shader.payloads.empty()) {
    out["payloads"] = Json::array();
    for (const PayloadAccess& payload : shader.payloads)
      out["payloads"].push_back(payload_json(shader, payload));
  }
  if (Json vendors = vendor_json(shader); !vendors.empty()) out["vendor_intrinsics"] = std::move(vendors);
  if (shader.root_signature) out["root_signature"] = root_signature_json(*shader.root_signature);
  if (shader.library_data != nullptr) out["runtime_data"] = library_data_json(*shader.library_data);
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace trellis::dxil

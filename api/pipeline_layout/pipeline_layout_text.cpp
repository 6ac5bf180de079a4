#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "api/pipeline_layout/layout_types.hpp"
#include "api/pipeline_layout/local_root_signature.hpp"
#include "api/pipeline_layout/pipeline_layout.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

using Json = nlohmann::ordered_json;

struct NamedBit {
  uint32_t bit;
  const char* name;
};

constexpr std::array<NamedBit, 14> kStageNames = {{{0x1, "VK_SHADER_STAGE_VERTEX_BIT"},
                                                   {0x2, "VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT"},
                                                   {0x4, "VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT"},
                                                   {0x8, "VK_SHADER_STAGE_GEOMETRY_BIT"},
                                                   {0x10, "VK_SHADER_STAGE_FRAGMENT_BIT"},
                                                   {0x20, "VK_SHADER_STAGE_COMPUTE_BIT"},
                                                   {0x40, "VK_SHADER_STAGE_TASK_BIT_EXT"},
                                                   {0x80, "VK_SHADER_STAGE_MESH_BIT_EXT"},
                                                   {0x100, "VK_SHADER_STAGE_RAYGEN_BIT_KHR"},
                                                   {0x200, "VK_SHADER_STAGE_ANY_HIT_BIT_KHR"},
                                                   {0x400, "VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR"},
                                                   {0x800, "VK_SHADER_STAGE_MISS_BIT_KHR"},
                                                   {0x1000, "VK_SHADER_STAGE_INTERSECTION_BIT_KHR"},
                                                   {0x2000, "VK_SHADER_STAGE_CALLABLE_BIT_KHR"}}};

constexpr std::array<NamedBit, 3> kFlagNames = {
    {{kUpdateAfterBind, "VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT"},
     {kPartiallyBound, "VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT"},
     {kVariableDescriptorCount, "VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT"}}};

template <size_t N>
Json bits_json(uint32_t bits, const std::array<NamedBit, N>& names) {
  Json out = Json::array();
  for (const NamedBit& named : names) {
    if ((bits & named.bit) != 0) out.push_back(named.name);
  }
  return out;
}

Json stages_json(uint32_t stages) {
  if (stages == kAllStages) return Json::array({"VK_SHADER_STAGE_ALL"});
  return bits_json(stages, kStageNames);
}

const char* name_of(BindingPurpose purpose) {
  constexpr std::array<const char*, 9> kNames = {"root_data",    "root_descriptor", "table_range",
                                                 "counters",     "static_samplers", "resource_heap",
                                                 "counter_heap", "sampler_heap",    "resource"};
  return kNames[static_cast<size_t>(purpose)];
}

const char* name_of(RootMemberKind kind) {
  constexpr std::array<const char*, 3> kNames = {"constants", "address", "table_base"};
  return kNames[static_cast<size_t>(kind)];
}

void add_registers(Json& out, const Registers& registers) {
  const char letter = "tubs"[static_cast<size_t>(registers.resource_class)];
  out["register"] = letter + decimal(registers.first);
  out["space"] = registers.space;
  out["registers"] =
      registers.count == dxil::kUnboundedDescriptors ? Json("unbounded") : Json(registers.count);
}

Json sampler_json(const ImmutableSampler& sampler) {
  constexpr std::array<const char*, 2> kFilters = {"VK_FILTER_NEAREST", "VK_FILTER_LINEAR"};
  constexpr std::array<const char*, 2> kMipmaps = {"VK_SAMPLER_MIPMAP_MODE_NEAREST",
                                                   "VK_SAMPLER_MIPMAP_MODE_LINEAR"};
  constexpr std::array<const char*, 5> kAddresses = {
      "VK_SAMPLER_ADDRESS_MODE_REPEAT", "VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT",
      "VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE", "VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER",
      "VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE"};
  constexpr std::array<const char*, 8> kCompares = {"VK_COMPARE_OP_NEVER",
                                                    "VK_COMPARE_OP_LESS",
                                                    "VK_COMPARE_OP_EQUAL",
                                                    "VK_COMPARE_OP_LESS_OR_EQUAL",
                                                    "VK_COMPARE_OP_GREATER",
                                                    "VK_COMPARE_OP_NOT_EQUAL",
                                                    "VK_COMPARE_OP_GREATER_OR_EQUAL",
                                                    "VK_COMPARE_OP_ALWAYS"};
  constexpr std::array<const char*, 6> kBorders = {
      "VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK", "VK_BORDER_COLOR_INT_TRANSPARENT_BLACK",
      "VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK",      "VK_BORDER_COLOR_INT_OPAQUE_BLACK",
      "VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE",      "VK_BORDER_COLOR_INT_OPAQUE_WHITE"};
  constexpr std::array<const char*, 3> kReductions = {"VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE",
                                                      "VK_SAMPLER_REDUCTION_MODE_MIN",
                                                      "VK_SAMPLER_REDUCTION_MODE_MAX"};
  Json out;
  out["static_sampler"] = sampler.static_sampler;
  out["magFilter"] = kFilters[sampler.mag_filter];
  out["minFilter"] = kFilters[sampler.min_filter];
  out["mipmapMode"] = kMipmaps[sampler.mipmap_mode];
  out["addressModeU"] = kAddresses[sampler.address_u];
  out["addressModeV"] = kAddresses[sampler.address_v];
  out["addressModeW"] = kAddresses[sampler.address_w];
  out["mipLodBias"] = sampler.mip_lod_bias;
  out["anisotropyEnable"] = sampler.anisotropy;
  out["maxAnisotropy"] = sampler.max_anisotropy;
  out["compareEnable"] = sampler.compare;
  out["compareOp"] = kCompares[sampler.compare_op];
  out["minLod"] = sampler.min_lod;
  out["maxLod"] = sampler.max_lod;
  out["borderColor"] = kBorders[sampler.border_color];
  out["unnormalizedCoordinates"] = sampler.unnormalized_coordinates;
  out["reductionMode"] = kReductions[sampler.reduction_mode];
  return out;
}

Json binding_json(const LayoutBinding& binding) {
  Json out;
  out["binding"] = binding.binding;
  out["type"] = name_of(binding.type);
  if (!binding.mutable_types.empty()) {
    out["mutable_types"] = Json::array();
    for (const DescriptorType type : binding.mutable_types) out["mutable_types"].push_back(name_of(type));
  }
  out["count"] = binding.count;
  out["stages"] = stages_json(binding.stages);
  if (binding.flags != 0) out["flags"] = bits_json(binding.flags, kFlagNames);
  out["purpose"] = name_of(binding.purpose);
  if (!binding.name.empty()) out["name"] = binding.name;
  if (binding.parameter != kNoIndex) out["parameter"] = binding.parameter;
  if (binding.range != kNoIndex) out["range"] = binding.range;
  if (binding.registers.count != 0) add_registers(out, binding.registers);
  if (binding.range != kNoIndex) out["table_offset"] = binding.table_offset;
  if (!binding.immutable_samplers.empty()) {
    out["immutable_samplers"] = Json::array();
    for (const ImmutableSampler& sampler : binding.immutable_samplers) {
      out["immutable_samplers"].push_back(sampler_json(sampler));
    }
  }
  return out;
}

Json set_json(uint32_t number, const LayoutSet& set) {
  Json out;
  out["set"] = number;
  if ((set.flags & kUpdateAfterBindPool) != 0) {
    out["flags"] = Json::array({"VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT"});
  }
  out["bindings"] = Json::array();
  for (const LayoutBinding& binding : set.bindings) out["bindings"].push_back(binding_json(binding));
  return out;
}

Json root_data_json(const PipelineLayout& layout) {
  Json out;
  out["form"] = layout.root_data.is_uniform_block ? "uniform_block" : "push_constants";
  out["size"] = layout.root_data.size;
  if (layout.root_data.is_uniform_block) {
    out["set"] = layout.root_data.set;
    out["binding"] = layout.root_data.binding;
  }
  out["members"] = Json::array();
  for (const RootMember& member : layout.root_members) {
    Json entry;
    entry["parameter"] = member.parameter;
    entry["kind"] = name_of(member.kind);
    entry["offset"] = member.offset;
    entry["size"] = member.size;
    entry["stages"] = stages_json(member.stages);
    if (member.registers.count != 0) add_registers(entry, member.registers);
    out["members"].push_back(std::move(entry));
  }
  return out;
}

Json table_json(const LayoutTable& table) {
  Json out;
  out["parameter"] = table.parameter;
  out["descriptors"] = table.is_sampler ? "samplers" : "resources";
  if (table.set != kNoIndex) out["set"] = table.set;
  if (table.set == kNoIndex) out["heap"] = "device";
  if (table.is_heap) out["root_offset"] = table.root_offset;
  return out;
}

/// Returns the format with as many bits as the shader reads. The application may choose a narrower one.
const char* format_of(const VertexInput& input) {
  static constexpr const char* kFormats[][4] = {
      {"VK_FORMAT_R32_SFLOAT", "VK_FORMAT_R32G32_SFLOAT", "VK_FORMAT_R32G32B32_SFLOAT",
       "VK_FORMAT_R32G32B32A32_SFLOAT"},
      {"VK_FORMAT_R32_SINT", "VK_FORMAT_R32G32_SINT", "VK_FORMAT_R32G32B32_SINT",
       "VK_FORMAT_R32G32B32A32_SINT"},
      {"VK_FORMAT_R32_UINT", "VK_FORMAT_R32G32_UINT", "VK_FORMAT_R32G32B32_UINT",
       "VK_FORMAT_R32G32B32A32_UINT"},
      {"VK_FORMAT_R16_SFLOAT", "VK_FORMAT_R16G16_SFLOAT", "VK_FORMAT_R16G16B16_SFLOAT",
       "VK_FORMAT_R16G16B16A16_SFLOAT"},
      {"VK_FORMAT_R16_SINT", "VK_FORMAT_R16G16_SINT", "VK_FORMAT_R16G16B16_SINT",
       "VK_FORMAT_R16G16B16A16_SINT"},
      {"VK_FORMAT_R16_UINT", "VK_FORMAT_R16G16_UINT", "VK_FORMAT_R16G16B16_UINT",
       "VK_FORMAT_R16G16B16A16_UINT"}};
  if (input.components < 1 || input.components > 4) return nullptr;
  const auto column = input.components - 1;
  switch (input.type) {
    case dxil::ComponentType::kF32:
      return kFormats[0][column];
    case dxil::ComponentType::kI32:
      return kFormats[1][column];
    case dxil::ComponentType::kU32:
      return kFormats[2][column];
    case dxil::ComponentType::kF16:
      return kFormats[3][column];
    case dxil::ComponentType::kI16:
      return kFormats[4][column];
    case dxil::ComponentType::kU16:
      return kFormats[5][column];
    default:
      return nullptr;
  }
}

Json vertex_input_json(const VertexInput& input) {
  Json out;
  out["location"] = input.location;
  if (input.component != 0) out["component"] = input.component;
  out["semantic"] = input.semantic;
  out["semantic_index"] = input.semantic_index;
  out["type"] = dxil::name_of(input.type);
  out["components"] = input.components;
  if (const char* format = format_of(input)) out["format"] = format;
  return out;
}

Json layout_json(const PipelineLayout& layout) {
  Json out;
  if (layout.version != 0) {
    out["root_signature"] = {{"version", "1." + decimal(layout.version - 1)}, {"flags", layout.root_flags}};
  }
  out["sets"] = Json::array();
  for (uint32_t s = 0; s < layout.sets.size(); ++s) out["sets"].push_back(set_json(s, layout.sets[s]));
  out["push_constant_ranges"] = Json::array();
  for (const PushConstantRange& range : layout.push_constants) {
    out["push_constant_ranges"].push_back(
        {{"stages", stages_json(range.stages)}, {"offset", range.offset}, {"size", range.size}});
  }
  if (layout.version == 0) {
    out["vertex_inputs"] = Json::array();
    for (const VertexInput& input : layout.vertex_inputs)
      out["vertex_inputs"].push_back(vertex_input_json(input));
    return out;
  }
  out["root_data"] = root_data_json(layout);
  out["tables"] = Json::array();
  for (const LayoutTable& table : layout.tables) out["tables"].push_back(table_json(table));
  return out;
}

/// Writes where a parameter of a local root signature is in the shader record.
struct RecordParameterWriter {
  Json& out;
  const LocalRootSignature& local;

  void operator()(const dxil::RootConstants& constants) const {
    add_registers(out, {dxil::ResourceClass::kCbv, constants.register_index, 1, constants.space});
  }
  void operator()(const dxil::RootDescriptor& descriptor) const {
    add_registers(out, {class_of(descriptor.type), descriptor.register_index, 1, descriptor.space});
  }
  void operator()(const dxil::DescriptorTable& table) const {
    const Vector<uint32_t> offsets = dxil::table_offsets(table);
    const bool is_sampler =
        !table.ranges.empty() && table.ranges[0].type == dxil::DescriptorRangeType::kSampler;
    out["descriptors"] = is_sampler ? "samplers" : "resources";
    out["shift"] = is_sampler ? local.sampler_size_log2 : local.resource_size_log2;
    out["ranges"] = Json::array();
    for (size_t n = 0; n < table.ranges.size(); ++n) {
      const dxil::DescriptorRange& range = table.ranges[n];
      Json entry;
      add_registers(entry, {class_of(range.type), range.base_register, range.count, range.space});
      entry["table_offset"] = offsets[n];
      out["ranges"].push_back(std::move(entry));
    }
  }
};

Json record_json(const LocalRootSignature& local, const RecordLayout& record) {
  Json out;
  out["size"] = record.size;
  out["members"] = Json::array();
  for (const RecordMember& member : record.members) {
    Json entry;
    entry["parameter"] = member.parameter;
    entry["kind"] = name_of(member.kind);
    entry["offset"] = member.offset;
    entry["size"] = member.size;
    std::visit(RecordParameterWriter{entry, local}, local.signature->parameters[member.parameter].value);
    out["members"].push_back(std::move(entry));
  }
  return out;
}

String text_of(const Json& json) { return json.dump(2) + "\n"; }

}  // namespace

const char* name_of(DescriptorType type) {
  switch (type) {
    case DescriptorType::kSampler:
      return "VK_DESCRIPTOR_TYPE_SAMPLER";
    case DescriptorType::kSampledImage:
      return "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE";
    case DescriptorType::kStorageImage:
      return "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE";
    case DescriptorType::kUniformTexelBuffer:
      return "VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER";
    case DescriptorType::kStorageTexelBuffer:
      return "VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER";
    case DescriptorType::kUniformBuffer:
      return "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER";
    case DescriptorType::kStorageBuffer:
      return "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER";
    case DescriptorType::kUniformBufferDynamic:
      return "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC";
    case DescriptorType::kInlineUniformBlock:
      return "VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK";
    case DescriptorType::kAccelerationStructure:
      return "VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR";
    case DescriptorType::kMutable:
      break;
  }
  return "VK_DESCRIPTOR_TYPE_MUTABLE_EXT";
}

String pipeline_layout_text(const PipelineLayout& layout) { return text_of(layout_json(layout)); }

Result<String> pipeline_layout_text(const PipelineLayout* layout, const LocalRootSignature& local) {
  const Result<RecordLayout> record = record_layout(*local.signature);
  if (!record) return record.error();
  Json out = layout == nullptr ? Json() : layout_json(*layout);
  out["shader_record"] = record_json(local, *record);
  return text_of(out);
}

}  // namespace trellis

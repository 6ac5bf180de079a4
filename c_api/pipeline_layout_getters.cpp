// Getters of root signatures and pipeline layouts.
#include "c_api/objects.hpp"
#include "c_api/options/versioned.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

static_assert(TRELLIS_PURPOSE_RESOURCE == static_cast<uint32_t>(BindingPurpose::kResource));
static_assert(TRELLIS_ROOT_MEMBER_TABLE_BASE == static_cast<uint32_t>(RootMemberKind::kTableBase));
static_assert(TRELLIS_UNBOUNDED == dxil::kUnboundedDescriptors && TRELLIS_NO_INDEX == kNoIndex);
static_assert(TRELLIS_AUTOMATIC_SET == kAutomaticSet);
static_assert(sizeof(DescriptorType) == sizeof(uint32_t));

/// Returns null if there is no such binding.
const LayoutBinding* binding_of(const TrellisPipelineLayout* layout, uint32_t set, uint32_t index) {
  if (!is_live(layout) || set >= layout->layout.sets.size()) return nullptr;
  const auto& bindings = layout->layout.sets[set].bindings;
  return index < bindings.size() ? &bindings[index] : nullptr;
}

TrellisLayoutBindingInfo layout_info_of(const LayoutBinding& binding) {
  TrellisLayoutBindingInfo info = TRELLIS_LAYOUT_BINDING_INFO_INIT;
  info.binding = binding.binding;
  info.type = static_cast<uint32_t>(binding.type);
  info.count = binding.count;
  info.stages = binding.stages;
  info.flags = binding.flags;
  info.mutable_types = reinterpret_cast<const uint32_t*>(binding.mutable_types.data());
  info.mutable_type_count = static_cast<uint32_t>(binding.mutable_types.size());
  info.immutable_sampler_count = static_cast<uint32_t>(binding.immutable_samplers.size());
  info.purpose = static_cast<TrellisBindingPurpose>(binding.purpose);
  info.parameter = binding.parameter;
  info.range = binding.range;
  info.resource_class = static_cast<TrellisResourceClass>(binding.registers.resource_class);
  info.first_register = binding.registers.first;
  info.space = binding.registers.space;
  info.registers = binding.registers.count;
  info.table_offset = binding.table_offset;
  info.name = binding.name.c_str();
  return info;
}

TrellisImmutableSamplerInfo layout_info_of(const ImmutableSampler& sampler) {
  TrellisImmutableSamplerInfo info = TRELLIS_IMMUTABLE_SAMPLER_INFO_INIT;
  info.static_sampler = sampler.static_sampler;
  info.mag_filter = sampler.mag_filter;
  info.min_filter = sampler.min_filter;
  info.mipmap_mode = sampler.mipmap_mode;
  info.address_u = sampler.address_u;
  info.address_v = sampler.address_v;
  info.address_w = sampler.address_w;
  info.mip_lod_bias = sampler.mip_lod_bias;
  info.anisotropy_enable = sampler.anisotropy ? 1 : 0;
  info.max_anisotropy = sampler.max_anisotropy;
  info.compare_enable = sampler.compare ? 1 : 0;
  info.compare_op = sampler.compare_op;
  info.min_lod = sampler.min_lod;
  info.max_lod = sampler.max_lod;
  info.border_color = sampler.border_color;
  info.unnormalized_coordinates = sampler.unnormalized_coordinates ? 1 : 0;
  info.reduction_mode = sampler.reduction_mode;
  return info;
}

TrellisRootDataInfo root_data_of(const PipelineLayout& layout) {
  TrellisRootDataInfo info = TRELLIS_ROOT_DATA_INFO_INIT;
  info.size = layout.root_data.size;
  info.is_uniform_block = layout.root_data.is_uniform_block ? 1 : 0;
  info.set = layout.root_data.set;
  info.binding = layout.root_data.binding;
  info.push_stages = layout.push_constants.empty() ? 0 : layout.push_constants.front().stages;
  info.member_count = static_cast<uint32_t>(layout.root_members.size());
  return info;
}

TrellisRootMemberInfo layout_info_of(const RootMember& member) {
  TrellisRootMemberInfo info = TRELLIS_ROOT_MEMBER_INFO_INIT;
  info.parameter = member.parameter;
  info.kind = static_cast<TrellisRootMemberKind>(member.kind);
  info.offset = member.offset;
  info.size = member.size;
  info.stages = member.stages;
  return info;
}

TrellisLayoutTableInfo layout_info_of(const LayoutTable& table) {
  TrellisLayoutTableInfo info = TRELLIS_LAYOUT_TABLE_INFO_INIT;
  info.parameter = table.parameter;
  info.is_sampler = table.is_sampler ? 1 : 0;
  info.is_heap = table.is_heap ? 1 : 0;
  info.set = table.set;
  info.root_offset = table.root_offset;
  return info;
}

TrellisLayoutSetInfo layout_info_of(const LayoutSet& set) {
  TrellisLayoutSetInfo info = TRELLIS_LAYOUT_SET_INFO_INIT;
  info.binding_count = static_cast<uint32_t>(set.bindings.size());
  info.flags = set.flags;
  return info;
}

template <class T>
TrellisResult give(const T& known, T* info) {
  return write_versioned(known, info) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}

/// Returns the info of one element of `all`.
template <class T, class Info>
TrellisResult give_one(const Vector<T>& all, uint32_t index, Info* info) {
  return index < all.size() ? give(layout_info_of(all[index]), info) : TRELLIS_ERROR_INVALID_ARGUMENT;
}

}  // namespace
}  // namespace trellis::c_api

using namespace trellis::c_api;

extern "C" {

uint32_t trellis_root_signature_parameter_count(const TrellisRootSignature* signature) {
  return is_live(signature) ? static_cast<uint32_t>(signature->signature.parameters.size()) : 0;
}

uint32_t trellis_root_signature_static_sampler_count(const TrellisRootSignature* signature) {
  return is_live(signature) ? static_cast<uint32_t>(signature->signature.static_samplers.size()) : 0;
}

uint32_t trellis_root_signature_flags(const TrellisRootSignature* signature) {
  return is_live(signature) ? signature->signature.flags : 0;
}

uint32_t trellis_pipeline_layout_set_count(const TrellisPipelineLayout* layout) {
  return is_live(layout) ? static_cast<uint32_t>(layout->layout.sets.size()) : 0;
}

TrellisResult trellis_pipeline_layout_set(const TrellisPipelineLayout* layout, uint32_t set,
                                          TrellisLayoutSetInfo* info) {
  return is_live(layout) ? give_one(layout->layout.sets, set, info) : TRELLIS_ERROR_INVALID_ARGUMENT;
}

TrellisResult trellis_pipeline_layout_binding(const TrellisPipelineLayout* layout, uint32_t set,
                                              uint32_t index, TrellisLayoutBindingInfo* info) {
  const trellis::LayoutBinding* binding = binding_of(layout, set, index);
  return binding != nullptr ? give(layout_info_of(*binding), info) : TRELLIS_ERROR_INVALID_ARGUMENT;
}

TrellisResult trellis_pipeline_layout_immutable_sampler(const TrellisPipelineLayout* layout, uint32_t set,
                                                        uint32_t index, uint32_t element,
                                                        TrellisImmutableSamplerInfo* info) {
  const trellis::LayoutBinding* binding = binding_of(layout, set, index);
  return binding != nullptr ? give_one(binding->immutable_samplers, element, info)
                            : TRELLIS_ERROR_INVALID_ARGUMENT;
}

TrellisResult trellis_pipeline_layout_root_data(const TrellisPipelineLayout* layout,
                                                TrellisRootDataInfo* info) {
  return is_live(layout) ? give(root_data_of(layout->layout), info) : TRELLIS_ERROR_INVALID_ARGUMENT;
}

TrellisResult trellis_pipeline_layout_root_member(const TrellisPipelineLayout* layout, uint32_t index,
                                                  TrellisRootMemberInfo* info) {
  return is_live(layout) ? give_one(layout->layout.root_members, index, info)
                         : TRELLIS_ERROR_INVALID_ARGUMENT;
}

uint32_t trellis_pipeline_layout_table_count(const TrellisPipelineLayout* layout) {
  return is_live(layout) ? static_cast<uint32_t>(layout->layout.tables.size()) : 0;
}

TrellisResult trellis_pipeline_layout_table(const TrellisPipelineLayout* layout, uint32_t index,
                                            TrellisLayoutTableInfo* info) {
  return is_live(layout) ? give_one(layout->layout.tables, index, info) : TRELLIS_ERROR_INVALID_ARGUMENT;
}

const char* trellis_pipeline_layout_description(const TrellisPipelineLayout* layout) {
  if (!is_live(layout)) return nullptr;
  return layout->text.get(layout->memory, [&] { return trellis::pipeline_layout_text(layout->layout); });
}

}  // extern "C"

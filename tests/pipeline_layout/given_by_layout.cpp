#include "tests/pipeline_layout/given_by_layout.hpp"

#include <gtest/gtest.h>

namespace trellis::test_layout {
namespace {

vulkan::ImmutableSampler given_sampler(const TrellisImmutableSamplerInfo& info) {
  vulkan::ImmutableSampler given;
  given.info.magFilter = static_cast<VkFilter>(info.mag_filter);
  given.info.minFilter = static_cast<VkFilter>(info.min_filter);
  given.info.mipmapMode = static_cast<VkSamplerMipmapMode>(info.mipmap_mode);
  given.info.addressModeU = static_cast<VkSamplerAddressMode>(info.address_u);
  given.info.addressModeV = static_cast<VkSamplerAddressMode>(info.address_v);
  given.info.addressModeW = static_cast<VkSamplerAddressMode>(info.address_w);
  given.info.mipLodBias = info.mip_lod_bias;
  given.info.anisotropyEnable = info.anisotropy_enable;
  given.info.maxAnisotropy = info.max_anisotropy;
  given.info.compareEnable = info.compare_enable;
  given.info.compareOp = static_cast<VkCompareOp>(info.compare_op);
  given.info.minLod = info.min_lod;
  given.info.maxLod = info.max_lod;
  given.info.borderColor = static_cast<VkBorderColor>(info.border_color);
  given.info.unnormalizedCoordinates = info.unnormalized_coordinates;
  given.reduction = static_cast<VkSamplerReductionMode>(info.reduction_mode);
  return given;
}

vulkan::LayoutBinding given_binding(const TrellisPipelineLayout* layout, uint32_t set, uint32_t index) {
  TrellisLayoutBindingInfo info = TRELLIS_LAYOUT_BINDING_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_binding(layout, set, index, &info), TRELLIS_SUCCESS);
  vulkan::LayoutBinding binding;
  binding.binding = info.binding;
  binding.type = static_cast<VkDescriptorType>(info.type);
  binding.count = info.count;
  binding.stages = info.stages;
  binding.flags = info.flags;
  for (uint32_t t = 0; t < info.mutable_type_count; ++t) {
    binding.mutable_types.push_back(static_cast<VkDescriptorType>(info.mutable_types[t]));
  }
  for (uint32_t s = 0; s < info.immutable_sampler_count; ++s) {
    TrellisImmutableSamplerInfo sampler = TRELLIS_IMMUTABLE_SAMPLER_INFO_INIT;
    EXPECT_EQ(trellis_pipeline_layout_immutable_sampler(layout, set, index, s, &sampler), TRELLIS_SUCCESS);
    binding.samplers.push_back(given_sampler(sampler));
  }
  return binding;
}

}  // namespace

vulkan::PipelineLayout given_layout(const TrellisPipelineLayout* layout) {
  vulkan::PipelineLayout given;
  for (uint32_t s = 0; s < trellis_pipeline_layout_set_count(layout); ++s) {
    TrellisLayoutSetInfo info = TRELLIS_LAYOUT_SET_INFO_INIT;
    EXPECT_EQ(trellis_pipeline_layout_set(layout, s, &info), TRELLIS_SUCCESS);
    vulkan::SetLayout set;
    set.flags = info.flags;
    for (uint32_t b = 0; b < info.binding_count; ++b) set.bindings.push_back(given_binding(layout, s, b));
    given.sets.push_back(std::move(set));
  }
  TrellisRootDataInfo root = TRELLIS_ROOT_DATA_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_root_data(layout, &root), TRELLIS_SUCCESS);
  if (root.push_stages != 0) given.push = {root.push_stages, 0, root.size};
  return given;
}

bool find_binding(const TrellisPipelineLayout* layout, const BindingQuery& query, uint32_t& set,
                  uint32_t& binding) {
  for (set = 0; set < trellis_pipeline_layout_set_count(layout); ++set) {
    TrellisLayoutBindingInfo info = TRELLIS_LAYOUT_BINDING_INFO_INIT;
    for (uint32_t b = 0; trellis_pipeline_layout_binding(layout, set, b, &info) == TRELLIS_SUCCESS; ++b) {
      if (info.purpose != query.purpose || info.parameter != query.parameter || info.range != query.range) {
        continue;
      }
      bool holds = info.type == static_cast<uint32_t>(query.type);
      for (uint32_t t = 0; t < info.mutable_type_count; ++t) {
        holds |= info.mutable_types[t] == static_cast<uint32_t>(query.type);
      }
      binding = info.binding;
      if (holds) return true;
    }
  }
  return false;
}

bool find_member(const TrellisPipelineLayout* layout, uint32_t parameter, TrellisRootMemberInfo& member) {
  for (uint32_t m = 0; trellis_pipeline_layout_root_member(layout, m, &member) == TRELLIS_SUCCESS; ++m) {
    if (member.parameter == parameter) return true;
  }
  return false;
}

VkDescriptorType block_type(const TrellisPipelineLayout* layout, const TrellisRootDataInfo& root) {
  TrellisLayoutBindingInfo info = TRELLIS_LAYOUT_BINDING_INFO_INIT;
  for (uint32_t b = 0; trellis_pipeline_layout_binding(layout, root.set, b, &info) == TRELLIS_SUCCESS; ++b) {
    if (info.binding == root.binding) return static_cast<VkDescriptorType>(info.type);
  }
  ADD_FAILURE() << "the layout has no block of root data";
  return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
}

}  // namespace trellis::test_layout

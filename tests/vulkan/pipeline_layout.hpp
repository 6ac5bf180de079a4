// Pipeline layouts and descriptor sets, made by description or to fit resources.
#pragma once

#include "tests/vulkan/objects.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

/// The layout that has a place for each resource that is bound by a descriptor. `may_be_mutable`: a binding
/// may have descriptors of several types. Errors: what the device cannot have (kUnsupported), a descriptor
/// given twice or with two types (kBadInput).
Result<PipelineLayout> layout_for(const Device& device, const std::vector<BoundResource>& resources,
                                  VkShaderStageFlags stages, uint32_t push_constant_bytes,
                                  bool may_be_mutable);

struct LayoutObjects {
  std::vector<VkDescriptorSetLayout> set_layouts;
  VkPipelineLayout pipeline_layout = VK_NULL_HANDLE;
};
Result<LayoutObjects> make_layout(DeviceObjects& objects, const PipelineLayout& layout);

/// One set of each layout. Where the last binding's count varies, it has as many as the resources need.
Result<std::vector<VkDescriptorSet>> make_sets(DeviceObjects& objects, const PipelineLayout& layout,
                                               const LayoutObjects& made,
                                               const std::vector<BoundResource>& resources);

}  // namespace trellis::vulkan

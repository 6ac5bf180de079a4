// Creates pipeline layouts and descriptor sets, from a description or to fit resources.
#pragma once

#include "tests/vulkan/objects.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

/// Returns the layout with a binding for each resource that is bound by a descriptor. `may_be_mutable`: a
/// binding can contain descriptors of several types. Errors: kUnsupported if the device does not support the
/// layout, kBadInput if a descriptor is given twice or with two types.
Result<PipelineLayout> layout_for(const Device& device, const std::vector<BoundResource>& resources,
                                  VkShaderStageFlags stages, uint32_t push_constant_bytes,
                                  bool may_be_mutable);

struct LayoutObjects {
  std::vector<VkDescriptorSetLayout> set_layouts;
  VkPipelineLayout pipeline_layout = VK_NULL_HANDLE;
};
Result<LayoutObjects> make_layout(DeviceObjects& objects, const PipelineLayout& layout);

/// Allocates a set of each layout. If the last binding has a variable count, it has as many descriptors as
/// the resources need.
Result<std::vector<VkDescriptorSet>> make_sets(DeviceObjects& objects, const PipelineLayout& layout,
                                               const LayoutObjects& made,
                                               const std::vector<BoundResource>& resources);

}  // namespace trellis::vulkan

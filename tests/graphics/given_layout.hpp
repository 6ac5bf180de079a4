// Pipeline layouts given as data, made into Vulkan's objects.
#pragma once

#include <vector>

#include "tests/graphics/device_objects.hpp"
#include "tests/graphics/draw.hpp"

namespace trellis::graphics {

struct GivenObjects {
  std::vector<VkDescriptorSetLayout> set_layouts;
  VkPipelineLayout pipeline_layout = VK_NULL_HANDLE;
};

Result<GivenObjects> make_given_layout(DeviceObjects& objects, const GivenLayout& given);

/// One set of each layout. Where the last binding's count varies, as many as the resources need.
Result<std::vector<VkDescriptorSet>> make_given_sets(DeviceObjects& objects, const GivenLayout& given,
                                                     const GivenObjects& made,
                                                     const std::vector<BoundResource>& resources);

}  // namespace trellis::graphics

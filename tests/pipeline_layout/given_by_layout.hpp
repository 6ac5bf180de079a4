// A layout of the C interface as the Vulkan runner takes one: everything that it says, and nothing else.
#pragma once

#include "tests/vulkan/resources.hpp"
#include "trellis/trellis.h"

namespace trellis::test_layout {

vulkan::PipelineLayout given_layout(const TrellisPipelineLayout* layout);

/// The binding for descriptors of a type that belong to a root parameter (and range; TRELLIS_NO_INDEX: none),
/// or to a heap. False: the layout has none.
struct BindingQuery {
  TrellisBindingPurpose purpose = TRELLIS_PURPOSE_TABLE_RANGE;
  uint32_t parameter = TRELLIS_NO_INDEX, range = TRELLIS_NO_INDEX;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
};
bool find_binding(const TrellisPipelineLayout* layout, const BindingQuery& query, uint32_t& set,
                  uint32_t& binding);

/// What a root parameter has in the root data. False if it has nothing there.
bool find_member(const TrellisPipelineLayout* layout, uint32_t parameter, TrellisRootMemberInfo& member);

/// The descriptor type of the uniform block that has the root data.
VkDescriptorType block_type(const TrellisPipelineLayout* layout, const TrellisRootDataInfo& root);

}  // namespace trellis::test_layout

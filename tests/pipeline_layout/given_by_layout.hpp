// Converts a layout of the C interface for the Vulkan runner: with everything that it specifies, and nothing
// else.
#pragma once

#include "tests/vulkan/resources.hpp"
#include "trellis/trellis.h"

namespace trellis::test_layout {

vulkan::PipelineLayout given_layout(const TrellisPipelineLayout* layout);

/// Selects the binding for descriptors of `type` that belong to a root parameter and a range in it
/// (TRELLIS_NO_INDEX: none), or to a heap. find_binding() returns false if the layout has no such binding.
struct BindingQuery {
  TrellisBindingPurpose purpose = TRELLIS_PURPOSE_TABLE_RANGE;
  uint32_t parameter = TRELLIS_NO_INDEX, range = TRELLIS_NO_INDEX;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
};
bool find_binding(const TrellisPipelineLayout* layout, const BindingQuery& query, uint32_t& set,
                  uint32_t& binding);

/// Finds a root parameter's member of the root data. Returns false if it has none.
bool find_member(const TrellisPipelineLayout* layout, uint32_t parameter, TrellisRootMemberInfo& member);

/// Returns the descriptor type of the uniform block that contains the root data.
VkDescriptorType block_type(const TrellisPipelineLayout* layout, const TrellisRootDataInfo& root);

}  // namespace trellis::test_layout

// The subgroup size: what the shader requests, what the device supports, what the pipeline must require.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/options/device_options.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Returns the size that the pipeline must require (VkPipelineShaderStageRequiredSubgroupSizeCreateInfo); 0
/// if any size will do. Prefers a size that the caller requires, then the shader's only or preferred one,
/// then the smallest of the shader's that the device supports. Errors: kUnsupported if shader and device do
/// not agree, kBadInput for invalid sizes.
Result<uint32_t> required_subgroup_size(const dxil::EntryPoint& entry, const SubgroupSizes& device);

/// Returns the size if it is known at translation time, else 0.
uint32_t known_subgroup_size(const SubgroupSizes& device);

}  // namespace trellis::spirv

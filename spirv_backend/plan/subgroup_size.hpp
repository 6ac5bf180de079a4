// The size of subgroups: what the shader asks for, what the device can, what the pipeline must be told.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/options/device_options.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// What the pipeline must require (VkPipelineShaderStageRequiredSubgroupSizeCreateInfo); 0: any size will do.
/// A size the caller requires wins, then the shader's only or preferred one, then its smallest that the
/// device can. Errors: kUnsupported if shader and device do not agree, kBadInput for sizes that are none.
Result<uint32_t> required_subgroup_size(const dxil::EntryPoint& entry, const SubgroupSizes& device);

/// The size, if it is known while translating; else 0.
uint32_t known_subgroup_size(const SubgroupSizes& device);

}  // namespace trellis::spirv

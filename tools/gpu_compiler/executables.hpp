// What a pipeline was compiled to, and what a device lacks to compile a module at all.
#pragma once

#include <vulkan/vulkan_core.h>

#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tools/gpu_compiler/compile.hpp"
#include "tools/gpu_compiler/vulkan_functions.hpp"

namespace trellis::gpu_compiler {

/// The programs that the driver has made of the pipeline's stages. Pipelines that are asked have to be made
/// with VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR. Error: the call failed.
Result<std::vector<VkPipelineExecutablePropertiesKHR>> list_executables(VkDevice device,
                                                                        const DeviceFunctions& functions,
                                                                        VkPipeline pipeline);

/// The figures of the executable at that place of the list, without numbers that only name code.
Result<std::vector<Statistic>> read_statistics(VkDevice device, const DeviceFunctions& functions,
                                               VkPipeline pipeline, uint32_t index);

/// What the module needs and the device lacks: "VK_EXT_mesh_shader, for MeshShadingEXT"; empty: nothing.
std::string find_lacking(std::span<const uint32_t> words, const FeatureChain& features);

}  // namespace trellis::gpu_compiler

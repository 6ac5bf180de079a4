// Reads the executables of a pipeline, and finds what a device lacks to compile a module at all.
#pragma once

#include <vulkan/vulkan_core.h>

#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tools/gpu_compiler/compile.hpp"
#include "tools/gpu_compiler/vulkan_functions.hpp"

namespace trellis::gpu_compiler {

/// Returns the programs that the driver has made from the pipeline's stages. The pipeline must have been
/// created with VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR. Fails if the Vulkan call does.
Result<std::vector<VkPipelineExecutablePropertiesKHR>> list_executables(VkDevice device,
                                                                        const DeviceFunctions& functions,
                                                                        VkPipeline pipeline);

/// Returns the statistics of the executable with that index, without those that only identify code.
Result<std::vector<Statistic>> read_statistics(VkDevice device, const DeviceFunctions& functions,
                                               VkPipeline pipeline, uint32_t index);

/// Returns what the module needs and the device lacks: "VK_EXT_mesh_shader, for MeshShadingEXT"; empty if
/// nothing.
std::string find_lacking(std::span<const uint32_t> words, const FeatureChain& features);

}  // namespace trellis::gpu_compiler

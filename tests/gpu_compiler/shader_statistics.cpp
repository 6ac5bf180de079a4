#include "tests/gpu_compiler/shader_statistics.hpp"

#include <algorithm>
#include <string_view>

#include "tests/gpu_compiler/translated_layout.hpp"
#include "tests/vulkan/names.hpp"
#include "tests/vulkan/objects.hpp"
#include "tests/vulkan/pipeline.hpp"
#include "tests/vulkan/pipeline_layout.hpp"

namespace trellis::gpu_compiler {
namespace {

using vulkan::call_failed;
using vulkan::vulkan_structure;

template <class Function>
Function function_of(VkDevice device, const char* name) {
  return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

/// As an application makes it that leaves the size of subgroups to the driver.
Result<VkPipeline> make_pipeline(vulkan::DeviceObjects& objects, const Translation& translation) {
  const VkDevice device = objects.handle();
  vulkan::PipelineLayout layout;
  add_bindings(layout, translation, VK_SHADER_STAGE_COMPUTE_BIT);
  const auto made = vulkan::make_layout(objects, layout);
  if (!made) return made.error();
  const auto shader = vulkan::make_shader_module(objects, translation.spirv);
  if (!shader) return shader.error();
  auto info = vulkan_structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  info.layout = made->pipeline_layout;
  info.stage =
      vulkan_structure<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = *shader;
  info.stage.pName = translation.entry_points[0].c_str();
  auto subgroup = vulkan_structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  subgroup.requiredSubgroupSize = translation.required_subgroup_sizes[0];
  if (subgroup.requiredSubgroupSize != 0) info.stage.pNext = &subgroup;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) return call_failed("vkCreateComputePipelines", result);
  objects.defer([device, pipeline] { vkDestroyPipeline(device, pipeline, nullptr); });
  return pipeline;
}

Result<std::vector<VkPipelineExecutableStatisticKHR>> read_statistics(VkDevice device, VkPipeline pipeline) {
  const auto get =
      function_of<PFN_vkGetPipelineExecutableStatisticsKHR>(device, "vkGetPipelineExecutableStatisticsKHR");
  if (get == nullptr) return unsupported("the device has no VK_KHR_pipeline_executable_properties");
  auto info = vulkan_structure<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
  info.pipeline = pipeline;
  uint32_t count = 0;
  VkResult result = get(device, &info, &count, nullptr);
  std::vector<VkPipelineExecutableStatisticKHR> statistics(
      count, vulkan_structure<VkPipelineExecutableStatisticKHR>(
                 VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR));
  if (result == VK_SUCCESS) result = get(device, &info, &count, statistics.data());
  if (result != VK_SUCCESS) return call_failed("vkGetPipelineExecutableStatisticsKHR", result);
  return statistics;
}

}  // namespace

Result<ShaderStatistics> compile_for_statistics(const vulkan::Device& device,
                                                const Translation& translation) {
  vulkan::DeviceObjects objects(device);
  const auto pipeline = make_pipeline(objects, translation);
  if (!pipeline) return pipeline.error();
  const auto statistics = read_statistics(device.handle(), *pipeline);
  if (!statistics) return statistics.error();
  ShaderStatistics found;
  for (const Column& column : kColumns) {
    const auto statistic = std::find_if(statistics->begin(), statistics->end(), [&](const auto& other) {
      return std::string_view(other.name) == column.of_mesa;
    });
    if (statistic == statistics->end())
      return unsupported(std::string("the driver counts no ") + column.of_mesa);
    found.*column.member = statistic->value.u64;
  }
  return found;
}

}  // namespace trellis::gpu_compiler

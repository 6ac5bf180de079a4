#include "tools/gpu_compiler/pipelines.hpp"

#include "tools/gpu_compiler/partner_stages.hpp"
#include "tools/gpu_compiler/vulkan_names.hpp"

namespace trellis::gpu_compiler {
namespace {

constexpr const char* kMain = "main";  // The entry point of partner stages.

VkPipelineShaderStageCreateInfo stage_info(VkShaderStageFlagBits stage, VkShaderModule module,
                                           const char* name) {
  auto info =
      vulkan_structure<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  info.stage = stage;
  info.module = module;
  info.pName = name;
  return info;
}

VkPipeline keep(DeviceObjects& objects, VkPipeline pipeline) {
  objects.defer(
      [&objects, pipeline] { objects.functions().destroy_pipeline(objects.handle(), pipeline, nullptr); });
  return pipeline;
}

/// Returns the number of control points per patch that the stage reads; 0 if it reads none.
uint32_t control_points(const ModuleEntry& entry) {
  constexpr uint32_t kMost = 32, kUsual = 3;
  if (entry.stage == VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT) return kUsual;
  if (entry.stage != VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT) return 0;
  for (const StageVariable& variable : entry.variables) {
    if (variable.is_input && !variable.dimensions.empty() && variable.dimensions[0] < kMost)
      return variable.dimensions[0];
  }
  return kUsual;
}

/// The states that the create info of a graphics library points to.
struct LibraryStates {
  VkViewport viewport = {0, 0, 1, 1, 0, 1};
  VkRect2D scissor = {{0, 0}, {1, 1}};
  VkPipelineViewportStateCreateInfo viewports = vulkan_structure<VkPipelineViewportStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
  VkPipelineRasterizationStateCreateInfo raster = vulkan_structure<VkPipelineRasterizationStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
  VkPipelineTessellationStateCreateInfo tessellation =
      vulkan_structure<VkPipelineTessellationStateCreateInfo>(
          VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO);
  VkPipelineMultisampleStateCreateInfo multisample = vulkan_structure<VkPipelineMultisampleStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
  VkPipelineDepthStencilStateCreateInfo depth = vulkan_structure<VkPipelineDepthStencilStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO);
  VkGraphicsPipelineLibraryCreateInfoEXT library = vulkan_structure<VkGraphicsPipelineLibraryCreateInfoEXT>(
      VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT);
  VkPipelineRenderingCreateInfo rendering =
      vulkan_structure<VkPipelineRenderingCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO);

  explicit LibraryStates(const StageToCompile& stage) {
    const bool is_fragment = stage.entry->stage == VK_SHADER_STAGE_FRAGMENT_BIT;
    viewports.viewportCount = viewports.scissorCount = 1;
    viewports.pViewports = &viewport;
    viewports.pScissors = &scissor;
    raster.lineWidth = 1;
    multisample.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    tessellation.patchControlPoints = control_points(*stage.entry);
    library.flags = is_fragment ? VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT
                                : VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT;
    rendering.viewMask = stage.has_views ? 3 : 0;
    rendering.pNext = &library;
  }
  LibraryStates(const LibraryStates&) = delete;
  LibraryStates& operator=(const LibraryStates&) = delete;

  VkGraphicsPipelineCreateInfo info(VkPipelineLayout layout) const {
    auto info =
        vulkan_structure<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
    info.pNext = &rendering;
    info.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR | VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    info.pTessellationState = tessellation.patchControlPoints != 0 ? &tessellation : nullptr;
    info.pViewportState = &viewports;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &multisample;
    info.pDepthStencilState = &depth;
    info.layout = layout;
    return info;
  }
};

Result<VkPipelineShaderStageCreateInfo> partner_info(DeviceObjects& objects, const PartnerStage& partner) {
  const auto module = make_module(objects, partner.words);
  if (!module) return module.error();
  return stage_info(partner.stage, *module, kMain);
}

VkRayTracingShaderGroupCreateInfoKHR ray_group(VkShaderStageFlagBits stage, uint32_t index) {
  auto group = vulkan_structure<VkRayTracingShaderGroupCreateInfoKHR>(
      VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR);
  group.type = VK_RAY_TRACING_SHADER_GROUP_TYPE_TRIANGLES_HIT_GROUP_KHR;
  group.generalShader = group.closestHitShader = group.anyHitShader = group.intersectionShader =
      VK_SHADER_UNUSED_KHR;
  switch (stage) {
    case VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR:
      group.closestHitShader = index;
      break;
    case VK_SHADER_STAGE_ANY_HIT_BIT_KHR:
      group.anyHitShader = index;
      break;
    case VK_SHADER_STAGE_INTERSECTION_BIT_KHR:
      group.type = VK_RAY_TRACING_SHADER_GROUP_TYPE_PROCEDURAL_HIT_GROUP_KHR;
      group.intersectionShader = index;
      break;
    default:
      group.type = VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR;
      group.generalShader = index;
      break;
  }
  return group;
}

}  // namespace

DeviceObjects::~DeviceObjects() {
  for (auto destroy = destroyers_.rbegin(); destroy != destroyers_.rend(); ++destroy) (*destroy)();
}

Result<VkShaderModule> make_module(DeviceObjects& objects, std::span<const uint32_t> words) {
  auto info = vulkan_structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = words.size() * sizeof(uint32_t);
  info.pCode = words.data();
  VkShaderModule module = VK_NULL_HANDLE;
  const VkResult result = objects.functions().create_module(objects.handle(), &info, nullptr, &module);
  if (result != VK_SUCCESS) return call_failed("vkCreateShaderModule", result);
  objects.defer(
      [&objects, module] { objects.functions().destroy_module(objects.handle(), module, nullptr); });
  return module;
}

Result<VkPipeline> make_compute_pipeline(DeviceObjects& objects, const StageToCompile& stage,
                                         VkPipelineLayout layout) {
  auto info = vulkan_structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  info.layout = layout;
  info.stage = stage_info(VK_SHADER_STAGE_COMPUTE_BIT, stage.module, stage.entry->name.c_str());
  auto subgroup = vulkan_structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  subgroup.requiredSubgroupSize = stage.subgroup_size;
  if (stage.subgroup_size != 0) info.stage.pNext = &subgroup;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result =
      objects.functions().create_compute(objects.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) return call_failed("vkCreateComputePipelines", result);
  return keep(objects, pipeline);
}

Result<VkPipeline> make_graphics_library(DeviceObjects& objects, const StageToCompile& stage,
                                         VkPipelineLayout layout) {
  const auto partners = make_partners(*stage.entry);
  if (!partners) return partners.error();
  std::vector<VkPipelineShaderStageCreateInfo> stages = {
      stage_info(stage.entry->stage, stage.module, stage.entry->name.c_str())};
  for (const PartnerStage& partner : *partners) {
    const auto info = partner_info(objects, partner);
    if (!info) return info.error();
    stages.push_back(*info);
  }
  auto subgroup = vulkan_structure<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
  subgroup.requiredSubgroupSize = stage.subgroup_size;
  if (stage.subgroup_size != 0) stages[0].pNext = &subgroup;
  const LibraryStates states(stage);
  VkGraphicsPipelineCreateInfo info = states.info(layout);
  info.stageCount = static_cast<uint32_t>(stages.size());
  info.pStages = stages.data();
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result =
      objects.functions().create_graphics(objects.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) return call_failed("vkCreateGraphicsPipelines", result);
  return keep(objects, pipeline);
}

namespace {

/// Adds an any-hit shader to the hit groups of intersection shaders that need one.
Result<void> add_any_hits(DeviceObjects& objects, const std::vector<StageToCompile>& stages,
                          std::vector<VkPipelineShaderStageCreateInfo>& infos,
                          std::vector<VkRayTracingShaderGroupCreateInfoKHR>& groups) {
  uint32_t any_hit = VK_SHADER_UNUSED_KHR;
  for (size_t n = 0; n < stages.size(); ++n) {
    if (stages[n].entry->stage != VK_SHADER_STAGE_INTERSECTION_BIT_KHR || !stages[n].tests_reports) continue;
    if (any_hit == VK_SHADER_UNUSED_KHR) {
      const auto partner = make_any_hit_partner();
      if (!partner) return partner.error();
      const auto info = partner_info(objects, *partner);
      if (!info) return info.error();
      any_hit = static_cast<uint32_t>(infos.size());
      infos.push_back(*info);
    }
    groups[n].anyHitShader = any_hit;
  }
  return {};
}

}  // namespace

Result<VkPipeline> make_ray_pipeline(DeviceObjects& objects, const std::vector<StageToCompile>& stages,
                                     VkPipelineLayout layout) {
  std::vector<VkPipelineShaderStageCreateInfo> infos;
  bool has_generation = false, has_callable = false;
  for (const StageToCompile& stage : stages) {
    infos.push_back(stage_info(stage.entry->stage, stage.module, stage.entry->name.c_str()));
    has_generation |= stage.entry->stage == VK_SHADER_STAGE_RAYGEN_BIT_KHR;
    has_callable |= stage.entry->stage == VK_SHADER_STAGE_CALLABLE_BIT_KHR;
  }
  if (!has_generation) {
    const auto partners = make_ray_partners(has_callable);
    if (!partners) return partners.error();
    for (const PartnerStage& partner : *partners) {
      const auto info = partner_info(objects, partner);
      if (!info) return info.error();
      infos.push_back(*info);
    }
  }
  std::vector<VkRayTracingShaderGroupCreateInfoKHR> groups;
  for (const auto& info : infos)
    groups.push_back(ray_group(info.stage, static_cast<uint32_t>(groups.size())));
  TRELLIS_RETURN_IF_ERROR(add_any_hits(objects, stages, infos, groups));
  auto info = vulkan_structure<VkRayTracingPipelineCreateInfoKHR>(
      VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR);
  info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  info.stageCount = static_cast<uint32_t>(infos.size());
  info.pStages = infos.data();
  info.groupCount = static_cast<uint32_t>(groups.size());
  info.pGroups = groups.data();
  info.maxPipelineRayRecursionDepth = 1;
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result = objects.functions().create_rays(objects.handle(), VK_NULL_HANDLE, VK_NULL_HANDLE, 1,
                                                          &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) return call_failed("vkCreateRayTracingPipelinesKHR", result);
  return keep(objects, pipeline);
}

}  // namespace trellis::gpu_compiler

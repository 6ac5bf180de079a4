#include "tests/vulkan/rays/ray_dispatch.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "tests/vulkan/bound_resources.hpp"
#include "tests/vulkan/commands.hpp"
#include "tests/vulkan/names.hpp"
#include "tests/vulkan/pipeline.hpp"

namespace trellis::vulkan {
namespace {

constexpr VkShaderStageFlags kRayStages =
    VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_ANY_HIT_BIT_KHR | VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR |
    VK_SHADER_STAGE_MISS_BIT_KHR | VK_SHADER_STAGE_INTERSECTION_BIT_KHR | VK_SHADER_STAGE_CALLABLE_BIT_KHR;

VkDeviceSize round_up(VkDeviceSize value, VkDeviceSize multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

class RayPipeline {
 public:
  RayPipeline(const Device& device, const RayDispatch& dispatch)
      : objects_(device),
        dispatch_(dispatch),
        push_constants_(dispatch.push_constants),
        resources_(objects_, dispatch.resources) {}

  Result<void> make() {
    const Device& device = objects_.device();
    if (!device.has_extension("VK_KHR_ray_tracing_pipeline")) {
      return unsupported("the device has no ray tracing pipelines");
    }
    load_function(device.handle(), "vkCreateRayTracingPipelinesKHR", create_);
    load_function(device.handle(), "vkGetRayTracingShaderGroupHandlesKHR", handles_);
    load_function(device.handle(), "vkCmdTraceRaysKHR", trace_);
    properties_ = vulkan_structure<VkPhysicalDeviceRayTracingPipelinePropertiesKHR>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR);
    auto all = vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    all.pNext = &properties_;
    vkGetPhysicalDeviceProperties2(device.physical_device(), &all);
    BindingNeeds needs;
    needs.point = VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR;
    needs.stages = kRayStages;
    needs.push_constant_bytes = static_cast<uint32_t>(dispatch_.push_constants.size());
    needs.may_be_mutable = true;
    if (dispatch_.uses_heaps) {
      if (!DeviceHeaps::are_supported(device)) return unsupported("the device has no VK_EXT_descriptor_heap");
      needs.heaps = &heaps_.emplace(objects_, 0);
    }
    TRELLIS_RETURN_IF_ERROR(resources_.make(needs, dispatch_.layout));
    TRELLIS_RETURN_IF_ERROR(resources_.place_addresses(dispatch_.addresses, push_constants_));
    return make_pipeline();
  }

  Result<std::vector<std::vector<uint8_t>>> run() {
    TRELLIS_RETURN_IF_ERROR(make_table());
    auto commands = begin_commands(objects_);
    if (!commands) return commands.error();
    resources_.record_upload(*commands);
    resources_.record_bind(*commands);
    vkCmdBindPipeline(*commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline_);
    if (heaps_) {
      heaps_->bind(*commands);
      heaps_->push(*commands, push_constants_);
    } else if (!push_constants_.empty()) {
      vkCmdPushConstants(*commands, resources_.pipeline_layout(), kRayStages, 0,
                         static_cast<uint32_t>(push_constants_.size()), push_constants_.data());
    }
    order_everything(*commands);
    trace_(*commands, &regions_[0], &regions_[1], &regions_[2], &regions_[3], dispatch_.size[0],
           dispatch_.size[1], dispatch_.size[2]);
    order_everything(*commands);
    resources_.record_download(*commands);
    order_everything(*commands);
    const VkResult result = run_commands(objects_, *commands, dispatch_.seconds);
    if (result == VK_TIMEOUT || result == VK_ERROR_DEVICE_LOST) {
      objects_.abandon();  // The work may still be running.
      return internal_check(result == VK_TIMEOUT ? "the work did not end in time" : result_name(result));
    }
    if (result != VK_SUCCESS) return call_failed("vkQueueSubmit", result);
    return resources_.contents();
  }

 private:
  Result<void> make_pipeline() {
    const VkDevice device = objects_.handle();
    HeapPipeline in_heaps(heaps_ ? &*heaps_ : nullptr);
    std::vector<VkPipelineShaderStageCreateInfo> stages;
    for (const RayShader& shader : dispatch_.shaders) {
      const auto module = make_shader_module(objects_, shader.words);
      if (!module) return module.error();
      auto stage = vulkan_structure<VkPipelineShaderStageCreateInfo>(
          VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
      stage.stage = shader.stage;
      stage.module = *module;
      stage.pName = shader.entry.c_str();
      in_heaps.add_mappings(stage);
      stages.push_back(stage);
    }
    std::vector<VkRayTracingShaderGroupCreateInfoKHR> groups;
    for (const RayGroup& source : dispatch_.groups) {
      auto group = vulkan_structure<VkRayTracingShaderGroupCreateInfoKHR>(
          VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR);
      group.type = source.general != kNoShader ? VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR
                   : source.intersection != kNoShader
                       ? VK_RAY_TRACING_SHADER_GROUP_TYPE_PROCEDURAL_HIT_GROUP_KHR
                       : VK_RAY_TRACING_SHADER_GROUP_TYPE_TRIANGLES_HIT_GROUP_KHR;
      group.generalShader = source.general;
      group.closestHitShader = source.closest_hit;
      group.anyHitShader = source.any_hit;
      group.intersectionShader = source.intersection;
      groups.push_back(group);
    }
    auto info = vulkan_structure<VkRayTracingPipelineCreateInfoKHR>(
        VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR);
    info.pNext = in_heaps.flags();
    info.stageCount = static_cast<uint32_t>(stages.size());
    info.pStages = stages.data();
    info.groupCount = static_cast<uint32_t>(groups.size());
    info.pGroups = groups.data();
    info.maxPipelineRayRecursionDepth = std::min(dispatch_.recursion, properties_.maxRayRecursionDepth);
    info.layout = resources_.pipeline_layout();
    const VkResult result = create_(device, VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_);
    if (result != VK_SUCCESS) return call_failed("vkCreateRayTracingPipelinesKHR", result);
    objects_.defer([device, pipeline = pipeline_] { vkDestroyPipeline(device, pipeline, nullptr); });
    return {};
  }

  Result<void> make_table() {
    const uint32_t size = properties_.shaderGroupHandleSize;
    std::vector<uint8_t> handles(size * dispatch_.groups.size());
    const VkResult result =
        handles_(objects_.handle(), pipeline_, 0, static_cast<uint32_t>(dispatch_.groups.size()),
                 handles.size(), handles.data());
    if (result != VK_SUCCESS) return call_failed("vkGetRayTracingShaderGroupHandlesKHR", result);
    const std::vector<RayRecord> generation = {dispatch_.generation};
    const std::vector<RayRecord>* const all[] = {&generation, &dispatch_.misses, &dispatch_.hits,
                                                 &dispatch_.callables};
    for (size_t n = 0; n < regions_.size(); ++n) {
      TRELLIS_RETURN_IF_ERROR(make_region(*all[n], handles, regions_[n]));
    }
    return {};
  }

  Result<void> make_region(const std::vector<RayRecord>& records, const std::vector<uint8_t>& handles,
                           VkStridedDeviceAddressRegionKHR& region) {
    region = {};
    if (records.empty()) return {};
    const uint32_t size = properties_.shaderGroupHandleSize;
    size_t largest = 0;
    for (const RayRecord& record : records) largest = std::max(largest, record.data.size());
    const VkDeviceSize alignment =
        std::max(properties_.shaderGroupHandleAlignment, properties_.shaderGroupBaseAlignment);
    region.stride = round_up(size + largest, alignment);
    region.size = region.stride * records.size();
    std::vector<uint8_t> bytes(region.size);
    for (size_t n = 0; n < records.size(); ++n) {
      std::vector<uint8_t> data = records[n].data;
      TRELLIS_RETURN_IF_ERROR(resources_.place_addresses(records[n].addresses, data));
      uint8_t* to = bytes.data() + n * region.stride;
      std::memcpy(to, handles.data() + records[n].group * size, size);
      if (!data.empty()) std::memcpy(to + size, data.data(), data.size());
    }
    auto buffer =
        objects_.make_buffer(region.size + alignment, VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR |
                                                          VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT);
    if (!buffer) return buffer.error();
    const VkDeviceAddress start = objects_.address(*buffer);
    region.deviceAddress = round_up(start, alignment);
    std::memcpy(buffer->mapped + (region.deviceAddress - start), bytes.data(), bytes.size());
    return {};
  }

  DeviceObjects objects_;
  const RayDispatch& dispatch_;
  std::vector<uint8_t> push_constants_;
  std::optional<DeviceHeaps> heaps_;
  BoundResources resources_;
  PFN_vkCreateRayTracingPipelinesKHR create_ = nullptr;
  PFN_vkGetRayTracingShaderGroupHandlesKHR handles_ = nullptr;
  PFN_vkCmdTraceRaysKHR trace_ = nullptr;
  VkPhysicalDeviceRayTracingPipelinePropertiesKHR properties_ = {};
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  std::array<VkStridedDeviceAddressRegionKHR, 4> regions_ = {};  ///< Generation, miss, hit, callable.
};

}  // namespace

std::vector<RayGroup> general_groups(uint32_t count) {
  std::vector<RayGroup> groups(count);
  for (uint32_t n = 0; n < count; ++n) groups[n].general = n;
  return groups;
}

Result<std::vector<std::vector<uint8_t>>> trace_rays(const Device& device, const RayDispatch& dispatch) {
  RayPipeline pipeline(device, dispatch);
  TRELLIS_RETURN_IF_ERROR(pipeline.make());
  return pipeline.run();
}

Result<void> make_ray_pipeline(const Device& device, const RayDispatch& dispatch) {
  return RayPipeline(device, dispatch).make();
}

}  // namespace trellis::vulkan

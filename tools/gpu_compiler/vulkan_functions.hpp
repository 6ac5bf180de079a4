// The Vulkan functions needed to create pipelines. They are loaded at run time, so that nothing links to the
// loader.
#pragma once

#include <vulkan/vulkan_core.h>

#include "support/result.hpp"

namespace trellis::gpu_compiler {

/// Functions of an instance.
struct InstanceFunctions {
  PFN_vkGetInstanceProcAddr get = nullptr;
  PFN_vkCreateInstance create_instance = nullptr;
  PFN_vkEnumeratePhysicalDevices devices = nullptr;
  PFN_vkGetPhysicalDeviceProperties2 properties = nullptr;
  PFN_vkGetPhysicalDeviceFeatures2 features = nullptr;
  PFN_vkEnumerateDeviceExtensionProperties extensions = nullptr;
  PFN_vkCreateDevice create_device = nullptr;
  PFN_vkGetDeviceProcAddr get_of_device = nullptr;
  PFN_vkCreateDebugUtilsMessengerEXT create_messenger = nullptr;  ///< Null if the extension is missing.
};

/// Functions of a device. Those of extensions that the device lacks are null.
struct DeviceFunctions {
  PFN_vkDestroyDevice destroy_device = nullptr;
  PFN_vkCreateDescriptorSetLayout create_set_layout = nullptr;
  PFN_vkDestroyDescriptorSetLayout destroy_set_layout = nullptr;
  PFN_vkCreatePipelineLayout create_layout = nullptr;
  PFN_vkDestroyPipelineLayout destroy_layout = nullptr;
  PFN_vkCreateShaderModule create_module = nullptr;
  PFN_vkDestroyShaderModule destroy_module = nullptr;
  PFN_vkCreateComputePipelines create_compute = nullptr;
  PFN_vkCreateGraphicsPipelines create_graphics = nullptr;
  PFN_vkCreateRayTracingPipelinesKHR create_rays = nullptr;
  PFN_vkDestroyPipeline destroy_pipeline = nullptr;
  PFN_vkGetPipelineExecutablePropertiesKHR executables = nullptr;
  PFN_vkGetPipelineExecutableStatisticsKHR statistics = nullptr;
};

/// Loads the functions that need no instance; the others stay null. Fails if there is no loader.
Result<InstanceFunctions> load_vulkan();
void load_functions(VkInstance instance, InstanceFunctions& functions);
DeviceFunctions load_functions(VkDevice device, PFN_vkGetDeviceProcAddr get);

}  // namespace trellis::gpu_compiler

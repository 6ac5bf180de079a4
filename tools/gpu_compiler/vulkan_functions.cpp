#include "tools/gpu_compiler/vulkan_functions.hpp"

#include "tools/platform/libraries.hpp"

namespace trellis::gpu_compiler {

Result<InstanceFunctions> load_vulkan() {
  namespace platform = tools::platform;
  std::string wrong;
  void* const library = platform::open_library(platform::kVulkanLoader, wrong);
  if (library == nullptr) return unsupported("Vulkan's loader is not installed: " + wrong);
  InstanceFunctions functions;
  functions.get =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(platform::find_function(library, "vkGetInstanceProcAddr"));
  if (functions.get == nullptr)
    return unsupported(std::string(platform::kVulkanLoader) + " is not a Vulkan loader");
  functions.create_instance =
      reinterpret_cast<PFN_vkCreateInstance>(functions.get(nullptr, "vkCreateInstance"));
  return functions;
}

void load_functions(VkInstance instance, InstanceFunctions& functions) {
  const auto load = [&]<class Function>(const char* name, Function& function) {
    function = reinterpret_cast<Function>(functions.get(instance, name));
  };
  load("vkEnumeratePhysicalDevices", functions.devices);
  load("vkGetPhysicalDeviceProperties2", functions.properties);
  load("vkGetPhysicalDeviceFeatures2", functions.features);
  load("vkEnumerateDeviceExtensionProperties", functions.extensions);
  load("vkCreateDevice", functions.create_device);
  load("vkGetDeviceProcAddr", functions.get_of_device);
  load("vkCreateDebugUtilsMessengerEXT", functions.create_messenger);
}

DeviceFunctions load_functions(VkDevice device, PFN_vkGetDeviceProcAddr get) {
  DeviceFunctions functions;
  const auto load = [&]<class Function>(const char* name, Function& function) {
    function = reinterpret_cast<Function>(get(device, name));
  };
  load("vkDestroyDevice", functions.destroy_device);
  load("vkCreateDescriptorSetLayout", functions.create_set_layout);
  load("vkDestroyDescriptorSetLayout", functions.destroy_set_layout);
  load("vkCreatePipelineLayout", functions.create_layout);
  load("vkDestroyPipelineLayout", functions.destroy_layout);
  load("vkCreateShaderModule", functions.create_module);
  load("vkDestroyShaderModule", functions.destroy_module);
  load("vkCreateComputePipelines", functions.create_compute);
  load("vkCreateGraphicsPipelines", functions.create_graphics);
  load("vkCreateRayTracingPipelinesKHR", functions.create_rays);
  load("vkDestroyPipeline", functions.destroy_pipeline);
  load("vkGetPipelineExecutablePropertiesKHR", functions.executables);
  load("vkGetPipelineExecutableStatisticsKHR", functions.statistics);
  return functions;
}

}  // namespace trellis::gpu_compiler

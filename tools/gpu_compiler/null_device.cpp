#include "tools/gpu_compiler/null_device.hpp"

#include <utility>
#include <vector>

#include "tools/gpu_compiler/vulkan_names.hpp"
#include "tools/platform/libraries.hpp"

namespace trellis::gpu_compiler {
namespace {

constexpr const char* kNoDriver =
    "Mesa's Vulkan driver for AMD GPUs (RADV) is not installed; Debian and Ubuntu have it in the package "
    "mesa-vulkan-drivers";

VKAPI_ATTR VkBool32 VKAPI_CALL keep_message(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                            VkDebugUtilsMessageTypeFlagsEXT,
                                            const VkDebugUtilsMessengerCallbackDataEXT* data,
                                            void* messages) {
  if (data->pMessage != nullptr) *static_cast<std::string*>(messages) += std::string(data->pMessage) + "\n";
  return VK_FALSE;
}

}  // namespace

Result<std::unique_ptr<NullDevice>> NullDevice::create(const std::string& family,
                                                       const std::function<void(Step)>& step) {
  step(Step::kLoading);
  // The driver and the loader read these when they are loaded. A loader that can select drivers loads no
  // others.
  tools::platform::set_environment("RADV_FORCE_FAMILY", family.c_str());
  tools::platform::set_environment("MESA_SHADER_CACHE_DISABLE", "true");
  tools::platform::set_environment("VK_LOADER_DRIVERS_SELECT", "*radeon*");
  std::unique_ptr<NullDevice> device(new NullDevice);
  auto functions = load_vulkan();
  if (!functions) return functions.error();
  device->of_instance_ = *functions;
  TRELLIS_RETURN_IF_ERROR(device->create_instance());
  step(Step::kChoosingFamily);
  TRELLIS_RETURN_IF_ERROR(device->choose_device());
  step(Step::kMakingDevice);
  TRELLIS_RETURN_IF_ERROR(device->create_device());
  step(Step::kCompiling);
  return device;
}

NullDevice::~NullDevice() {
  if (device_ != VK_NULL_HANDLE) functions_.destroy_device(device_, nullptr);
}

std::string NullDevice::take_messages() { return std::exchange(messages_, {}); }

Result<void> NullDevice::create_instance() {
  auto application = vulkan_structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "trellis";
  application.apiVersion = VK_API_VERSION_1_3;
  auto info = vulkan_structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  info.enabledExtensionCount = 1;
  info.ppEnabledExtensionNames = extensions;
  VkResult result = of_instance_.create_instance(&info, nullptr, &instance_);
  if (result == VK_ERROR_EXTENSION_NOT_PRESENT) {
    info.enabledExtensionCount = 0;
    result = of_instance_.create_instance(&info, nullptr, &instance_);
  }
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) return unsupported(kNoDriver);
  if (result != VK_SUCCESS) return call_failed("vkCreateInstance", result);
  load_functions(instance_, of_instance_);
  return {};
}

Result<void> NullDevice::choose_device() {
  uint32_t count = 0;
  VkResult result = of_instance_.devices(instance_, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (result == VK_SUCCESS) result = of_instance_.devices(instance_, &count, devices.data());
  if (result == VK_ERROR_INITIALIZATION_FAILED || result == VK_ERROR_INCOMPATIBLE_DRIVER)
    return unsupported(kNoDriver);
  if (result != VK_SUCCESS) return call_failed("vkEnumeratePhysicalDevices", result);
  for (const VkPhysicalDevice device : devices) {
    auto driver = vulkan_structure<VkPhysicalDeviceDriverProperties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    auto all = vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    all.pNext = &driver;
    of_instance_.properties(device, &all);
    if (driver.driverID != VK_DRIVER_ID_MESA_RADV || all.properties.apiVersion < VK_API_VERSION_1_3) continue;
    physical_ = device;
    max_sets_ = all.properties.limits.maxBoundDescriptorSets;
    max_push_constants_ = all.properties.limits.maxPushConstantsSize;
    return {};
  }
  return unsupported(kNoDriver);
}

Result<void> NullDevice::create_device() {
  TRELLIS_RETURN_IF_ERROR(features_.query({of_instance_.extensions, of_instance_.features}, physical_));
  for (const char* needed : {"VK_KHR_pipeline_executable_properties", "VK_EXT_graphics_pipeline_library"}) {
    if (!features_.has_extension(needed)) {
      return unsupported(std::string("the installed driver is too old: it has no ") + needed);
    }
  }
  if (of_instance_.create_messenger != nullptr) {
    auto messenger = vulkan_structure<VkDebugUtilsMessengerCreateInfoEXT>(
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
    messenger.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                            VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                            VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    messenger.pfnUserCallback = keep_message;
    messenger.pUserData = &messages_;
    VkDebugUtilsMessengerEXT made = VK_NULL_HANDLE;
    of_instance_.create_messenger(instance_, &messenger, nullptr, &made);
  }
  const float priority = 1.0f;
  auto queue = vulkan_structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto info = vulkan_structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = features_.chain();
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<uint32_t>(features_.extensions().size());
  info.ppEnabledExtensionNames = features_.extensions().data();
  const VkResult result = of_instance_.create_device(physical_, &info, nullptr, &device_);
  if (result != VK_SUCCESS) return call_failed("vkCreateDevice", result);
  functions_ = load_functions(device_, of_instance_.get_of_device);
  return {};
}

}  // namespace trellis::gpu_compiler

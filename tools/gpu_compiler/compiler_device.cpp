#include "tools/gpu_compiler/compiler_device.hpp"

#include <utility>
#include <vector>

#include "tools/gpu_compiler/vulkan_names.hpp"
#include "tools/platform/libraries.hpp"

namespace trellis::gpu_compiler {
namespace {

constexpr const char* kNoDriver =
    "Mesa's Vulkan driver for AMD GPUs (RADV) is not installed; Debian and Ubuntu have it in the package "
    "mesa-vulkan-drivers";
constexpr const char* kNoGpu = "no Vulkan driver is installed that supports Vulkan 1.3";

/// Makes the driver and the loader choose the null device; they read these variables when they are loaded. A
/// loader that can select drivers loads no others.
void choose_family(const std::string& family) {
  tools::platform::set_environment("RADV_FORCE_FAMILY", family.c_str());
  tools::platform::set_environment("MESA_SHADER_CACHE_DISABLE", "true");
  tools::platform::set_environment("VK_LOADER_DRIVERS_SELECT", "*radeon*");
}

VKAPI_ATTR VkBool32 VKAPI_CALL keep_message(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                            VkDebugUtilsMessageTypeFlagsEXT,
                                            const VkDebugUtilsMessengerCallbackDataEXT* data,
                                            void* messages) {
  if (data->pMessage != nullptr) *static_cast<std::string*>(messages) += std::string(data->pMessage) + "\n";
  return VK_FALSE;
}

}  // namespace

Result<std::unique_ptr<CompilerDevice>> CompilerDevice::create(const std::string& family,
                                                               const std::function<void(Step)>& step) {
  step(Step::kLoading);
  std::unique_ptr<CompilerDevice> device(new CompilerDevice);
  device->is_local_ = family == kLocalGpu;
  if (!device->is_local_) choose_family(family);
  auto functions = load_vulkan();
  if (!functions) return functions.error();
  device->of_instance_ = *functions;
  TRELLIS_RETURN_IF_ERROR(device->create_instance());
  if (!device->is_local_) step(Step::kChoosingFamily);
  TRELLIS_RETURN_IF_ERROR(device->choose_device());
  step(Step::kMakingDevice);
  TRELLIS_RETURN_IF_ERROR(device->create_device());
  step(Step::kCompiling);
  return device;
}

CompilerDevice::~CompilerDevice() {
  if (device_ != VK_NULL_HANDLE) functions_.destroy_device(device_, nullptr);
}

std::string CompilerDevice::take_messages() { return std::exchange(messages_, {}); }

Result<void> CompilerDevice::create_instance() {
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
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) return unsupported(is_local_ ? kNoGpu : kNoDriver);
  if (result != VK_SUCCESS) return call_failed("vkCreateInstance", result);
  load_functions(instance_, of_instance_);
  return {};
}

Result<std::vector<VkPhysicalDevice>> CompilerDevice::list_devices() {
  uint32_t count = 0;
  VkResult result = of_instance_.devices(instance_, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (result == VK_SUCCESS) result = of_instance_.devices(instance_, &count, devices.data());
  if (result == VK_ERROR_INITIALIZATION_FAILED || result == VK_ERROR_INCOMPATIBLE_DRIVER)
    return std::vector<VkPhysicalDevice>();
  if (result != VK_SUCCESS) return call_failed("vkEnumeratePhysicalDevices", result);
  return devices;
}

VkPhysicalDevice CompilerDevice::find_null_device(const std::vector<VkPhysicalDevice>& devices) {
  for (const VkPhysicalDevice device : devices) {
    auto driver = vulkan_structure<VkPhysicalDeviceDriverProperties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    auto all = vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    all.pNext = &driver;
    of_instance_.properties(device, &all);
    if (driver.driverID == VK_DRIVER_ID_MESA_RADV && all.properties.apiVersion >= VK_API_VERSION_1_3)
      return device;
  }
  return VK_NULL_HANDLE;
}

VkPhysicalDevice CompilerDevice::find_gpu(const std::vector<VkPhysicalDevice>& devices) {
  VkPhysicalDevice first = VK_NULL_HANDLE;
  for (const VkPhysicalDevice device : devices) {
    auto all = vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    of_instance_.properties(device, &all);
    if (all.properties.apiVersion < VK_API_VERSION_1_3) continue;
    if (all.properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU) return device;
    if (first == VK_NULL_HANDLE) first = device;
  }
  return first;
}

Result<void> CompilerDevice::choose_device() {
  const auto devices = list_devices();
  if (!devices) return devices.error();
  physical_ = is_local_ ? find_gpu(*devices) : find_null_device(*devices);
  if (physical_ == VK_NULL_HANDLE) return unsupported(is_local_ ? kNoGpu : kNoDriver);
  auto all = vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  of_instance_.properties(physical_, &all);
  name_ = all.properties.deviceName;
  max_sets_ = all.properties.limits.maxBoundDescriptorSets;
  max_push_constants_ = all.properties.limits.maxPushConstantsSize;
  return {};
}

Result<void> CompilerDevice::create_device() {
  TRELLIS_RETURN_IF_ERROR(features_.query({of_instance_.extensions, of_instance_.features}, physical_));
  for (const char* needed : {"VK_KHR_pipeline_executable_properties", "VK_EXT_graphics_pipeline_library"}) {
    if (!features_.has_extension(needed)) {
      return unsupported("the driver of " + name_ + " has no " + needed);
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

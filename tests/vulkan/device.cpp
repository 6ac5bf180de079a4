#include "tests/vulkan/device.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "tests/vulkan/names.hpp"
#include "tools/gpu_compiler/features.hpp"

namespace trellis::vulkan {
namespace {

constexpr uint32_t kRequiredVersion = VK_API_VERSION_1_3;
// The lavapipe of Mesa 22.3.6 computes wrong values after loops that lanes leave in different iterations.
constexpr int kFirstTrustedLavapipe = 23;

struct Candidate {
  VkPhysicalDevice device = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties = {};
  VkDriverId driver_id = {};
  std::string driver;
  std::optional<uint32_t> compute_family;

  bool is_lavapipe() const { return driver_id == VK_DRIVER_ID_MESA_LLVMPIPE; }
};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Returns the Mesa release in "llvmpipe Mesa 25.0.7 (LLVM 19.1.7)"; old drivers have no other number. 0 if
/// there is none.
int mesa_release(const std::string& driver) {
  const auto position = driver.find("Mesa ");
  return position == std::string::npos ? 0 : std::atoi(driver.c_str() + position + 5);
}

std::optional<uint32_t> compute_queue_family(VkPhysicalDevice device) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  for (uint32_t i = 0; i < count; ++i) {
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return i;
  }
  return std::nullopt;
}

Candidate describe_candidate(VkPhysicalDevice device) {
  Candidate candidate;
  candidate.device = device;
  vkGetPhysicalDeviceProperties(device, &candidate.properties);
  if (candidate.properties.apiVersion < VK_API_VERSION_1_2) return candidate;
  VkPhysicalDeviceDriverProperties driver =
      vulkan_structure<VkPhysicalDeviceDriverProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  VkPhysicalDeviceProperties2 all =
      vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  all.pNext = &driver;
  vkGetPhysicalDeviceProperties2(device, &all);
  candidate.driver_id = driver.driverID;
  candidate.driver = std::string(driver.driverName) + " " + driver.driverInfo;
  candidate.compute_family = compute_queue_family(device);
  return candidate;
}

std::string version_text(uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version));
}

/// Returns a list like "A (Vulkan 1.3), B (Vulkan 1.1)".
std::string list_candidates(const std::vector<Candidate>& candidates) {
  std::string text;
  for (const Candidate& candidate : candidates) {
    if (!text.empty()) text += ", ";
    text += std::string(candidate.properties.deviceName) + " (Vulkan " +
            version_text(candidate.properties.apiVersion) + ")";
  }
  return text.empty() ? "none" : text;
}

const Candidate* choose(const std::vector<Candidate>& candidates, const std::string& name_part) {
  const Candidate* first = nullptr;
  for (const Candidate& candidate : candidates) {
    if (candidate.properties.apiVersion < kRequiredVersion || !candidate.compute_family) continue;
    if (!name_part.empty()) {
      if (lower_case(candidate.properties.deviceName).find(lower_case(name_part)) != std::string::npos) {
        return &candidate;
      }
      continue;
    }
    if (candidate.is_lavapipe()) return &candidate;
    if (first == nullptr) first = &candidate;
  }
  return first;
}

DeviceProperties read_properties(const Candidate& candidate) {
  VkPhysicalDeviceVulkan13Properties v13 = vulkan_structure<VkPhysicalDeviceVulkan13Properties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES);
  VkPhysicalDeviceVulkan11Properties v11 = vulkan_structure<VkPhysicalDeviceVulkan11Properties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES);
  v11.pNext = &v13;
  VkPhysicalDeviceProperties2 all =
      vulkan_structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  all.pNext = &v11;
  vkGetPhysicalDeviceProperties2(candidate.device, &all);
  const VkPhysicalDeviceLimits& limits = all.properties.limits;
  DeviceProperties properties = {};
  properties.name = all.properties.deviceName;
  properties.driver = candidate.driver;
  properties.vulkan_version = all.properties.apiVersion;
  properties.subgroup_size = v11.subgroupSize;
  properties.min_subgroup_size = v13.minSubgroupSize;
  properties.max_subgroup_size = v13.maxSubgroupSize;
  properties.can_require_subgroup_size = (v13.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  properties.max_storage_buffer_bytes = limits.maxStorageBufferRange;
  properties.max_uniform_buffer_bytes = limits.maxUniformBufferRange;
  properties.max_texel_buffer_elements = limits.maxTexelBufferElements;
  properties.max_bound_sets = limits.maxBoundDescriptorSets;
  return properties;
}

}  // namespace

Result<std::unique_ptr<Device>> Device::create(const std::string& name_part) {
  std::unique_ptr<Device> device(new Device);
  TRELLIS_RETURN_IF_ERROR(device->create_instance());
  TRELLIS_RETURN_IF_ERROR(device->choose_physical_device(name_part));
  TRELLIS_RETURN_IF_ERROR(device->create_device());
  return device;
}

Device::~Device() {
  if (abandoned_) return;
  if (device_ != VK_NULL_HANDLE) vkDestroyDevice(device_, nullptr);
  if (instance_ != VK_NULL_HANDLE) vkDestroyInstance(instance_, nullptr);
}

VkPhysicalDeviceFeatures Device::features() const {
  VkPhysicalDeviceFeatures features = {};
  vkGetPhysicalDeviceFeatures(physical_, &features);
  return features;
}

bool Device::has_extension(std::string_view name) const {
  const std::vector<std::string>& all = properties_.extensions;
  return std::find(all.begin(), all.end(), name) != all.end();
}

Result<void> Device::create_instance() {
  uint32_t version = 0;
  vkEnumerateInstanceVersion(&version);
  if (version < kRequiredVersion) {
    return unsupported("the Vulkan loader offers " + version_text(version) + ", 1.3 is needed");
  }
  VkApplicationInfo application = vulkan_structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "trellis tests";
  application.apiVersion = kRequiredVersion;
  VkInstanceCreateInfo info = vulkan_structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  // Lavapipe's disk cache does not distinguish code compiled for different vector widths
  // (LP_NATIVE_VECTOR_WIDTH): its functions that sample and load textures then write 16 lanes where 4 are
  // expected.
  ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
  ::setenv("GALLIVM_PERF", "nopt",
           0);  // Shaders run once: lavapipe takes longer to optimize them than to run them.
  const VkResult result = vkCreateInstance(&info, nullptr, &instance_);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
    return unsupported("no Vulkan driver is installed (vkCreateInstance: " + result_name(result) + ")");
  }
  if (result != VK_SUCCESS) return call_failed("vkCreateInstance", result);
  return {};
}

Result<void> Device::choose_physical_device(const std::string& name_part) {
  uint32_t count = 0;
  VkResult result = vkEnumeratePhysicalDevices(instance_, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (result == VK_SUCCESS) result = vkEnumeratePhysicalDevices(instance_, &count, devices.data());
  if (result != VK_SUCCESS) return call_failed("vkEnumeratePhysicalDevices", result);
  std::vector<Candidate> candidates;
  for (const VkPhysicalDevice device : devices) candidates.push_back(describe_candidate(device));

  const Candidate* chosen = choose(candidates, name_part);
  if (chosen == nullptr) {
    const std::string wanted = name_part.empty() ? "" : " named '" + name_part + "'";
    return unsupported("no Vulkan device" + wanted +
                       " with Vulkan 1.3 and compute; devices found: " + list_candidates(candidates));
  }
  if (chosen->is_lavapipe() && mesa_release(chosen->driver) < kFirstTrustedLavapipe) {
    return unsupported(chosen->driver + " computes wrong values after divergent loops; install a newer one");
  }
  physical_ = chosen->device;
  queue_family_ = *chosen->compute_family;
  properties_ = read_properties(*chosen);
  vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
  return {};
}

Result<void> Device::create_device() {
  gpu_compiler::FeatureChain features;
  const gpu_compiler::FeatureQueries queries = {vkEnumerateDeviceExtensionProperties,
                                                vkGetPhysicalDeviceFeatures2};
  TRELLIS_RETURN_IF_ERROR(features.query(queries, physical_));
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue_info =
      vulkan_structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue_info.queueFamilyIndex = queue_family_;
  queue_info.queueCount = 1;
  queue_info.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = vulkan_structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = features.chain();
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue_info;
  info.enabledExtensionCount = static_cast<uint32_t>(features.extensions().size());
  info.ppEnabledExtensionNames = features.extensions().data();
  const VkResult result = vkCreateDevice(physical_, &info, nullptr, &device_);
  if (result != VK_SUCCESS) return call_failed("vkCreateDevice", result);
  vkGetDeviceQueue(device_, queue_family_, 0, &queue_);

  properties_.extensions.assign(features.extensions().begin(), features.extensions().end());
  properties_.can_require_subgroup_size &= features.has_subgroup_size_control();
  properties_.can_require_full_subgroups = features.has_full_subgroups();
  properties_.has_null_descriptors = features.has_null_descriptors();
  properties_.has_partially_bound_arrays = features.has_partially_bound_arrays();
  return {};
}

}  // namespace trellis::vulkan

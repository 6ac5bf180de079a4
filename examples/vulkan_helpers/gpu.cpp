#include "vulkan_helpers/gpu.hpp"

#include <cstring>
#include <fstream>
#include <iterator>

namespace example {
namespace {

int find_queue_family(VkPhysicalDevice device, VkQueueFlags wanted) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  for (uint32_t i = 0; i < count; ++i) {
    if ((families[i].queueFlags & wanted) == wanted) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

void check(VkResult result, const char* call) {
  if (result != VK_SUCCESS) fail(std::string(call) + ": VkResult " + std::to_string(result));
}

Gpu::Gpu(const DeviceNeeds& needs, VkQueueFlags queue_flags, const std::string& name_part) {
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "trellis example";
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo instance_info = {};
  instance_info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  instance_info.pApplicationInfo = &application;
  check(vkCreateInstance(&instance_info, nullptr, &instance_), "vkCreateInstance");
  at_end([this] { vkDestroyInstance(instance_, nullptr); });

  try {
    choose_device(queue_flags, name_part);
    const DeviceFeatures features(physical_, needs);
    has_null_descriptors_ = features.has_null_descriptors();
    const float priority = 1;
    VkDeviceQueueCreateInfo queue_info = {};
    queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue_info.queueFamilyIndex = queue_family_;
    queue_info.queueCount = 1;
    queue_info.pQueuePriorities = &priority;
    VkDeviceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = features.chain();
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue_info;
    info.enabledExtensionCount = static_cast<uint32_t>(features.extensions().size());
    info.ppEnabledExtensionNames = features.extensions().data();
    check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
  } catch (...) {
    vkDestroyInstance(instance_, nullptr);
    throw;
  }
  at_end([this] { vkDestroyDevice(device_, nullptr); });
  vkGetDeviceQueue(device_, queue_family_, 0, &queue_);
}

Gpu::~Gpu() {
  for (size_t i = at_end_.size(); i-- > 0;) at_end_[i]();
}

void Gpu::choose_device(VkQueueFlags queue_flags, const std::string& name_part) {
  uint32_t count = 0;
  check(vkEnumeratePhysicalDevices(instance_, &count, nullptr), "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> devices(count);
  check(vkEnumeratePhysicalDevices(instance_, &count, devices.data()), "vkEnumeratePhysicalDevices");
  std::string seen;
  for (const VkPhysicalDevice device : devices) {
    vkGetPhysicalDeviceProperties(device, &properties_);
    const std::string name = properties_.deviceName;
    const int family = find_queue_family(device, queue_flags);
    const bool is_wanted = name.find(name_part) != std::string::npos;
    if (is_wanted && family >= 0 && properties_.apiVersion >= VK_API_VERSION_1_3) {
      physical_ = device;
      queue_family_ = static_cast<uint32_t>(family);
      return;
    }
    seen += (seen.empty() ? "" : ", ") + name;
  }
  fail("no Vulkan 1.3 device" + (name_part.empty() ? "" : " named '" + name_part + "'") +
       "; devices are: " + (seen.empty() ? "none" : seen));
}

bool Gpu::has_texel_buffers(VkFormat format, VkFormatFeatureFlags feature) const {
  VkFormatProperties properties = {};
  vkGetPhysicalDeviceFormatProperties(physical_, format, &properties);
  return (properties.bufferFeatures & feature) == feature;
}

void Gpu::subgroup_sizes(uint32_t& minimum, uint32_t& maximum) const {
  VkPhysicalDeviceVulkan13Properties v13 = {};
  v13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES;
  VkPhysicalDeviceProperties2 all = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &v13, {}};
  vkGetPhysicalDeviceProperties2(physical_, &all);
  minimum = v13.minSubgroupSize;
  maximum = v13.maxSubgroupSize;
}

VkDeviceMemory Gpu::allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags wanted,
                             bool has_address) {
  VkPhysicalDeviceMemoryProperties memory = {};
  vkGetPhysicalDeviceMemoryProperties(physical_, &memory);
  uint32_t type = 0;
  while (type < memory.memoryTypeCount && ((requirements.memoryTypeBits >> type & 1u) == 0 ||
                                           (memory.memoryTypes[type].propertyFlags & wanted) != wanted)) {
    ++type;
  }
  if (type == memory.memoryTypeCount) fail("the device has no memory of the required type");
  VkMemoryAllocateFlagsInfo flags = {};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.pNext = has_address ? &flags : nullptr;
  info.allocationSize = requirements.size;
  info.memoryTypeIndex = type;
  VkDeviceMemory made = VK_NULL_HANDLE;
  check(vkAllocateMemory(device_, &info, nullptr, &made), "vkAllocateMemory");
  at_end([this, made] { vkFreeMemory(device_, made, nullptr); });
  return made;
}

Buffer Gpu::make_buffer(VkDeviceSize size, VkBufferUsageFlags usage) {
  Buffer buffer;
  buffer.size = size;
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size;
  info.usage = usage;
  check(vkCreateBuffer(device_, &info, nullptr, &buffer.handle), "vkCreateBuffer");
  at_end([this, handle = buffer.handle] { vkDestroyBuffer(device_, handle, nullptr); });
  VkMemoryRequirements requirements = {};
  vkGetBufferMemoryRequirements(device_, buffer.handle, &requirements);
  const bool has_address = (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0;
  const VkDeviceMemory memory = allocate(
      requirements, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, has_address);
  check(vkBindBufferMemory(device_, buffer.handle, memory, 0), "vkBindBufferMemory");
  void* mapped = nullptr;
  check(vkMapMemory(device_, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  buffer.bytes = static_cast<uint8_t*>(mapped);
  std::memset(buffer.bytes, 0, size);
  if (has_address) {
    VkBufferDeviceAddressInfo address = {VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr,
                                         buffer.handle};
    buffer.address = vkGetBufferDeviceAddress(device_, &address);
  }
  return buffer;
}

VkBufferView Gpu::make_view(const Buffer& buffer, VkFormat format) {
  VkBufferViewCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO;
  info.buffer = buffer.handle;
  info.format = format;
  info.range = VK_WHOLE_SIZE;
  VkBufferView view = VK_NULL_HANDLE;
  check(vkCreateBufferView(device_, &info, nullptr, &view), "vkCreateBufferView");
  at_end([this, view] { vkDestroyBufferView(device_, view, nullptr); });
  return view;
}

Image Gpu::make_image(VkFormat format, uint32_t width, uint32_t height, VkImageUsageFlags usage) {
  Image image;
  image.width = width;
  image.height = height;
  VkImageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {width, height, 1};
  info.mipLevels = 1;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = usage;
  check(vkCreateImage(device_, &info, nullptr, &image.handle), "vkCreateImage");
  at_end([this, handle = image.handle] { vkDestroyImage(device_, handle, nullptr); });
  VkMemoryRequirements requirements = {};
  vkGetImageMemoryRequirements(device_, image.handle, &requirements);
  const VkDeviceMemory memory = allocate(requirements, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, false);
  check(vkBindImageMemory(device_, image.handle, memory, 0), "vkBindImageMemory");
  VkImageViewCreateInfo view = {};
  view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
  view.image = image.handle;
  view.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view.format = format;
  view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  check(vkCreateImageView(device_, &view, nullptr, &image.view), "vkCreateImageView");
  at_end([this, handle = image.view] { vkDestroyImageView(device_, handle, nullptr); });
  return image;
}

VkShaderModule Gpu::make_shader(const trellis::api::Module& module) {
  VkShaderModuleCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = module.word_count() * sizeof(uint32_t);
  info.pCode = module.words();
  VkShaderModule shader = VK_NULL_HANDLE;
  check(vkCreateShaderModule(device_, &info, nullptr, &shader), "vkCreateShaderModule");
  at_end([this, shader] { vkDestroyShaderModule(device_, shader, nullptr); });
  return shader;
}

void Gpu::run(const std::function<void(VkCommandBuffer)>& record) {
  VkCommandPoolCreateInfo pool_info = {};
  pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool_info.queueFamilyIndex = queue_family_;
  VkCommandPool pool = VK_NULL_HANDLE;
  check(vkCreateCommandPool(device_, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  at_end([this, pool] { vkDestroyCommandPool(device_, pool, nullptr); });
  VkCommandBufferAllocateInfo allocate_info = {};
  allocate_info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate_info.commandPool = pool;
  allocate_info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate_info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(device_, &allocate_info, &commands), "vkAllocateCommandBuffers");

  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  record(commands);
  VkMemoryBarrier to_host = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_MEMORY_WRITE_BIT,
                             VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                       &to_host, 0, nullptr, 0, nullptr);
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  VkSubmitInfo submit = {};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  check(vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
}

std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path + ": cannot be opened");
  std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) fail(path + ": cannot be read");
  return bytes;
}

void write_file(const std::string& path, const void* bytes, size_t size) {
  std::ofstream file(path, std::ios::binary);
  file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  file.flush();
  if (!file) fail(path + ": cannot be written");
}

}  // namespace example

#include "tests/execution/acceleration_structures.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "tests/execution/vulkan_names.hpp"

namespace trellis::execution {
namespace {

template <typename Function>
void load(VkDevice device, const char* name, Function& function) {
  function = reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

}  // namespace

struct RayScene::Functions {
  PFN_vkCreateAccelerationStructureKHR create = nullptr;
  PFN_vkDestroyAccelerationStructureKHR destroy = nullptr;
  PFN_vkGetAccelerationStructureBuildSizesKHR sizes = nullptr;
  PFN_vkGetAccelerationStructureDeviceAddressKHR address = nullptr;
  PFN_vkCmdBuildAccelerationStructuresKHR build = nullptr;
};

RayScene::RayScene(const VulkanDevice& device) : device_(device), functions_(std::make_unique<Functions>()) {
  const VkDevice handle = device.device();
  load(handle, "vkCreateAccelerationStructureKHR", functions_->create);
  load(handle, "vkDestroyAccelerationStructureKHR", functions_->destroy);
  load(handle, "vkGetAccelerationStructureBuildSizesKHR", functions_->sizes);
  load(handle, "vkGetAccelerationStructureDeviceAddressKHR", functions_->address);
  load(handle, "vkCmdBuildAccelerationStructuresKHR", functions_->build);
}

VkDeviceAddress RayScene::top_address() const {
  auto info = vulkan_structure<VkAccelerationStructureDeviceAddressInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR);
  info.accelerationStructure = top();
  return functions_->address(device_.device(), &info);
}

RayScene::~RayScene() {
  for (VkAccelerationStructureKHR structure : structures_) {
    functions_->destroy(device_.device(), structure, nullptr);
  }
  for (const Buffer& buffer : buffers_) {
    vkDestroyBuffer(device_.device(), buffer.buffer, nullptr);
    vkFreeMemory(device_.device(), buffer.memory, nullptr);
  }
}

Result<std::unique_ptr<RayScene>> RayScene::build(const VulkanDevice& device,
                                                  std::span<const RayInstance> instances) {
  const std::vector<std::string>& extensions = device.properties().extensions;
  if (std::find(extensions.begin(), extensions.end(), "VK_KHR_ray_query") == extensions.end()) {
    return unsupported("the device has no ray queries");
  }
  std::unique_ptr<RayScene> scene(new RayScene(device));
  for (const RayInstance& instance : instances) {
    if (auto done = scene->add_bottom(instance); !done) return done.error();
  }
  if (auto done = scene->add_top(instances); !done) return done.error();
  return scene;
}

Result<RayScene::Buffer> RayScene::make_buffer(VkDeviceSize bytes, VkBufferUsageFlags usage) {
  const VkDevice handle = device_.device();
  VkBufferCreateInfo info = vulkan_structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = std::max<VkDeviceSize>(bytes, 16);
  info.usage = usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  Buffer& buffer = buffers_.emplace_back();
  VkResult result = vkCreateBuffer(handle, &info, nullptr, &buffer.buffer);
  if (result != VK_SUCCESS) return call_failed("vkCreateBuffer", result);
  VkMemoryRequirements requirements = {};
  vkGetBufferMemoryRequirements(handle, buffer.buffer, &requirements);
  VkMemoryAllocateFlagsInfo flags =
      vulkan_structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo allocate =
      vulkan_structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  allocate.pNext = &flags;
  allocate.allocationSize = requirements.size;
  const VkMemoryPropertyFlags wanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkPhysicalDeviceMemoryProperties& memory = device_.memory();
  while (allocate.memoryTypeIndex < memory.memoryTypeCount &&
         ((requirements.memoryTypeBits >> allocate.memoryTypeIndex & 1) == 0 ||
          (memory.memoryTypes[allocate.memoryTypeIndex].propertyFlags & wanted) != wanted)) {
    ++allocate.memoryTypeIndex;
  }
  if (allocate.memoryTypeIndex == memory.memoryTypeCount)
    return unsupported("no memory for acceleration structures");
  result = vkAllocateMemory(handle, &allocate, nullptr, &buffer.memory);
  if (result != VK_SUCCESS) return call_failed("vkAllocateMemory", result);
  result = vkBindBufferMemory(handle, buffer.buffer, buffer.memory, 0);
  if (result != VK_SUCCESS) return call_failed("vkBindBufferMemory", result);
  void* mapped = nullptr;
  result = vkMapMemory(handle, buffer.memory, 0, VK_WHOLE_SIZE, 0, &mapped);
  if (result != VK_SUCCESS) return call_failed("vkMapMemory", result);
  buffer.mapped = static_cast<uint8_t*>(mapped);
  VkBufferDeviceAddressInfo address =
      vulkan_structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  address.buffer = buffer.buffer;
  buffer.address = vkGetBufferDeviceAddress(handle, &address);
  return buffer;
}

Result<RayScene::Buffer> RayScene::upload(const void* bytes, size_t count) {
  Result<Buffer> buffer =
      make_buffer(count, VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR);
  if (buffer) std::memcpy(buffer->mapped, bytes, count);
  return buffer;
}

Result<void> RayScene::add_bottom(const RayInstance& instance) {
  std::vector<VkAccelerationStructureGeometryKHR> geometries;
  std::vector<uint32_t> counts;
  for (const RayGeometry& source : instance.geometries) {
    auto geometry = vulkan_structure<VkAccelerationStructureGeometryKHR>(
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR);
    geometry.flags = source.is_opaque ? VK_GEOMETRY_OPAQUE_BIT_KHR : 0;
    const bool is_boxes = source.triangles.empty();
    Result<Buffer> data = is_boxes ? upload(source.boxes.data(), source.boxes.size() * 24)
                                   : upload(source.triangles.data(), source.triangles.size() * 36);
    if (!data) return data.error();
    if (is_boxes) {
      geometry.geometryType = VK_GEOMETRY_TYPE_AABBS_KHR;
      geometry.geometry.aabbs = vulkan_structure<VkAccelerationStructureGeometryAabbsDataKHR>(
          VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_AABBS_DATA_KHR);
      geometry.geometry.aabbs.data.deviceAddress = data->address;
      geometry.geometry.aabbs.stride = 24;
    } else {
      geometry.geometryType = VK_GEOMETRY_TYPE_TRIANGLES_KHR;
      VkAccelerationStructureGeometryTrianglesDataKHR& triangles = geometry.geometry.triangles;
      triangles = vulkan_structure<VkAccelerationStructureGeometryTrianglesDataKHR>(
          VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR);
      triangles.vertexFormat = VK_FORMAT_R32G32B32_SFLOAT;
      triangles.vertexData.deviceAddress = data->address;
      triangles.vertexStride = 12;
      triangles.maxVertex = static_cast<uint32_t>(source.triangles.size() * 3 - 1);
      triangles.indexType = VK_INDEX_TYPE_NONE_KHR;
    }
    geometries.push_back(geometry);
    counts.push_back(static_cast<uint32_t>(is_boxes ? source.boxes.size() : source.triangles.size()));
  }
  return build_structure(VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, geometries, counts);
}

Result<void> RayScene::add_top(std::span<const RayInstance> instances) {
  std::vector<VkAccelerationStructureInstanceKHR> records(instances.size());
  for (size_t n = 0; n < instances.size(); ++n) {
    const RayInstance& source = instances[n];
    VkAccelerationStructureInstanceKHR& record = records[n];
    std::memcpy(&record.transform, source.transform.data(), sizeof record.transform);
    record.instanceCustomIndex = source.id & 0xFFFFFF;
    record.mask = source.mask;
    record.instanceShaderBindingTableRecordOffset = source.hit_group_offset & 0xFFFFFF;
    record.flags = 0;
    auto info = vulkan_structure<VkAccelerationStructureDeviceAddressInfoKHR>(
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR);
    info.accelerationStructure = structures_[n];
    record.accelerationStructureReference = functions_->address(device_.device(), &info);
  }
  Result<Buffer> data = upload(records.data(), records.size() * sizeof(VkAccelerationStructureInstanceKHR));
  if (!data) return data.error();
  auto geometry = vulkan_structure<VkAccelerationStructureGeometryKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR);
  geometry.geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR;
  geometry.geometry.instances = vulkan_structure<VkAccelerationStructureGeometryInstancesDataKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR);
  geometry.geometry.instances.data.deviceAddress = data->address;
  const auto count = static_cast<uint32_t>(records.size());
  return build_structure(VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, {&geometry, 1}, {&count, 1});
}

Result<void> RayScene::build_structure(VkAccelerationStructureTypeKHR type,
                                       std::span<const VkAccelerationStructureGeometryKHR> geometries,
                                       std::span<const uint32_t> counts) {
  auto info = vulkan_structure<VkAccelerationStructureBuildGeometryInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR);
  info.type = type;
  info.mode = VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR;
  info.geometryCount = static_cast<uint32_t>(geometries.size());
  info.pGeometries = geometries.data();
  auto sizes = vulkan_structure<VkAccelerationStructureBuildSizesInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR);
  functions_->sizes(device_.device(), VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &info, counts.data(),
                    &sizes);
  Result<Buffer> storage =
      make_buffer(sizes.accelerationStructureSize, VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR);
  if (!storage) return storage.error();
  Result<Buffer> scratch = make_buffer(sizes.buildScratchSize + 256, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (!scratch) return scratch.error();
  auto create = vulkan_structure<VkAccelerationStructureCreateInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR);
  create.buffer = storage->buffer;
  create.size = sizes.accelerationStructureSize;
  create.type = type;
  const VkResult result =
      functions_->create(device_.device(), &create, nullptr, &info.dstAccelerationStructure);
  if (result != VK_SUCCESS) return call_failed("vkCreateAccelerationStructureKHR", result);
  structures_.push_back(info.dstAccelerationStructure);
  info.scratchData.deviceAddress = (scratch->address + 255) / 256 * 256;
  std::vector<VkAccelerationStructureBuildRangeInfoKHR> ranges(counts.size());
  for (size_t n = 0; n < counts.size(); ++n) ranges[n].primitiveCount = counts[n];
  return run_build(info, ranges.data());
}

Result<void> RayScene::run_build(const VkAccelerationStructureBuildGeometryInfoKHR& info,
                                 const VkAccelerationStructureBuildRangeInfoKHR* ranges) {
  const VkDevice handle = device_.device();
  auto pool_info = vulkan_structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool_info.queueFamilyIndex = device_.queue_family();
  VkCommandPool pool = VK_NULL_HANDLE;
  VkResult result = vkCreateCommandPool(handle, &pool_info, nullptr, &pool);
  if (result != VK_SUCCESS) return call_failed("vkCreateCommandPool", result);
  auto allocate =
      vulkan_structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  allocate.commandPool = pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  result = vkAllocateCommandBuffers(handle, &allocate, &commands);
  if (result == VK_SUCCESS) {
    auto begin = vulkan_structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    result = vkBeginCommandBuffer(commands, &begin);
  }
  if (result == VK_SUCCESS) {
    functions_->build(commands, 1, &info, &ranges);
    result = vkEndCommandBuffer(commands);
  }
  if (result == VK_SUCCESS) {
    auto submit = vulkan_structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    result = vkQueueSubmit(device_.queue(), 1, &submit, VK_NULL_HANDLE);
  }
  if (result == VK_SUCCESS) result = vkQueueWaitIdle(device_.queue());
  vkDestroyCommandPool(handle, pool, nullptr);
  if (result != VK_SUCCESS) return call_failed("building an acceleration structure", result);
  return {};
}

}  // namespace trellis::execution

#include "tests/vulkan/rays/acceleration_structures.hpp"

#include <algorithm>
#include <cstring>

#include "tests/vulkan/commands.hpp"
#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {
namespace {

constexpr double kMaxSeconds = 60;  // Limit for one build.

}  // namespace

struct RayScene::Functions {
  PFN_vkCreateAccelerationStructureKHR create = nullptr;
  PFN_vkDestroyAccelerationStructureKHR destroy = nullptr;
  PFN_vkGetAccelerationStructureBuildSizesKHR sizes = nullptr;
  PFN_vkGetAccelerationStructureDeviceAddressKHR address = nullptr;
  PFN_vkCmdBuildAccelerationStructuresKHR build = nullptr;
};

namespace {

// Allows shaders to read vertices. Defined by number, because the headers of Debian 12 do not have the name.
constexpr VkBuildAccelerationStructureFlagsKHR kAllowDataAccess = 0x800;

}  // namespace

RayScene::RayScene(const Device& device)
    : functions_(std::make_unique<Functions>()),
      objects_(device),
      keeps_vertices_(device.has_extension("VK_KHR_ray_tracing_position_fetch")) {
  const VkDevice handle = device.handle();
  load_function(handle, "vkCreateAccelerationStructureKHR", functions_->create);
  load_function(handle, "vkDestroyAccelerationStructureKHR", functions_->destroy);
  load_function(handle, "vkGetAccelerationStructureBuildSizesKHR", functions_->sizes);
  load_function(handle, "vkGetAccelerationStructureDeviceAddressKHR", functions_->address);
  load_function(handle, "vkCmdBuildAccelerationStructuresKHR", functions_->build);
}

RayScene::~RayScene() = default;

VkDeviceAddress RayScene::top_address() const { return address(top()); }

VkDeviceAddress RayScene::address(VkAccelerationStructureKHR structure) const {
  auto info = vulkan_structure<VkAccelerationStructureDeviceAddressInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR);
  info.accelerationStructure = structure;
  return functions_->address(objects_.handle(), &info);
}

Result<std::unique_ptr<RayScene>> RayScene::build(const Device& device,
                                                  std::span<const RayInstance> instances) {
  if (!device.has_extension("VK_KHR_acceleration_structure"))
    return unsupported("the device has no acceleration structures");
  std::unique_ptr<RayScene> scene(new RayScene(device));
  for (const RayInstance& instance : instances) {
    TRELLIS_RETURN_IF_ERROR(scene->add_bottom(instance));
  }
  TRELLIS_RETURN_IF_ERROR(scene->add_top(instances));
  return scene;
}

Result<RayScene::Buffer> RayScene::make_buffer(VkDeviceSize bytes, VkBufferUsageFlags usage) {
  auto made = objects_.make_buffer(std::max<VkDeviceSize>(bytes, 16),
                                   usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT);
  if (!made) return made.error();
  return Buffer{*made, objects_.address(*made)};
}

Result<VkDeviceAddress> RayScene::upload(const void* bytes, size_t count) {
  auto made = make_buffer(count, VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR);
  if (!made) return made.error();
  std::memcpy(made->memory.mapped, bytes, count);
  return made->address;
}

Result<void> RayScene::add_bottom(const RayInstance& instance) {
  std::vector<VkAccelerationStructureGeometryKHR> geometries;
  std::vector<uint32_t> counts;
  for (const RayGeometry& source : instance.geometries) {
    auto geometry = vulkan_structure<VkAccelerationStructureGeometryKHR>(
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR);
    geometry.flags =
        source.is_opaque ? VK_GEOMETRY_OPAQUE_BIT_KHR : VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR;
    const bool is_boxes = source.triangles.empty();
    const Result<VkDeviceAddress> data = is_boxes
                                             ? upload(source.boxes.data(), source.boxes.size() * 24)
                                             : upload(source.triangles.data(), source.triangles.size() * 36);
    if (!data) return data.error();
    if (is_boxes) {
      geometry.geometryType = VK_GEOMETRY_TYPE_AABBS_KHR;
      geometry.geometry.aabbs = vulkan_structure<VkAccelerationStructureGeometryAabbsDataKHR>(
          VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_AABBS_DATA_KHR);
      geometry.geometry.aabbs.data.deviceAddress = *data;
      geometry.geometry.aabbs.stride = 24;
    } else {
      geometry.geometryType = VK_GEOMETRY_TYPE_TRIANGLES_KHR;
      VkAccelerationStructureGeometryTrianglesDataKHR& triangles = geometry.geometry.triangles;
      triangles = vulkan_structure<VkAccelerationStructureGeometryTrianglesDataKHR>(
          VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR);
      triangles.vertexFormat = VK_FORMAT_R32G32B32_SFLOAT;
      triangles.vertexData.deviceAddress = *data;
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
    record.accelerationStructureReference = address(structures_[n]);
  }
  const Result<VkDeviceAddress> data =
      upload(records.data(), records.size() * sizeof(VkAccelerationStructureInstanceKHR));
  if (!data) return data.error();
  auto geometry = vulkan_structure<VkAccelerationStructureGeometryKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR);
  geometry.geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR;
  geometry.geometry.instances = vulkan_structure<VkAccelerationStructureGeometryInstancesDataKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR);
  geometry.geometry.instances.data.deviceAddress = *data;
  const auto count = static_cast<uint32_t>(records.size());
  return build_structure(VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, {&geometry, 1}, {&count, 1});
}

Result<void> RayScene::build_structure(VkAccelerationStructureTypeKHR type,
                                       std::span<const VkAccelerationStructureGeometryKHR> geometries,
                                       std::span<const uint32_t> counts) {
  auto info = vulkan_structure<VkAccelerationStructureBuildGeometryInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR);
  info.type = type;
  if (keeps_vertices_ && type == VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR)
    info.flags = kAllowDataAccess;
  info.mode = VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR;
  info.geometryCount = static_cast<uint32_t>(geometries.size());
  info.pGeometries = geometries.data();
  auto sizes = vulkan_structure<VkAccelerationStructureBuildSizesInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR);
  functions_->sizes(objects_.handle(), VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &info, counts.data(),
                    &sizes);
  Result<Buffer> storage =
      make_buffer(sizes.accelerationStructureSize, VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR);
  if (!storage) return storage.error();
  Result<Buffer> scratch = make_buffer(sizes.buildScratchSize + 256, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (!scratch) return scratch.error();
  auto create = vulkan_structure<VkAccelerationStructureCreateInfoKHR>(
      VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR);
  create.buffer = storage->memory.buffer;
  create.size = sizes.accelerationStructureSize;
  create.type = type;
  const VkResult result =
      functions_->create(objects_.handle(), &create, nullptr, &info.dstAccelerationStructure);
  if (result != VK_SUCCESS) return call_failed("vkCreateAccelerationStructureKHR", result);
  structures_.push_back(info.dstAccelerationStructure);
  objects_.defer([this, structure = info.dstAccelerationStructure] {
    functions_->destroy(objects_.handle(), structure, nullptr);
  });
  info.scratchData.deviceAddress = (scratch->address + 255) / 256 * 256;
  std::vector<VkAccelerationStructureBuildRangeInfoKHR> ranges(counts.size());
  for (size_t n = 0; n < counts.size(); ++n) ranges[n].primitiveCount = counts[n];
  return run_build(info, ranges.data());
}

Result<void> RayScene::run_build(const VkAccelerationStructureBuildGeometryInfoKHR& info,
                                 const VkAccelerationStructureBuildRangeInfoKHR* ranges) {
  auto commands = begin_commands(objects_);
  if (!commands) return commands.error();
  functions_->build(*commands, 1, &info, &ranges);
  const VkResult result = run_commands(objects_, *commands, kMaxSeconds);
  if (result != VK_SUCCESS) return call_failed("building an acceleration structure", result);
  return {};
}

}  // namespace trellis::vulkan

#include "path_tracer/ray_scene.hpp"

#include <cstring>

namespace example {
namespace {

constexpr VkBufferUsageFlags kAddress = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;

template <class T>
Buffer upload(Gpu& gpu, const std::vector<T>& contents) {
  const Buffer buffer =
      gpu.make_buffer(contents.size() * sizeof(T),
                      VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR | kAddress);
  std::memcpy(buffer.bytes, contents.data(), contents.size() * sizeof(T));
  return buffer;
}

/// Returns two triangles per quad, so that quad n has the primitives 2 n and 2 n + 1.
std::vector<Float3> corners_of(const Instance& instance) {
  std::vector<Float3> corners;
  for (const Quad& quad : instance.quads) {
    const Float3 right = quad.corner + quad.right, up = quad.corner + quad.up;
    corners.insert(corners.end(), {quad.corner, right, up, right + quad.up, up, right});
  }
  return corners;
}

class Builder {
 public:
  explicit Builder(Gpu& gpu) : gpu_(gpu) {
    properties_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_PROPERTIES_KHR;
    VkPhysicalDeviceProperties2 all = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &properties_, {}};
    vkGetPhysicalDeviceProperties2(gpu.physical_device(), &all);
  }

  VkAccelerationStructureKHR bottom(const Instance& instance) {
    const std::vector<Float3> corners = corners_of(instance);
    VkAccelerationStructureGeometryKHR geometry = {};
    geometry.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR;
    geometry.geometryType = VK_GEOMETRY_TYPE_TRIANGLES_KHR;
    geometry.flags =
        instance.is_shutter ? VkGeometryFlagsKHR{0} : VkGeometryFlagsKHR{VK_GEOMETRY_OPAQUE_BIT_KHR};
    VkAccelerationStructureGeometryTrianglesDataKHR& triangles = geometry.geometry.triangles;
    triangles.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR;
    triangles.vertexFormat = VK_FORMAT_R32G32B32_SFLOAT;
    triangles.vertexData.deviceAddress = upload(gpu_, corners).address;
    triangles.vertexStride = sizeof(Float3);
    triangles.maxVertex = static_cast<uint32_t>(corners.size()) - 1;
    triangles.indexType = VK_INDEX_TYPE_NONE_KHR;
    return build(VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, geometry,
                 static_cast<uint32_t>(corners.size() / 3));
  }

  VkAccelerationStructureKHR top(const std::vector<VkAccelerationStructureInstanceKHR>& instances) {
    VkAccelerationStructureGeometryKHR geometry = {};
    geometry.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR;
    geometry.geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR;
    geometry.geometry.instances.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR;
    geometry.geometry.instances.data.deviceAddress = upload(gpu_, instances).address;
    return build(VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, geometry,
                 static_cast<uint32_t>(instances.size()));
  }

  VkDeviceAddress address(VkAccelerationStructureKHR structure) const {
    VkAccelerationStructureDeviceAddressInfoKHR info = {};
    info.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR;
    info.accelerationStructure = structure;
    return DEVICE_FUNCTION(gpu_, vkGetAccelerationStructureDeviceAddressKHR)(gpu_.device(), &info);
  }

 private:
  VkAccelerationStructureKHR build(VkAccelerationStructureTypeKHR type,
                                   const VkAccelerationStructureGeometryKHR& geometry, uint32_t primitives) {
    VkAccelerationStructureBuildGeometryInfoKHR info = {};
    info.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR;
    info.type = type;
    info.flags = VK_BUILD_ACCELERATION_STRUCTURE_PREFER_FAST_TRACE_BIT_KHR;
    info.geometryCount = 1;
    info.pGeometries = &geometry;
    VkAccelerationStructureBuildSizesInfoKHR sizes = {};
    sizes.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR;
    DEVICE_FUNCTION(gpu_, vkGetAccelerationStructureBuildSizesKHR)
    (gpu_.device(), VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &info, &primitives, &sizes);

    VkAccelerationStructureCreateInfoKHR create = {};
    create.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR;
    create.buffer = gpu_.make_buffer(sizes.accelerationStructureSize,
                                     VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR | kAddress)
                        .handle;
    create.size = sizes.accelerationStructureSize;
    create.type = type;
    VkAccelerationStructureKHR structure = VK_NULL_HANDLE;
    check(
        DEVICE_FUNCTION(gpu_, vkCreateAccelerationStructureKHR)(gpu_.device(), &create, nullptr, &structure),
        "vkCreateAccelerationStructureKHR");
    const auto destroy = DEVICE_FUNCTION(gpu_, vkDestroyAccelerationStructureKHR);
    gpu_.at_end([device = gpu_.device(), destroy, structure] { destroy(device, structure, nullptr); });

    const VkDeviceSize alignment = properties_.minAccelerationStructureScratchOffsetAlignment;
    const Buffer scratch =
        gpu_.make_buffer(sizes.buildScratchSize + alignment, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kAddress);
    info.dstAccelerationStructure = structure;
    info.scratchData.deviceAddress = (scratch.address + alignment - 1) / alignment * alignment;
    const VkAccelerationStructureBuildRangeInfoKHR range = {primitives, 0, 0, 0};
    const VkAccelerationStructureBuildRangeInfoKHR* const ranges = &range;
    const auto record = DEVICE_FUNCTION(gpu_, vkCmdBuildAccelerationStructuresKHR);
    gpu_.run([&](VkCommandBuffer commands) { record(commands, 1, &info, &ranges); });
    return structure;
  }

  Gpu& gpu_;
  VkPhysicalDeviceAccelerationStructurePropertiesKHR properties_ = {};
};

}  // namespace

void add_ray_scene_needs(DeviceNeeds& needs) {
  needs.add_feature("VkPhysicalDeviceAccelerationStructureFeaturesKHR::accelerationStructure");
  needs.add_feature("VkPhysicalDeviceVulkan12Features::bufferDeviceAddress");
  needs.add_extension("VK_KHR_deferred_host_operations");
}

VkAccelerationStructureKHR build_ray_scene(Gpu& gpu, const Scene& scene, uint32_t groups) {
  Builder builder(gpu);
  std::vector<VkAccelerationStructureInstanceKHR> records;
  for (const Instance& instance : scene.instances) {
    VkAccelerationStructureInstanceKHR record = {};
    std::memcpy(&record.transform, instance.transform.data(), sizeof record.transform);
    record.instanceCustomIndex = instance.first_surface & 0xFFFFFF;
    record.mask = 0xFF;
    record.instanceShaderBindingTableRecordOffset = (instance.is_shutter ? groups : 0) & 0xFFFFFF;
    record.accelerationStructureReference = builder.address(builder.bottom(instance));
    records.push_back(record);
  }
  return builder.top(records);
}

}  // namespace example

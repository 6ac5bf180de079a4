// Acceleration structures for tests of ray queries: a few triangles and boxes in a few instances.
#pragma once

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "support/result.hpp"
#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

/// A geometry of triangles, or of boxes if it has no triangles.
struct RayGeometry {
  bool is_opaque = true;
  std::vector<std::array<float, 9>> triangles;  ///< Three points each.
  std::vector<std::array<float, 6>> boxes;      ///< Minimum and maximum corner.
};

/// A bottom-level structure and its transform in the scene.
struct RayInstance {
  /// Either all are triangles or all are boxes.
  std::vector<RayGeometry> geometries;
  std::array<float, 12> transform = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};  ///< Object to world: 3 rows of 4.
  uint32_t id = 0;                                                         ///< 24 bits are used.
  uint8_t mask = 0xFF;
  uint32_t hit_group_offset = 0;  ///< 24 bits are used.
};

/// A top-level structure and its bottom-level structures. The device must outlive it.
class RayScene {
 public:
  /// Errors: kUnsupported if the device has no acceleration structures; a failed Vulkan call.
  static Result<std::unique_ptr<RayScene>> build(const Device& device,
                                                 std::span<const RayInstance> instances);
  ~RayScene();
  RayScene(const RayScene&) = delete;
  RayScene& operator=(const RayScene&) = delete;

  VkAccelerationStructureKHR top() const { return structures_.back(); }
  VkDeviceAddress top_address() const;

 private:
  struct Buffer {
    HostBuffer memory;
    VkDeviceAddress address = 0;
  };
  struct Functions;

  explicit RayScene(const Device& device);
  Result<Buffer> make_buffer(VkDeviceSize bytes, VkBufferUsageFlags usage);
  /// Creates a buffer that builds read, and returns its address.
  Result<VkDeviceAddress> upload(const void* bytes, size_t count);
  VkDeviceAddress address(VkAccelerationStructureKHR structure) const;
  Result<void> add_bottom(const RayInstance& instance);
  Result<void> add_top(std::span<const RayInstance> instances);
  Result<void> build_structure(VkAccelerationStructureTypeKHR type,
                               std::span<const VkAccelerationStructureGeometryKHR> geometries,
                               std::span<const uint32_t> counts);
  Result<void> run_build(const VkAccelerationStructureBuildGeometryInfoKHR& info,
                         const VkAccelerationStructureBuildRangeInfoKHR* ranges);

  std::unique_ptr<Functions> functions_;  // Before the objects, whose destruction needs it.
  DeviceObjects objects_;
  bool keeps_vertices_;
  std::vector<VkAccelerationStructureKHR> structures_;  // The top-level one is last.
};

}  // namespace trellis::vulkan

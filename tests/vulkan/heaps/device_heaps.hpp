// The device's own descriptor heaps (VK_EXT_descriptor_heap) for one dispatch, draw or launch.
#pragma once

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "tests/vulkan/heaps/heap_structures.hpp"
#include "tests/vulkan/objects.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

/// What a descriptor refers to, on the device.
struct HeapTarget {
  VkDeviceAddress address = 0;  ///< Of the buffer or the acceleration structure.
  VkDeviceSize bytes = 0;
  VkImage image = VK_NULL_HANDLE;
};

/// Both heaps, with the descriptors of resources with BoundResource::in_heap at the index `element`. The
/// others follow at places that the pipeline maps to their sets and bindings; samplers among them are
/// embedded.
class DeviceHeaps {
 public:
  /// Returns true if the device has the extension, and it is enabled.
  static bool are_supported(const Device& device);

  /// `stride`: bytes from one descriptor of the resource heap to the next; 0: the size of the largest.
  DeviceHeaps(DeviceObjects& objects, uint32_t stride);
  /// Makes heaps large enough for all resources.
  Result<void> make(const std::vector<BoundResource>& resources);
  Result<void> write(const BoundResource& resource, const HeapTarget& target);

  void bind(VkCommandBuffer commands) const;
  void push(VkCommandBuffer commands, const std::vector<uint8_t>& bytes) const;
  /// What a pipeline's stage needs in its chain; valid as long as this object.
  const heap_api::Mappings& mappings() const { return mappings_; }

 private:
  struct Heap {
    HostBuffer buffer;
    VkDeviceAddress address = 0;
    VkDeviceSize stride = 0, slots = 0, bytes = 0, reserved = 0;
  };
  Result<void> make_heap(Heap& heap, VkDeviceSize alignment);
  void place_mapped(const std::vector<BoundResource>& resources);
  uint32_t slot_of(const BoundResource& resource) const;
  heap_api::HostRange range_of(const Heap& heap, uint32_t slot) const;

  DeviceObjects& objects_;
  heap_api::HeapProperties properties_ = {};
  Heap resources_, samplers_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> mapped_;  ///< By set and binding: the first slot.
  std::vector<heap_api::Mapping> mapping_list_;
  std::map<std::pair<uint32_t, uint32_t>, VkSamplerCreateInfo> embedded_;
  heap_api::Mappings mappings_ = {};
};

/// What a pipeline's create info needs if its shaders use heaps. Must live until the pipeline is created.
class HeapPipeline {
 public:
  /// `heaps` may be null: then nothing is added.
  explicit HeapPipeline(const DeviceHeaps* heaps) : heaps_(heaps) { flags_.flags = heap_api::kHeapPipeline; }
  void add_mappings(VkPipelineShaderStageCreateInfo& stage);
  /// The structure for the create info's chain, or null.
  const void* flags() const { return heaps_ == nullptr ? nullptr : &flags_; }

 private:
  const DeviceHeaps* heaps_;
  std::deque<heap_api::Mappings> mappings_;
  heap_api::PipelineFlags flags_ = {};
};

}  // namespace trellis::vulkan

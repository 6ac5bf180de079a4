// The descriptor heap as a translation layer keeps it: arrays that are bound once and updated whenever
// something changes.
#pragma once

#include <vulkan/vulkan.h>

#include <array>

#include "vulkan_helpers/gpu.hpp"

namespace example {

class Heap {
 public:
  explicit Heap(Gpu& gpu);

  const std::array<VkDescriptorSetLayout, 2>& layouts() const { return layouts_; }
  const std::array<VkDescriptorSet, 2>& sets() const { return sets_; }

  // Set the contents of a slot. May be called after the sets were bound to a command buffer.
  void put_texture(uint32_t slot, const Image& image);
  void put_storage_image(uint32_t slot, const Image& image);
  void put_constants(uint32_t slot, const Buffer& buffer);
  void put_sampler(uint32_t element, VkFilter filter, VkSamplerAddressMode mode);

 private:
  void make_layouts();
  void make_sets();
  /// Returns a write of one descriptor. The caller sets the data that it points to.
  VkWriteDescriptorSet write_of(uint32_t set, uint32_t binding, uint32_t element,
                                VkDescriptorType type) const;
  void put_image(uint32_t binding, uint32_t slot, const Image& image, VkDescriptorType type,
                 VkImageLayout layout);

  Gpu& gpu_;
  std::array<VkDescriptorSetLayout, 2> layouts_ = {};
  std::array<VkDescriptorSet, 2> sets_ = {};
};

}  // namespace example

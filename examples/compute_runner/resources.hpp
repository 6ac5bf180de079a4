// Creates and binds the buffers that a module uses, according to its reflection.
#pragma once

#include <vulkan/vulkan.h>

#include <string>
#include <trellis/trellis.hpp>
#include <vector>

#include "compute_runner/arguments.hpp"
#include "vulkan_helpers/gpu.hpp"

namespace example {

/// A register and the buffer bound to it.
struct BoundBuffer {
  Register place;
  Buffer buffer;
  bool is_written = false;
  bool is_counter = false;  ///< Whether this is the hidden counter of `place`.
};

class Resources {
 public:
  /// Fails and names the register if a resource cannot be bound.
  Resources(Gpu& gpu, const trellis::api::Module& module, const Arguments& arguments);

  VkDescriptorSetLayout layout() const { return layout_; }
  VkDescriptorSet set() const { return set_; }
  const std::vector<BoundBuffer>& buffers() const { return buffers_; }

 private:
  /// The elements of one binding of the set.
  struct Slot {
    uint32_t binding = 0;
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    std::vector<VkDescriptorBufferInfo> buffers;
    std::vector<VkBufferView> views;  ///< For texel buffers.
  };

  void add(const trellis::api::BoundResource& bound, const Arguments& arguments);
  void add_counters(const trellis::api::BoundResource& bound, uint32_t count);
  void add_element(Slot& slot, const trellis::api::BoundResource& bound, Register place,
                   const Arguments& arguments);
  void make_layout();
  void make_set();

  Gpu& gpu_;
  std::vector<Slot> slots_;
  std::vector<BoundBuffer> buffers_;
  VkDescriptorSetLayout layout_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
};

}  // namespace example

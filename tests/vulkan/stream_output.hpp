// The buffers that stream output of one draw goes to: transform feedback, in Vulkan's words.
#pragma once

#include <vector>

#include "tests/vulkan/draw.hpp"
#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

class StreamOutputBuffers {
 public:
  StreamOutputBuffers(DeviceObjects& objects, const Draw& draw) : objects_(objects), draw_(draw) {}

  Result<void> make();
  /// Error: the device has no transform feedback (kUnsupported).
  Result<void> record_begin(VkCommandBuffer commands) const;
  void record_end(VkCommandBuffer commands) const;
  std::vector<std::vector<uint8_t>> contents() const;

 private:
  DeviceObjects& objects_;
  const Draw& draw_;
  std::vector<HostBuffer> buffers_;
};

}  // namespace trellis::vulkan

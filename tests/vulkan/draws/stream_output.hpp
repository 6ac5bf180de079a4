// The buffers for the stream output of a draw, which is transform feedback in Vulkan.
#pragma once

#include <vector>

#include "tests/vulkan/draws/draw.hpp"
#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

class StreamOutputBuffers {
 public:
  StreamOutputBuffers(DeviceObjects& objects, const Draw& draw) : objects_(objects), draw_(draw) {}

  Result<void> make();
  /// Error: kUnsupported if the device has no transform feedback.
  Result<void> record_begin(VkCommandBuffer commands) const;
  void record_end(VkCommandBuffer commands) const;
  std::vector<std::vector<uint8_t>> contents() const;

 private:
  DeviceObjects& objects_;
  const Draw& draw_;
  std::vector<HostBuffer> buffers_;
};

}  // namespace trellis::vulkan

#include "tests/vulkan/draws/stream_output.hpp"

#include <algorithm>

#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {

Result<void> StreamOutputBuffers::make() {
  for (const uint32_t bytes : draw_.stream_output_bytes) {
    const std::vector<uint8_t> nothing(std::max(bytes, 4u), 0xCC);
    auto buffer =
        objects_.make_buffer(nothing.size(), VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT, nothing);
    if (!buffer) return buffer.error();
    buffers_.push_back(*buffer);
  }
  return {};
}

Result<void> StreamOutputBuffers::record_begin(VkCommandBuffer commands) const {
  if (buffers_.empty()) return {};
  PFN_vkCmdBindTransformFeedbackBuffersEXT bind = nullptr;
  PFN_vkCmdBeginTransformFeedbackEXT begin = nullptr;
  load_function(objects_.handle(), "vkCmdBindTransformFeedbackBuffersEXT", bind);
  load_function(objects_.handle(), "vkCmdBeginTransformFeedbackEXT", begin);
  if (bind == nullptr || begin == nullptr) return unsupported("the device has no transform feedback");
  for (uint32_t n = 0; n < buffers_.size(); ++n) {
    const VkDeviceSize offset = 0, bytes = buffers_[n].bytes;
    bind(commands, n, 1, &buffers_[n].buffer, &offset, &bytes);
  }
  begin(commands, 0, 0, nullptr, nullptr);
  return {};
}

void StreamOutputBuffers::record_end(VkCommandBuffer commands) const {
  if (buffers_.empty()) return;
  PFN_vkCmdEndTransformFeedbackEXT end = nullptr;
  load_function(objects_.handle(), "vkCmdEndTransformFeedbackEXT", end);
  end(commands, 0, 0, nullptr, nullptr);
}

std::vector<std::vector<uint8_t>> StreamOutputBuffers::contents() const {
  std::vector<std::vector<uint8_t>> all;
  for (size_t n = 0; n < buffers_.size(); ++n) {
    all.emplace_back(buffers_[n].mapped, buffers_[n].mapped + draw_.stream_output_bytes[n]);
  }
  return all;
}

}  // namespace trellis::vulkan

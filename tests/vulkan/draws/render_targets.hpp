// The render targets of a draw, and reading them back.
#pragma once

#include <vector>

#include "tests/vulkan/draws/draw.hpp"
#include "tests/vulkan/objects.hpp"

namespace trellis::vulkan {

inline constexpr VkFormat kDepthStencilFormat = VK_FORMAT_D32_SFLOAT_S8_UINT;

class RenderTargets {
 public:
  RenderTargets(DeviceObjects& objects, const Draw& draw) : objects_(objects), draw_(draw) {}

  Result<void> make();
  /// Clears the targets and begins rendering to them.
  void record_begin(VkCommandBuffer commands) const;
  void record_end(VkCommandBuffer commands) const { vkCmdEndRendering(commands); }
  void record_download(VkCommandBuffer commands) const;
  void read(Drawn& drawn) const;

 private:
  struct Color {
    DeviceImage image, resolved;  // resolved: only with multisampling.
    HostBuffer buffer;
  };

  Result<DeviceImage> make_attachment(VkFormat format, VkSampleCountFlagBits samples, VkImageUsageFlags usage,
                                      VkImageAspectFlags aspects);
  size_t texels() const { return size_t{draw_.width} * draw_.height * draw_.layers; }
  bool reads_depth() const { return draw_.depth && draw_.samples == VK_SAMPLE_COUNT_1_BIT; }
  void copy(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspect, const HostBuffer& to) const;
  Picture picture(VkFormat format, const HostBuffer& buffer) const;

  DeviceObjects& objects_;
  const Draw& draw_;
  std::vector<Color> colors_;
  DeviceImage depth_;
  HostBuffer depth_buffer_, stencil_buffer_;
};

}  // namespace trellis::vulkan

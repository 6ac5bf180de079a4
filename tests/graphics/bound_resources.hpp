// Descriptors of one draw with the buffers, images and samplers behind them.
#pragma once

#include <map>
#include <vector>

#include "tests/graphics/device_objects.hpp"
#include "tests/graphics/draw.hpp"

namespace trellis::graphics {

class BoundResources {
 public:
  BoundResources(DeviceObjects& objects, const std::vector<BoundResource>& resources)
      : objects_(objects), resources_(resources) {}

  /// Makes everything, descriptor sets and pipeline layout included, by a layout that is given or by what the
  /// resources need.
  Result<void> make(VkShaderStageFlags stages, uint32_t push_constant_bytes = 0,
                    const GivenLayout* given = nullptr);
  void record_upload(VkCommandBuffer commands) const;
  void record_bind(VkCommandBuffer commands,
                   VkPipelineBindPoint point = VK_PIPELINE_BIND_POINT_GRAPHICS) const;
  void record_download(VkCommandBuffer commands) const;
  /// As the resources; empty for what shaders only read.
  std::vector<std::vector<uint8_t>> contents() const;

  /// Of a buffer with is_addressed.
  VkDeviceAddress address(size_t resource) const;
  /// Puts it into a buffer. Error: there is no room.
  Result<void> put_address(size_t buffer, uint32_t offset, VkDeviceAddress address) const;
  /// Writes the descriptors with is_late: after record_bind(), before the commands run.
  void write_late() const;

  VkPipelineLayout pipeline_layout() const { return pipeline_layout_; }

 private:
  struct Made {
    HostBuffer buffer;  ///< Of images: what is copied in, and out.
    VkBufferView view = VK_NULL_HANDLE;
    DeviceImage image;
    VkSampler sampler = VK_NULL_HANDLE;
  };

  Result<void> make_one(const BoundResource& resource, Made& made);
  Result<void> make_texels(const BoundResource& resource, Made& made);
  Result<void> make_sampler(const BoundResource& resource, Made& made);
  Result<void> make_layouts(VkShaderStageFlags stages, uint32_t push_constant_bytes);
  Result<void> make_given(const GivenLayout& given);
  Result<void> make_sets();
  void write(const BoundResource& resource, const Made& made) const;

  DeviceObjects& objects_;
  const std::vector<BoundResource>& resources_;
  std::vector<Made> made_;
  std::vector<VkDescriptorSetLayout> layouts_;
  std::vector<VkDescriptorSet> sets_;
  VkPipelineLayout pipeline_layout_ = VK_NULL_HANDLE;
};

}  // namespace trellis::graphics

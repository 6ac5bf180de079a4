// Descriptors of one draw or dispatch, with their buffers, images and samplers.
#pragma once

#include <optional>
#include <vector>

#include "tests/vulkan/heaps/device_heaps.hpp"
#include "tests/vulkan/objects.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

/// How the descriptors are used.
struct BindingNeeds {
  VkPipelineBindPoint point = VK_PIPELINE_BIND_POINT_COMPUTE;
  VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT;
  uint32_t push_constant_bytes = 0;
  bool may_be_mutable = false;   ///< A binding can contain descriptors of several types.
  DeviceHeaps* heaps = nullptr;  ///< If not null, there are no sets: descriptors are written there.
};

/// Gaps in descriptor arrays are null descriptors if the device supports them and no layout is given.
class BoundResources {
 public:
  BoundResources(DeviceObjects& objects, const std::vector<BoundResource>& resources)
      : objects_(objects), resources_(resources) {}

  /// Creates everything, including descriptor sets and pipeline layout. Uses the given layout, or one that
  /// the resources need.
  Result<void> make(const BindingNeeds& needs, const std::optional<PipelineLayout>& given);
  /// Writes addresses to where shaders read them: to the push constants or to tables.
  Result<void> place_addresses(const std::vector<PlacedAddress>& addresses,
                               std::vector<uint8_t>& push_constants) const;
  void record_upload(VkCommandBuffer commands) const;
  void record_bind(VkCommandBuffer commands) const;
  void record_download(VkCommandBuffer commands) const;
  /// Writes the descriptors with is_late: call it after record_bind(), before the commands run.
  void write_late() const;
  /// Returns the contents of each resource: of its buffer, or the texels of its storage image. Error:
  /// something was written outside a buffer.
  Result<std::vector<std::vector<uint8_t>>> contents() const;

  VkPipelineLayout pipeline_layout() const { return pipeline_layout_; }

 private:
  struct Made {
    HostBuffer buffer;  ///< For images, the buffer for copies in and out.
    VkBufferView view = VK_NULL_HANDLE;
    DeviceImage image;
    VkSampler sampler = VK_NULL_HANDLE;
  };

  Result<void> make_one(const BoundResource& resource, Made& made);
  Result<void> make_buffer(const BoundResource& resource, Made& made);
  Result<void> make_view(const BoundResource& resource, Made& made);
  Result<void> make_image(const BoundResource& resource, Made& made);
  Result<void> make_sampler(const BoundResource& resource, Made& made);
  Result<void> make_sets(const BindingNeeds& needs, const std::optional<PipelineLayout>& given);
  Result<void> write_to_heaps(DeviceHeaps& heaps) const;
  VkDeviceAddress address(const PlacedAddress& placed) const;
  void write_nulls() const;
  void write(const BoundResource& resource, const Made& made, uint32_t element) const;

  DeviceObjects& objects_;
  const std::vector<BoundResource>& resources_;
  std::vector<Made> made_;
  std::vector<VkDescriptorSet> sets_;
  VkPipelineLayout pipeline_layout_ = VK_NULL_HANDLE;
  VkPipelineBindPoint point_ = VK_PIPELINE_BIND_POINT_COMPUTE;
  bool is_in_heaps_ = false;
};

}  // namespace trellis::vulkan

// Runs compute shaders on a Vulkan device: SPIR-V and buffers in, the buffers after the dispatch out.
#pragma once

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/execution/spirv_interface.hpp"
#include "tests/execution/vulkan_device.hpp"

namespace trellis::execution {

/// One buffer and the descriptor it is bound to.
struct BufferBinding {
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t element = 0;  ///< Index in an array of descriptors.
  BindingKind kind = BindingKind::kStorageBuffer;
  VkFormat format = VK_FORMAT_UNDEFINED;  ///< For texel buffers.
  std::vector<uint8_t> contents;  ///< Before the dispatch; at least one byte, the buffer's exact size.
};

/// An acceleration structure and the descriptor it is bound to.
struct StructureBinding {
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t element = 0;
  VkAccelerationStructureKHR structure = VK_NULL_HANDLE;  ///< Not owned.
};

struct Dispatch {
  std::span<const uint32_t> words;  ///< The module; has to be valid, drivers do not check it.
  std::string entry = "main";
  std::span<const BufferBinding> bindings;
  std::span<const StructureBinding> structures = {};
  bool mutable_descriptors = false;  ///< A binding may have descriptors of several kinds, as heaps have.
  std::array<uint32_t, 3> groups = {1, 1, 1};
  double seconds = 120.0;  ///< Limit for the execution. Lavapipe compiles in it: seconds for a large shader.
};

/// A device that dispatches are run on one after the other. Create one and keep it: that costs far more than
/// a dispatch. For use by one thread.
class VulkanRunner {
 public:
  /// With the device that the environment variable TRELLIS_VULKAN_DEVICE names, or the default one
  /// (see VulkanDevice::create).
  static Result<std::unique_ptr<VulkanRunner>> create();
  static Result<std::unique_ptr<VulkanRunner>> create(const std::string& device_name_part);

  /// Compiles the module, runs it once, and returns the buffers' contents afterwards, one for each binding,
  /// in their order. Sets and bindings may have gaps; elements of descriptor arrays that are not given are
  /// null descriptors where the device has them, otherwise left unwritten.
  ///
  /// Errors: a binding the device cannot make (kUnsupported), two bindings for one descriptor or an empty
  /// buffer (kBadInput), a failed Vulkan call by name and result, a dispatch that exceeds its limit, and
  /// memory changed outside the buffers (kInternalCheck). After a dispatch that exceeded its limit or lost
  /// the device every further run fails.
  Result<std::vector<std::vector<uint8_t>>> run(const Dispatch& dispatch);

  const DeviceProperties& properties() const { return device_->properties(); }
  const VulkanDevice& vulkan() const { return *device_; }

 private:
  explicit VulkanRunner(std::unique_ptr<VulkanDevice> device) : device_(std::move(device)) {}

  std::unique_ptr<VulkanDevice> device_;
  std::string lost_;  ///< Why no further run is possible.
};

}  // namespace trellis::execution

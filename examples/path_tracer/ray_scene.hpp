// Acceleration structures of a scene.
#pragma once

#include "path_tracer/scene.hpp"
#include "vulkan_helpers/gpu.hpp"

namespace example {

/// Adds what building them needs of a device.
void add_ray_scene_needs(DeviceNeeds& needs);

/// One bottom level an instance and the top level over them, which is returned. `groups`: hit groups of an
/// instance.
VkAccelerationStructureKHR build_ray_scene(Gpu& gpu, const Scene& scene, uint32_t groups);

/// A function of an extension; fails if the device does not have it.
template <class Function>
Function device_function(const Gpu& gpu, const char* name) {
  const auto found = reinterpret_cast<Function>(vkGetDeviceProcAddr(gpu.device(), name));
  if (found == nullptr) fail(std::string("the device has no ") + name);
  return found;
}
#define DEVICE_FUNCTION(gpu, name) device_function<PFN_##name>(gpu, #name)

}  // namespace example

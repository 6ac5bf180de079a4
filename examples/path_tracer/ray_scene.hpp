// The acceleration structures of a scene.
#pragma once

#include "path_tracer/scene.hpp"
#include "vulkan_helpers/gpu.hpp"

namespace example {

/// Adds the device features that building acceleration structures requires.
void add_ray_scene_needs(DeviceNeeds& needs);

/// Builds a bottom-level structure per instance and returns the top-level structure over them. `groups`:
/// number of hit groups per instance.
VkAccelerationStructureKHR build_ray_scene(Gpu& gpu, const Scene& scene, uint32_t groups);

/// Returns a function of an extension. Fails if the device does not have it.
template <class Function>
Function device_function(const Gpu& gpu, const char* name) {
  const auto found = reinterpret_cast<Function>(vkGetDeviceProcAddr(gpu.device(), name));
  if (found == nullptr) fail(std::string("the device has no ") + name);
  return found;
}
#define DEVICE_FUNCTION(gpu, name) device_function<PFN_##name>(gpu, #name)

}  // namespace example

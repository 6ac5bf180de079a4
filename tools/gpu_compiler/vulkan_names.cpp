#include "tools/gpu_compiler/vulkan_names.hpp"

namespace trellis::gpu_compiler {

std::string result_name(VkResult result) {
  switch (result) {
#define NAME(code) \
  case code:       \
    return #code
    NAME(VK_SUCCESS);
    NAME(VK_NOT_READY);
    NAME(VK_TIMEOUT);
    NAME(VK_INCOMPLETE);
    NAME(VK_PIPELINE_COMPILE_REQUIRED);
    NAME(VK_ERROR_OUT_OF_HOST_MEMORY);
    NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY);
    NAME(VK_ERROR_INITIALIZATION_FAILED);
    NAME(VK_ERROR_DEVICE_LOST);
    NAME(VK_ERROR_MEMORY_MAP_FAILED);
    NAME(VK_ERROR_LAYER_NOT_PRESENT);
    NAME(VK_ERROR_EXTENSION_NOT_PRESENT);
    NAME(VK_ERROR_FEATURE_NOT_PRESENT);
    NAME(VK_ERROR_INCOMPATIBLE_DRIVER);
    NAME(VK_ERROR_TOO_MANY_OBJECTS);
    NAME(VK_ERROR_FORMAT_NOT_SUPPORTED);
    NAME(VK_ERROR_FRAGMENTED_POOL);
    NAME(VK_ERROR_OUT_OF_POOL_MEMORY);
    NAME(VK_ERROR_FRAGMENTATION);
    NAME(VK_ERROR_INVALID_SHADER_NV);
    NAME(VK_ERROR_UNKNOWN);
#undef NAME
    default:
      return "VkResult " + std::to_string(static_cast<int>(result));
  }
}

Diagnostic call_failed(const char* call, VkResult result) {
  return internal_check(std::string(call) + ": " + result_name(result));
}

}  // namespace trellis::gpu_compiler

/* Uses the optional header from C. */
#include "trellis/vulkan.h"

int vulkan_header_in_c_works(void);

int vulkan_header_in_c_works(void) {
  TrellisVkFeatures features;
  trellis_vk_features_init(&features);
  return trellis_vk_enable(&features, "VkPhysicalDeviceVulkan12Features::shaderInt8") == 1 &&
         trellis_vk_features_chain(&features) == (void*)&features.features2 &&
         features.features2.pNext != NULL;
}

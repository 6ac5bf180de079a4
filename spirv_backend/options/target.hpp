// Translation targets: versions of Vulkan and of SPIR-V.
#pragma once

#include <cstdint>

namespace trellis::spirv {

/// Vulkan 1.1: SPIR-V 1.3, or 1.4 where the device has VK_KHR_spirv_1_4; 1.2: SPIR-V 1.5; 1.3 and 1.4:
/// SPIR-V 1.6.
enum class Target : uint8_t { kVulkan1_1, kVulkan1_2, kVulkan1_3, kVulkan1_4, kVulkan1_1Spirv1_4 };

/// The version words of SPIR-V modules.
inline constexpr uint32_t kSpirv13 = 0x00010300, kSpirv14 = 0x00010400, kSpirv15 = 0x00010500,
                          kSpirv16 = 0x00010600;

}  // namespace trellis::spirv

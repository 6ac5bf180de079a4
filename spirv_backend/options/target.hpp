// What is translated to: versions of Vulkan and of SPIR-V.
#pragma once

#include <cstdint>

namespace trellis::spirv {

/// Vulkan 1.1: SPIR-V 1.3; 1.2: SPIR-V 1.5; 1.3: SPIR-V 1.6.
enum class Target : uint8_t { kVulkan1_1, kVulkan1_2, kVulkan1_3 };

/// SPIR-V version words.
inline constexpr uint32_t kSpirv13 = 0x00010300, kSpirv14 = 0x00010400, kSpirv15 = 0x00010500,
                          kSpirv16 = 0x00010600;

}  // namespace trellis::spirv

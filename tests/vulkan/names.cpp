#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {

std::optional<VkFormat> format_from_name(std::string_view name) {
  struct Row {
    std::string_view name;
    VkFormat format;
  };
  static constexpr Row kRows[] = {
      {"r8_unorm", VK_FORMAT_R8_UNORM},
      {"r8_uint", VK_FORMAT_R8_UINT},
      {"r8_sint", VK_FORMAT_R8_SINT},
      {"rgba8_unorm", VK_FORMAT_R8G8B8A8_UNORM},
      {"rgba8_snorm", VK_FORMAT_R8G8B8A8_SNORM},
      {"rgba8_uint", VK_FORMAT_R8G8B8A8_UINT},
      {"rgba8_sint", VK_FORMAT_R8G8B8A8_SINT},
      {"r16_float", VK_FORMAT_R16_SFLOAT},
      {"r16_uint", VK_FORMAT_R16_UINT},
      {"r16_sint", VK_FORMAT_R16_SINT},
      {"rg16_float", VK_FORMAT_R16G16_SFLOAT},
      {"rg16_uint", VK_FORMAT_R16G16_UINT},
      {"rg16_sint", VK_FORMAT_R16G16_SINT},
      {"rgba16_float", VK_FORMAT_R16G16B16A16_SFLOAT},
      {"rgba16_uint", VK_FORMAT_R16G16B16A16_UINT},
      {"rgba16_sint", VK_FORMAT_R16G16B16A16_SINT},
      {"r32_float", VK_FORMAT_R32_SFLOAT},
      {"r32_uint", VK_FORMAT_R32_UINT},
      {"r32_sint", VK_FORMAT_R32_SINT},
      {"rg32_float", VK_FORMAT_R32G32_SFLOAT},
      {"rg32_uint", VK_FORMAT_R32G32_UINT},
      {"rg32_sint", VK_FORMAT_R32G32_SINT},
      {"rgba32_float", VK_FORMAT_R32G32B32A32_SFLOAT},
      {"rgba32_uint", VK_FORMAT_R32G32B32A32_UINT},
      {"rgba32_sint", VK_FORMAT_R32G32B32A32_SINT},
      {"r64_uint", VK_FORMAT_R64_UINT},
      {"r64_sint", VK_FORMAT_R64_SINT},
  };
  for (const Row& row : kRows) {
    if (row.name == name) return row.format;
  }
  return std::nullopt;
}

}  // namespace trellis::vulkan

#include "tests/vulkan/resources.hpp"

#include <cstring>
#include <utility>

#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {

VkSamplerCreateInfo create_info_of(const SamplerState& sampler) {
  auto info = vulkan_structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
  info.magFilter = info.minFilter = sampler.filter;
  info.mipmapMode = sampler.mip_filter;
  info.addressModeU = info.addressModeV = info.addressModeW = sampler.address;
  info.compareEnable = sampler.compare ? VK_TRUE : VK_FALSE;
  info.compareOp = sampler.compare.value_or(VK_COMPARE_OP_ALWAYS);
  info.maxLod = VK_LOD_CLAMP_NONE;
  return info;
}

BoundResource buffer_at(uint32_t set, uint32_t binding, std::vector<uint8_t> contents, uint32_t element) {
  BoundResource resource;
  resource.set = set;
  resource.binding = binding;
  resource.element = element;
  resource.buffer = std::move(contents);
  return resource;
}

std::string place_text(const BoundResource& resource) {
  std::string text = "set " + std::to_string(resource.set) + " binding " + std::to_string(resource.binding);
  if (resource.element != 0) text += " element " + std::to_string(resource.element);
  return text;
}

std::string descriptor_type_name(VkDescriptorType type) {
  switch (type) {
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
      return "storage buffer";
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
      return "uniform buffer";
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
      return "uniform texel buffer";
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
      return "storage texel buffer";
    case VK_DESCRIPTOR_TYPE_MAX_ENUM:
      return "resource that is not a buffer";
    default:
      return "VkDescriptorType " + std::to_string(type);
  }
}

std::vector<uint32_t> words_of(const std::vector<uint8_t>& bytes) {
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  return words;
}

std::vector<std::vector<uint32_t>> words_of(const std::vector<std::vector<uint8_t>>& buffers) {
  std::vector<std::vector<uint32_t>> all;
  for (const std::vector<uint8_t>& bytes : buffers) all.push_back(words_of(bytes));
  return all;
}

}  // namespace trellis::vulkan

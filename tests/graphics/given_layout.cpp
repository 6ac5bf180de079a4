#include "tests/graphics/given_layout.hpp"

#include <algorithm>
#include <map>

#include "tests/execution/vulkan_names.hpp"

namespace trellis::graphics {
namespace {

using execution::call_failed;
using execution::vulkan_structure;

Result<VkSampler> make_sampler(DeviceObjects& objects, const GivenSampler& given) {
  VkSamplerCreateInfo info = given.info;
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  auto reduction = vulkan_structure<VkSamplerReductionModeCreateInfo>(
      VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO);
  reduction.reductionMode = given.reduction;
  if (given.reduction != VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE) info.pNext = &reduction;
  VkSampler sampler = VK_NULL_HANDLE;
  const VkDevice device = objects.handle();
  const VkResult result = vkCreateSampler(device, &info, nullptr, &sampler);
  if (result != VK_SUCCESS) return call_failed("vkCreateSampler", result);
  objects.defer([device, sampler] { vkDestroySampler(device, sampler, nullptr); });
  return sampler;
}

Result<VkDescriptorSetLayout> make_set_layout(DeviceObjects& objects, const GivenSet& set) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  std::vector<VkDescriptorBindingFlags> flags;
  std::vector<VkMutableDescriptorTypeListEXT> lists;
  std::vector<std::vector<VkSampler>> samplers(set.bindings.size());
  for (size_t b = 0; b < set.bindings.size(); ++b) {
    const GivenBinding& given = set.bindings[b];
    for (const GivenSampler& sampler : given.samplers) {
      auto made = make_sampler(objects, sampler);
      if (!made) return made.error();
      samplers[b].push_back(*made);
    }
    bindings.push_back({given.binding, given.type, given.count, given.stages,
                        samplers[b].empty() ? nullptr : samplers[b].data()});
    flags.push_back(given.flags);
    lists.push_back({static_cast<uint32_t>(given.mutable_types.size()), given.mutable_types.data()});
  }
  auto mutable_info = vulkan_structure<VkMutableDescriptorTypeCreateInfoEXT>(
      VK_STRUCTURE_TYPE_MUTABLE_DESCRIPTOR_TYPE_CREATE_INFO_EXT);
  mutable_info.mutableDescriptorTypeListCount = static_cast<uint32_t>(lists.size());
  mutable_info.pMutableDescriptorTypeLists = lists.data();
  auto flags_info = vulkan_structure<VkDescriptorSetLayoutBindingFlagsCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
  flags_info.bindingCount = static_cast<uint32_t>(flags.size());
  flags_info.pBindingFlags = flags.data();
  const bool has_mutable = std::any_of(set.bindings.begin(), set.bindings.end(),
                                       [](const GivenBinding& b) { return !b.mutable_types.empty(); });
  if (has_mutable) flags_info.pNext = &mutable_info;
  auto info =
      vulkan_structure<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  info.pNext = &flags_info;
  info.flags = set.flags;
  info.bindingCount = static_cast<uint32_t>(bindings.size());
  info.pBindings = bindings.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  const VkDevice device = objects.handle();
  const VkResult result = vkCreateDescriptorSetLayout(device, &info, nullptr, &layout);
  if (result != VK_SUCCESS) return call_failed("vkCreateDescriptorSetLayout", result);
  objects.defer([device, layout] { vkDestroyDescriptorSetLayout(device, layout, nullptr); });
  return layout;
}

Result<VkDescriptorPool> make_pool(DeviceObjects& objects, const GivenLayout& given) {
  std::map<VkDescriptorType, uint32_t> counts;
  uint32_t inline_blocks = 0;
  VkDescriptorPoolCreateFlags flags = 0;
  for (const GivenSet& set : given.sets) {
    if ((set.flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT) != 0) {
      flags = VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT;
    }
    for (const GivenBinding& binding : set.bindings) {
      counts[binding.type] += binding.count;
      if (binding.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) ++inline_blocks;
    }
  }
  std::vector<VkDescriptorPoolSize> sizes;
  for (const auto& [type, count] : counts) sizes.push_back({type, count});
  auto inline_info = vulkan_structure<VkDescriptorPoolInlineUniformBlockCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO);
  inline_info.maxInlineUniformBlockBindings = inline_blocks;
  auto info = vulkan_structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  if (inline_blocks != 0) info.pNext = &inline_info;
  info.flags = flags;
  info.maxSets = static_cast<uint32_t>(given.sets.size());
  info.poolSizeCount = static_cast<uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  const VkDevice device = objects.handle();
  const VkResult result = vkCreateDescriptorPool(device, &info, nullptr, &pool);
  if (result != VK_SUCCESS) return call_failed("vkCreateDescriptorPool", result);
  objects.defer([device, pool] { vkDestroyDescriptorPool(device, pool, nullptr); });
  return pool;
}

}  // namespace

Result<GivenObjects> make_given_layout(DeviceObjects& objects, const GivenLayout& given) {
  GivenObjects made;
  for (const GivenSet& set : given.sets) {
    auto layout = make_set_layout(objects, set);
    if (!layout) return layout.error();
    made.set_layouts.push_back(*layout);
  }
  auto info = vulkan_structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = static_cast<uint32_t>(made.set_layouts.size());
  info.pSetLayouts = made.set_layouts.data();
  info.pushConstantRangeCount = given.push.size != 0 ? 1 : 0;
  info.pPushConstantRanges = &given.push;
  const VkDevice device = objects.handle();
  const VkResult result = vkCreatePipelineLayout(device, &info, nullptr, &made.pipeline_layout);
  if (result != VK_SUCCESS) return call_failed("vkCreatePipelineLayout", result);
  objects.defer(
      [device, layout = made.pipeline_layout] { vkDestroyPipelineLayout(device, layout, nullptr); });
  return made;
}

Result<std::vector<VkDescriptorSet>> make_given_sets(DeviceObjects& objects, const GivenLayout& given,
                                                     const GivenObjects& made,
                                                     const std::vector<BoundResource>& resources) {
  std::vector<VkDescriptorSet> sets(given.sets.size());
  if (sets.empty()) return sets;
  auto pool = make_pool(objects, given);
  if (!pool) return pool.error();
  std::vector<uint32_t> counts;
  for (uint32_t s = 0; s < given.sets.size(); ++s) {
    counts.push_back(0);
    if (given.sets[s].bindings.empty()) continue;
    for (const BoundResource& resource : resources) {
      if (resource.is_addressed || resource.set != s) continue;
      if (resource.binding != given.sets[s].bindings.back().binding) continue;
      counts.back() = std::max(counts.back(), resource.element + 1);
    }
  }
  auto variable = vulkan_structure<VkDescriptorSetVariableDescriptorCountAllocateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
  variable.descriptorSetCount = static_cast<uint32_t>(counts.size());
  variable.pDescriptorCounts = counts.data();
  auto info = vulkan_structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.pNext = &variable;
  info.descriptorPool = *pool;
  info.descriptorSetCount = static_cast<uint32_t>(made.set_layouts.size());
  info.pSetLayouts = made.set_layouts.data();
  const VkResult result = vkAllocateDescriptorSets(objects.handle(), &info, sets.data());
  if (result != VK_SUCCESS) return call_failed("vkAllocateDescriptorSets", result);
  return sets;
}

}  // namespace trellis::graphics

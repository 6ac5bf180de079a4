#include "tests/vulkan/pipeline_layout.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "tests/vulkan/names.hpp"

namespace trellis::vulkan {
namespace {

constexpr uint32_t kMaxDescriptorArray = 4096;

/// The requirements of the resources on a binding.
struct Slot {
  std::set<VkDescriptorType> types;
  std::set<uint32_t> elements;  ///< The elements that are given.
  uint32_t count = 0;
  bool is_late = false;
};

Result<void> add_to_slot(Slot& slot, const BoundResource& resource, bool may_be_mutable) {
  slot.types.insert(resource.type);
  if (slot.types.size() > 1 && !may_be_mutable) {
    return bad_input(place_text(resource) + " is bound with two kinds of descriptors");
  }
  if (!slot.elements.insert(resource.element).second) {
    return bad_input(place_text(resource) + " is bound twice");
  }
  const bool is_block = resource.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
  const auto needed = is_block ? static_cast<uint32_t>(resource.buffer.size()) : resource.element + 1;
  slot.count = std::max({slot.count, needed, resource.array_size});
  slot.is_late |= resource.is_late;
  return {};
}

LayoutBinding binding_of(uint32_t number, const Slot& slot, VkShaderStageFlags stages, bool may_have_gaps) {
  LayoutBinding binding;
  binding.binding = number;
  binding.type = *slot.types.begin();
  binding.count = slot.count;
  binding.stages = stages;
  if (slot.types.size() > 1) {
    binding.type = VK_DESCRIPTOR_TYPE_MUTABLE_EXT;
    binding.mutable_types.assign(slot.types.begin(), slot.types.end());
  }
  const bool is_block = binding.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
  const bool has_gaps = !is_block && slot.elements.size() < slot.count;
  if (has_gaps && may_have_gaps) binding.flags |= VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT;
  if (slot.is_late) binding.flags |= VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT;
  return binding;
}

Result<VkSampler> make_sampler(DeviceObjects& objects, const ImmutableSampler& sampler) {
  VkSamplerCreateInfo info = sampler.info;
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  auto reduction = vulkan_structure<VkSamplerReductionModeCreateInfo>(
      VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO);
  reduction.reductionMode = sampler.reduction;
  if (sampler.reduction != VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE) info.pNext = &reduction;
  return objects.make_sampler(info);
}

Result<VkDescriptorSetLayout> make_set_layout(DeviceObjects& objects, const SetLayout& set) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  std::vector<VkDescriptorBindingFlags> flags;
  std::vector<VkMutableDescriptorTypeListEXT> lists;
  std::vector<std::vector<VkSampler>> samplers(set.bindings.size());
  for (size_t b = 0; b < set.bindings.size(); ++b) {
    const LayoutBinding& binding = set.bindings[b];
    for (const ImmutableSampler& sampler : binding.samplers) {
      auto made = make_sampler(objects, sampler);
      if (!made) return made.error();
      samplers[b].push_back(*made);
    }
    bindings.push_back({binding.binding, binding.type, binding.count, binding.stages,
                        samplers[b].empty() ? nullptr : samplers[b].data()});
    flags.push_back(binding.flags);
    lists.push_back({static_cast<uint32_t>(binding.mutable_types.size()), binding.mutable_types.data()});
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
                                       [](const LayoutBinding& b) { return !b.mutable_types.empty(); });
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

Result<VkDescriptorPool> make_pool(DeviceObjects& objects, const PipelineLayout& layout) {
  std::map<VkDescriptorType, uint32_t> counts;
  uint32_t inline_blocks = 0;
  VkDescriptorPoolCreateFlags flags = 0;
  for (const SetLayout& set : layout.sets) {
    if ((set.flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT) != 0) {
      flags = VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT;
    }
    for (const LayoutBinding& binding : set.bindings) {
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
  info.maxSets = static_cast<uint32_t>(layout.sets.size());
  info.poolSizeCount = static_cast<uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  const VkDevice device = objects.handle();
  const VkResult result = vkCreateDescriptorPool(device, &info, nullptr, &pool);
  if (result != VK_SUCCESS) return call_failed("vkCreateDescriptorPool", result);
  objects.defer([device, pool] { vkDestroyDescriptorPool(device, pool, nullptr); });
  return pool;
}

/// Returns the number of descriptors that the resources need on the set's last binding if its size is
/// variable.
std::optional<uint32_t> variable_count(const SetLayout& set, uint32_t number,
                                       const std::vector<BoundResource>& resources) {
  if (set.bindings.empty()) return std::nullopt;
  const LayoutBinding& last = set.bindings.back();
  if ((last.flags & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT) == 0) return std::nullopt;
  uint32_t count = 0;
  for (const BoundResource& resource : resources) {
    const bool is_there =
        !resource.is_addressed && resource.set == number && resource.binding == last.binding;
    if (is_there) count = std::max(count, resource.element + 1);
  }
  return count;
}

}  // namespace

Result<PipelineLayout> layout_for(const Device& device, const std::vector<BoundResource>& resources,
                                  VkShaderStageFlags stages, uint32_t push_constant_bytes,
                                  bool may_be_mutable) {
  const DeviceProperties& properties = device.properties();
  std::vector<std::map<uint32_t, Slot>> sets;
  for (const BoundResource& resource : resources) {
    if (resource.is_addressed) continue;
    if (resource.set >= properties.max_bound_sets) {
      return unsupported(place_text(resource) + ": the device has " +
                         std::to_string(properties.max_bound_sets) + " descriptor sets");
    }
    if (resource.element >= kMaxDescriptorArray || resource.array_size > kMaxDescriptorArray) {
      return unsupported(place_text(resource) + ": descriptor arrays end at " +
                         std::to_string(kMaxDescriptorArray));
    }
    if (resource.set >= sets.size()) sets.resize(resource.set + 1);
    Slot& slot = sets[resource.set][resource.binding];
    TRELLIS_RETURN_IF_ERROR(add_to_slot(slot, resource, may_be_mutable));
  }
  PipelineLayout layout;
  for (const std::map<uint32_t, Slot>& slots : sets) {
    SetLayout& set = layout.sets.emplace_back();
    for (const auto& [number, slot] : slots) {
      set.bindings.push_back(binding_of(number, slot, stages, properties.has_partially_bound_arrays));
      if (slot.is_late) set.flags |= VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT;
    }
  }
  if (push_constant_bytes != 0) layout.push = {stages, 0, push_constant_bytes};
  return layout;
}

Result<LayoutObjects> make_layout(DeviceObjects& objects, const PipelineLayout& layout) {
  LayoutObjects made;
  for (const SetLayout& set : layout.sets) {
    auto set_layout = make_set_layout(objects, set);
    if (!set_layout) return set_layout.error();
    made.set_layouts.push_back(*set_layout);
  }
  auto info = vulkan_structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = static_cast<uint32_t>(made.set_layouts.size());
  info.pSetLayouts = made.set_layouts.data();
  info.pushConstantRangeCount = layout.push.size != 0 ? 1 : 0;
  info.pPushConstantRanges = &layout.push;
  const VkDevice device = objects.handle();
  const VkResult result = vkCreatePipelineLayout(device, &info, nullptr, &made.pipeline_layout);
  if (result != VK_SUCCESS) return call_failed("vkCreatePipelineLayout", result);
  objects.defer(
      [device, handle = made.pipeline_layout] { vkDestroyPipelineLayout(device, handle, nullptr); });
  return made;
}

Result<std::vector<VkDescriptorSet>> make_sets(DeviceObjects& objects, const PipelineLayout& layout,
                                               const LayoutObjects& made,
                                               const std::vector<BoundResource>& resources) {
  std::vector<VkDescriptorSet> sets(layout.sets.size());
  if (sets.empty()) return sets;
  auto pool = make_pool(objects, layout);
  if (!pool) return pool.error();
  for (uint32_t s = 0; s < layout.sets.size(); ++s) {
    auto info = vulkan_structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    info.descriptorPool = *pool;
    info.descriptorSetCount = 1;
    info.pSetLayouts = &made.set_layouts[s];
    // Only for sets that have such a binding: some drivers crash if the set has no bindings.
    auto variable = vulkan_structure<VkDescriptorSetVariableDescriptorCountAllocateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
    const std::optional<uint32_t> count = variable_count(layout.sets[s], s, resources);
    if (count) {
      variable.descriptorSetCount = 1;
      variable.pDescriptorCounts = &*count;
      info.pNext = &variable;
    }
    const VkResult result = vkAllocateDescriptorSets(objects.handle(), &info, &sets[s]);
    if (result != VK_SUCCESS) return call_failed("vkAllocateDescriptorSets", result);
  }
  return sets;
}

}  // namespace trellis::vulkan

#include <algorithm>

#include "tools/gpu_compiler/pipelines.hpp"
#include "tools/gpu_compiler/vulkan_names.hpp"

namespace trellis::gpu_compiler {
namespace {

constexpr uint32_t kUnbounded = 16;  // The number of descriptors for an unbounded array.

using Sets = std::vector<std::vector<SetBinding>>;

void add_resource(const ResourceVariable& resource, Sets& sets) {
  if (resource.set >= sets.size()) sets.resize(resource.set + 1);
  auto& bindings = sets[resource.set];
  auto at = std::lower_bound(bindings.begin(), bindings.end(), resource.binding,
                             [](const SetBinding& other, uint32_t number) { return other.number < number; });
  if (at == bindings.end() || at->number != resource.binding)
    at = bindings.insert(at, SetBinding{resource.binding, 1, {}});
  at->types.insert(resource.type);
  at->count = std::max(at->count, resource.count == 0 ? kUnbounded : resource.count);
}

Result<VkDescriptorSetLayout> make_set_layout(DeviceObjects& objects, const std::vector<SetBinding>& set) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  std::vector<std::vector<VkDescriptorType>> types;
  for (const SetBinding& binding : set) {
    bindings.push_back({binding.number, binding.type(), binding.count, VK_SHADER_STAGE_ALL, nullptr});
    types.emplace_back(binding.types.begin(), binding.types.end());
  }
  std::vector<VkMutableDescriptorTypeListEXT> lists;
  for (size_t n = 0; n < set.size(); ++n) {
    const bool is_mutable = types[n].size() > 1;
    lists.push_back({is_mutable ? static_cast<uint32_t>(types[n].size()) : 0, types[n].data()});
  }
  auto mutable_info = vulkan_structure<VkMutableDescriptorTypeCreateInfoEXT>(
      VK_STRUCTURE_TYPE_MUTABLE_DESCRIPTOR_TYPE_CREATE_INFO_EXT);
  mutable_info.mutableDescriptorTypeListCount = static_cast<uint32_t>(lists.size());
  mutable_info.pMutableDescriptorTypeLists = lists.data();
  auto info =
      vulkan_structure<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  info.pNext = &mutable_info;
  info.bindingCount = static_cast<uint32_t>(bindings.size());
  info.pBindings = bindings.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  const VkResult result = objects.functions().create_set_layout(objects.handle(), &info, nullptr, &layout);
  if (result != VK_SUCCESS) return call_failed("vkCreateDescriptorSetLayout", result);
  objects.defer(
      [&objects, layout] { objects.functions().destroy_set_layout(objects.handle(), layout, nullptr); });
  return layout;
}

}  // namespace

std::vector<std::vector<SetBinding>> arrange_bindings(std::span<const ResourceVariable> resources) {
  Sets sets;
  for (const ResourceVariable& resource : resources) add_resource(resource, sets);
  return sets;
}

Result<VkPipelineLayout> make_layout(DeviceObjects& objects, const PipelineNeeds& needs) {
  for (const ResourceVariable& resource : needs.resources) {
    if (resource.type != VK_DESCRIPTOR_TYPE_MAX_ENUM) continue;
    return unsupported("set " + std::to_string(resource.set) + " binding " +
                       std::to_string(resource.binding) + " is not of a descriptor type");
  }
  std::vector<VkDescriptorSetLayout> layouts;
  for (const auto& set : arrange_bindings(needs.resources)) {
    const auto made = make_set_layout(objects, set);
    if (!made) return made.error();
    layouts.push_back(*made);
  }
  const VkPushConstantRange range = {VK_SHADER_STAGE_ALL, 0, objects.device().max_push_constants()};
  auto info = vulkan_structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = static_cast<uint32_t>(layouts.size());
  info.pSetLayouts = layouts.data();
  info.pushConstantRangeCount = needs.has_push_constants ? 1 : 0;
  info.pPushConstantRanges = &range;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  const VkResult result = objects.functions().create_layout(objects.handle(), &info, nullptr, &layout);
  if (result != VK_SUCCESS) return call_failed("vkCreatePipelineLayout", result);
  objects.defer(
      [&objects, layout] { objects.functions().destroy_layout(objects.handle(), layout, nullptr); });
  return layout;
}

}  // namespace trellis::gpu_compiler

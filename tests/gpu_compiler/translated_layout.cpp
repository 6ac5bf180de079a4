#include "tests/gpu_compiler/translated_layout.hpp"

#include <algorithm>
#include <set>

namespace trellis::gpu_compiler {
namespace {

constexpr uint32_t kUnbounded = 16;  // Descriptors in place of no bound.

VkDescriptorType type_of(const dxil::Resource& resource) {
  using dxil::ResourceKind;
  const bool is_written = resource.resource_class == dxil::ResourceClass::kUav;
  switch (resource.kind) {
    case ResourceKind::kCBuffer:
      return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case ResourceKind::kSampler:
      return VK_DESCRIPTOR_TYPE_SAMPLER;
    case ResourceKind::kRawBuffer:
    case ResourceKind::kStructuredBuffer:
      return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case ResourceKind::kTypedBuffer:
      return is_written ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case ResourceKind::kAccelerationStructure:
      return VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    default:
      return is_written ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
  }
}

void make_mutable(vulkan::LayoutBinding& binding, VkDescriptorType type) {
  std::set<VkDescriptorType> types(binding.mutable_types.begin(), binding.mutable_types.end());
  if (binding.type != VK_DESCRIPTOR_TYPE_MUTABLE_EXT) types.insert(binding.type);
  types.insert(type);
  binding.type = VK_DESCRIPTOR_TYPE_MUTABLE_EXT;
  binding.mutable_types.assign(types.begin(), types.end());
}

void add_binding(vulkan::PipelineLayout& layout, uint32_t set, vulkan::LayoutBinding added) {
  if (set >= layout.sets.size()) layout.sets.resize(set + 1);
  auto& bindings = layout.sets[set].bindings;
  const auto after =
      std::lower_bound(bindings.begin(), bindings.end(), added.binding,
                       [](const auto& other, uint32_t number) { return other.binding < number; });
  if (after == bindings.end() || after->binding != added.binding) {
    bindings.insert(after, std::move(added));
    return;
  }
  if (after->type != added.type) make_mutable(*after, added.type);
  after->count = std::max(after->count, added.count);
}

}  // namespace

void add_bindings(vulkan::PipelineLayout& layout, const Translation& translation, VkShaderStageFlags stages) {
  for (const trellis::BoundResource& bound : translation.bindings) {
    const uint32_t count = bound.use.info->count;
    vulkan::LayoutBinding binding;
    binding.binding = bound.binding.binding;
    binding.type = type_of(*bound.use.info);
    binding.count = count == UINT32_MAX ? kUnbounded : count;
    binding.stages = stages;
    add_binding(layout, bound.binding.set, binding);
    if (!bound.use.uses_counter) continue;
    binding.binding = bound.binding.counter.binding;
    binding.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    add_binding(layout, bound.binding.counter.set, binding);
  }
}

bool bind_in_few_sets(const spirv::ResourceUse& use, spirv::Binding& binding) {
  if (use.heap != spirv::DescriptorHeap::kNone) {
    binding.set = use.heap == spirv::DescriptorHeap::kSamplers ? 3 : 2;
    return true;
  }
  constexpr uint32_t kBindingsOfSpace = 100;
  binding.binding += kBindingsOfSpace * binding.set;
  binding.counter.binding += kBindingsOfSpace * binding.counter.set;
  binding.set = binding.counter.set = 0;
  return true;
}

}  // namespace trellis::gpu_compiler

// Which types of descriptors a range of a root signature may hold, and the bindings they take. Internal to
// the pipeline layout.
#pragma once

#include <cstdint>
#include <span>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "dxil_frontend/program/shader.hpp"

namespace trellis {

/// One of the bindings a range takes.
struct TypeSlot {
  DescriptorType type = DescriptorType::kSampler;
  bool is_counter = false;
};

/// The slots of a class's ranges when each type has a binding of its own. A slot keeps its number even if the
/// layout leaves the binding out.
std::span<const TypeSlot> range_slots(dxil::ResourceClass resource_class);
/// The same for a root descriptor: buffers only, no counters.
std::span<const TypeSlot> root_descriptor_slots(dxil::ResourceClass resource_class);
/// The same for the heap of resources.
std::span<const TypeSlot> heap_slots();

/// The type of descriptor that a resource is, unless it is an address or root constants.
DescriptorType descriptor_type(const dxil::Resource& resource);

/// True if TypeForm::kMutable makes one binding of several types of them (and one of counters, and one of acceleration
/// structures).
bool has_several_types(std::span<const TypeSlot> slots);

/// How many bindings they take, and the place of a type among them (slot_count() if it has none).
uint32_t slot_count(std::span<const TypeSlot> slots, TypeForm types, bool acceleration_structures);
uint32_t slot_number(std::span<const TypeSlot> slots, TypeForm types, DescriptorType type, bool is_counter);

/// The class of the resources that a range of a table, or a root descriptor, names.
dxil::ResourceClass class_of(dxil::DescriptorRangeType type);
dxil::ResourceClass class_of(dxil::RootDescriptorType type);

/// A stage that root signatures can name.
struct RootStage {
  dxil::ShaderVisibility visibility;
  dxil::ShaderKind kind;
  uint32_t bit;     ///< VkShaderStageFlagBits.
  uint32_t denial;  ///< dxil::RootFlags.
};
std::span<const RootStage> root_stages();

/// VkShaderStageFlagBits of a stage; 0 for what has no stage in Vulkan.
uint32_t stage_bit(dxil::ShaderKind stage);

/// VkShaderStageFlags of what has that visibility.
uint32_t visible_stages(uint32_t root_flags, uint32_t stages, dxil::ShaderVisibility visibility);

}  // namespace trellis

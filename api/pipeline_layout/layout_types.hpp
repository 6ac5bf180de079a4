// The types of descriptors that a range of a root signature may hold, and the bindings that they take.
// Internal to the pipeline layout.
#pragma once

#include <cstdint>
#include <span>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "dxil_frontend/program/shader.hpp"

namespace trellis {

/// One of the bindings of a range.
struct TypeSlot {
  DescriptorType type = DescriptorType::kSampler;
  bool is_counter = false;
};

/// Returns the slots for ranges of a class if each type has its own binding. A slot keeps its number even if
/// the layout omits the binding.
std::span<const TypeSlot> range_slots(dxil::ResourceClass resource_class);
/// Like range_slots(), for a root descriptor: buffers only, no counters.
std::span<const TypeSlot> root_descriptor_slots(dxil::ResourceClass resource_class);
/// Like range_slots(), for the heap of resources.
std::span<const TypeSlot> heap_slots();

/// Returns the descriptor type of a resource that is neither an address nor root constants.
DescriptorType descriptor_type(const dxil::Resource& resource);

/// Returns true if TypeForm::kMutable combines several types into one binding (apart from one binding for
/// counters and one for acceleration structures).
bool has_several_types(std::span<const TypeSlot> slots);

/// Returns how many bindings the slots take, and the index of a type among them (slot_count() if it has
/// none).
uint32_t slot_count(std::span<const TypeSlot> slots, TypeForm types, bool acceleration_structures);
uint32_t slot_number(std::span<const TypeSlot> slots, TypeForm types, DescriptorType type, bool is_counter);

/// Returns the class of the resources in a table's range or a root descriptor.
dxil::ResourceClass class_of(dxil::DescriptorRangeType type);
dxil::ResourceClass class_of(dxil::RootDescriptorType type);

/// A stage that a root signature can select.
struct RootStage {
  dxil::ShaderVisibility visibility;
  dxil::ShaderKind kind;
  uint32_t bit;     ///< A bit of VkShaderStageFlagBits.
  uint32_t denial;  ///< The bit of dxil::RootFlags that denies access to the stage.
};
std::span<const RootStage> root_stages();

/// Returns the VkShaderStageFlagBits of a stage; 0 if Vulkan has no such stage.
uint32_t stage_bit(dxil::ShaderKind stage);

/// Returns the VkShaderStageFlags for that visibility.
uint32_t visible_stages(uint32_t root_flags, uint32_t stages, dxil::ShaderVisibility visibility);

}  // namespace trellis

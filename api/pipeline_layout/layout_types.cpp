#include "api/pipeline_layout/layout_types.hpp"

#include <algorithm>
#include <array>

namespace trellis {
namespace {

using dxil::ResourceClass;
using dxil::ResourceKind;
using dxil::ShaderKind;

constexpr std::array<TypeSlot, 4> kSrvSlots = {{{DescriptorType::kSampledImage, false},
                                                {DescriptorType::kUniformTexelBuffer, false},
                                                {DescriptorType::kStorageBuffer, false},
                                                {DescriptorType::kAccelerationStructure, false}}};
constexpr std::array<TypeSlot, 4> kUavSlots = {{{DescriptorType::kStorageImage, false},
                                                {DescriptorType::kStorageTexelBuffer, false},
                                                {DescriptorType::kStorageBuffer, false},
                                                {DescriptorType::kStorageBuffer, true}}};
constexpr std::array<TypeSlot, 1> kCbvSlots = {{{DescriptorType::kUniformBuffer, false}}};
constexpr std::array<TypeSlot, 1> kSamplerSlots = {{{DescriptorType::kSampler, false}}};
constexpr std::array<TypeSlot, 8> kHeapSlots = {{{DescriptorType::kSampledImage, false},
                                                 {DescriptorType::kStorageImage, false},
                                                 {DescriptorType::kUniformTexelBuffer, false},
                                                 {DescriptorType::kStorageTexelBuffer, false},
                                                 {DescriptorType::kStorageBuffer, false},
                                                 {DescriptorType::kUniformBuffer, false},
                                                 {DescriptorType::kAccelerationStructure, false},
                                                 {DescriptorType::kStorageBuffer, true}}};

using dxil::ShaderVisibility;
constexpr std::array<RootStage, 7> kRootStages = {
    {{ShaderVisibility::kVertex, ShaderKind::kVertex, 0x1, dxil::kRootDenyVertex},
     {ShaderVisibility::kHull, ShaderKind::kHull, 0x2, dxil::kRootDenyHull},
     {ShaderVisibility::kDomain, ShaderKind::kDomain, 0x4, dxil::kRootDenyDomain},
     {ShaderVisibility::kGeometry, ShaderKind::kGeometry, 0x8, dxil::kRootDenyGeometry},
     {ShaderVisibility::kPixel, ShaderKind::kPixel, 0x10, dxil::kRootDenyPixel},
     {ShaderVisibility::kAmplification, ShaderKind::kAmplification, 0x40, dxil::kRootDenyAmplification},
     {ShaderVisibility::kMesh, ShaderKind::kMesh, 0x80, dxil::kRootDenyMesh}}};

/// Returns true if a mutable descriptor may have this type. Few drivers support acceleration structures as
/// mutable descriptors.
bool may_be_mutable(const TypeSlot& slot) {
  return !slot.is_counter && slot.type != DescriptorType::kAccelerationStructure;
}

bool is_counter_slot(const TypeSlot& slot) { return slot.is_counter; }

}  // namespace

std::span<const TypeSlot> range_slots(ResourceClass resource_class) {
  switch (resource_class) {
    case ResourceClass::kSrv:
      return kSrvSlots;
    case ResourceClass::kUav:
      return kUavSlots;
    case ResourceClass::kCbv:
      return kCbvSlots;
    case ResourceClass::kSampler:
      break;
  }
  return kSamplerSlots;
}

std::span<const TypeSlot> root_descriptor_slots(ResourceClass resource_class) {
  switch (resource_class) {
    case ResourceClass::kSrv:
      return std::span(kSrvSlots).subspan(2, 2);
    case ResourceClass::kUav:
      return std::span(kUavSlots).subspan(2, 1);
    case ResourceClass::kCbv:
    case ResourceClass::kSampler:
      break;
  }
  return kCbvSlots;
}

std::span<const TypeSlot> heap_slots() { return kHeapSlots; }

DescriptorType descriptor_type(const dxil::Resource& resource) {
  const bool is_uav = resource.resource_class == ResourceClass::kUav;
  switch (resource.kind) {
    case ResourceKind::kSampler:
      return DescriptorType::kSampler;
    case ResourceKind::kCBuffer:
      return DescriptorType::kUniformBuffer;
    case ResourceKind::kRawBuffer:
    case ResourceKind::kStructuredBuffer:
      return DescriptorType::kStorageBuffer;
    case ResourceKind::kTypedBuffer:
    case ResourceKind::kTBuffer:
      return is_uav ? DescriptorType::kStorageTexelBuffer : DescriptorType::kUniformTexelBuffer;
    case ResourceKind::kAccelerationStructure:
      return DescriptorType::kAccelerationStructure;
    default:
      return is_uav ? DescriptorType::kStorageImage : DescriptorType::kSampledImage;
  }
}

bool has_several_types(std::span<const TypeSlot> slots) {
  return std::count_if(slots.begin(), slots.end(), may_be_mutable) > 1;
}

uint32_t slot_count(std::span<const TypeSlot> slots, TypeForm types, bool acceleration_structures) {
  if (types == TypeForm::kSeparate || !has_several_types(slots)) return static_cast<uint32_t>(slots.size());
  return 1u + static_cast<uint32_t>(std::count_if(slots.begin(), slots.end(), [=](const TypeSlot& slot) {
           return slot.is_counter || (acceleration_structures && !may_be_mutable(slot));
         }));
}

uint32_t slot_number(std::span<const TypeSlot> slots, TypeForm types, DescriptorType type, bool is_counter) {
  if (types == TypeForm::kMutable && has_several_types(slots)) {
    if (is_counter) return 1;
    if (type != DescriptorType::kAccelerationStructure) return 0;
    return std::any_of(slots.begin(), slots.end(), is_counter_slot) ? 2 : 1;
  }
  for (uint32_t i = 0; i < slots.size(); ++i) {
    if (slots[i].type == type && slots[i].is_counter == is_counter) return i;
  }
  return static_cast<uint32_t>(slots.size());
}

std::span<const RootStage> root_stages() { return kRootStages; }

uint32_t stage_bit(ShaderKind stage) {
  for (const RootStage& named : kRootStages) {
    if (named.kind == stage) return named.bit;
  }
  switch (stage) {
    case ShaderKind::kCompute:
      return 0x20;
    case ShaderKind::kRayGeneration:
      return 0x100;
    case ShaderKind::kAnyHit:
      return 0x200;
    case ShaderKind::kClosestHit:
      return 0x400;
    case ShaderKind::kMiss:
      return 0x800;
    case ShaderKind::kIntersection:
      return 0x1000;
    case ShaderKind::kCallable:
      return 0x2000;
    default:
      return 0;
  }
}

uint32_t visible_stages(uint32_t root_flags, uint32_t stages, dxil::ShaderVisibility visibility) {
  constexpr uint32_t kGraphicsAndCompute = 0x3f;
  uint32_t denied = 0, named = 0;
  for (const RootStage& stage : kRootStages) {
    if ((root_flags & stage.denial) != 0) denied |= stage.bit;
    if (visibility == stage.visibility) named = stage.bit;
  }
  if (visibility != dxil::ShaderVisibility::kAll) return named & ~denied;
  if (stages != 0) return stages & ~denied;
  return denied == 0 ? kAllStages : kGraphicsAndCompute & ~denied;
}

dxil::ResourceClass class_of(dxil::DescriptorRangeType type) {
  constexpr std::array<ResourceClass, 4> kClasses = {ResourceClass::kSrv, ResourceClass::kUav,
                                                     ResourceClass::kCbv, ResourceClass::kSampler};
  return kClasses[static_cast<size_t>(type)];
}

dxil::ResourceClass class_of(dxil::RootDescriptorType type) {
  switch (type) {
    case dxil::RootDescriptorType::kCbv:
      return ResourceClass::kCbv;
    case dxil::RootDescriptorType::kSrv:
      return ResourceClass::kSrv;
    case dxil::RootDescriptorType::kUav:
      break;
  }
  return ResourceClass::kUav;
}

}  // namespace trellis

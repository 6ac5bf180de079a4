// Finds a shader's resources in a pipeline layout, and reduces a layout to what a pipeline's shaders use.
#include <algorithm>

#include "api/pipeline_layout/layout_sets.hpp"
#include "api/pipeline_layout/layout_types.hpp"
#include "api/translator.hpp"
#include "spirv_backend/plan/bindings/binding_check.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

using dxil::kUnboundedDescriptors;
using dxil::Resource;
using dxil::ResourceClass;
using dxil::ResourceKind;
using dxil::ShaderVisibility;
using spirv::Binding;
using spirv::BindingKind;

String name_of(const Resource& resource) { return spirv::describe_resource(resource, {}); }

Diagnostic refuse_root(String message) {
  Location where;
  where.part = "root signature";
  return bad_input(std::move(message), std::move(where));
}

bool sees(dxil::ShaderKind stage, ShaderVisibility visibility) {
  if (visibility == ShaderVisibility::kAll) return true;
  for (const RootStage& named : root_stages()) {
    if (named.visibility == visibility) return named.kind == stage;
  }
  return false;
}

bool is_denied(uint32_t root_flags, dxil::ShaderKind stage) {
  for (const RootStage& named : root_stages()) {
    if (named.kind == stage) return (root_flags & named.denial) != 0;
  }
  return false;
}

String holder(const PlacedRegisters& place) {
  return place.parameter == kNoIndex ? "the static samplers" : "root parameter " + decimal(place.parameter);
}

/// Returns true if the registers of `place` contain the resource's first register.
bool starts_in(const PlacedRegisters& place, const Resource& resource) {
  const Registers& r = place.registers;
  return r.resource_class == resource.resource_class && r.space == resource.space &&
         resource.lower_bound >= r.first &&
         (r.count == kUnboundedDescriptors || resource.lower_bound - r.first < r.count);
}

/// Returns the binding of `place` for descriptors of the resource's type.
Result<Binding> descriptor_element(const PipelineLayout& layout, const PlacedRegisters& place,
                                   const Resource& resource) {
  const TypeForm types = layout.options.types;
  const DescriptorType type = descriptor_type(resource);
  const bool is_heap = place.kind == PlacedRegisters::Kind::kHeap;
  Binding binding;
  if (is_heap && layout.options.tables == TableForm::kExtension) {
    binding.kind = binding.counter.kind = BindingKind::kDeviceHeap;
    return binding;
  }
  if (type == DescriptorType::kAccelerationStructure && !layout.options.acceleration_structures) {
    return refuse_root(name_of(resource) +
                       " is an acceleration structure, but the layout does not allow them: set "
                       "acceleration_structures in its options");
  }
  const bool is_sampler = resource.resource_class == ResourceClass::kSampler;
  const auto slots = place.is_root_descriptor ? root_descriptor_slots(resource.resource_class)
                     : is_heap && !is_sampler ? heap_slots()
                                              : range_slots(resource.resource_class);
  // If one binding has descriptors of several types, the module declares a runtime array for each type.
  const bool shares_types = types == TypeForm::kMutable && has_several_types(slots) &&
                            !place.is_root_descriptor && type != DescriptorType::kAccelerationStructure;
  binding.kind = binding.counter.kind =
      is_heap || shares_types ? BindingKind::kHeap : BindingKind::kDescriptor;
  binding.set = binding.counter.set = place.set;
  binding.binding = place.first_binding + slot_number(slots, types, type, false);
  binding.counter.binding =
      place.first_binding + slot_number(slots, types, DescriptorType::kStorageBuffer, true);
  return binding;
}

class Placing {
 public:
  Placing(const PipelineLayout& layout, const spirv::ResourceUse& use)
      : layout_(layout), use_(use), resource_(*use.info) {}

  Result<Binding> run() const {
    const PlacedRegisters* place = nullptr;
    const PlacedRegisters* hidden = nullptr;
    for (const PlacedRegisters& candidate : layout_.places) {
      if (!starts_in(candidate, resource_)) continue;
      if (sees(use_.stage, candidate.visibility)) {
        place = &candidate;
        break;
      }
      hidden = &candidate;
    }
    if (place == nullptr) return missing(hidden);
    TRELLIS_RETURN_IF_ERROR(check_stage(*place));
    const uint32_t first = resource_.lower_bound - place->registers.first;
    // An unbounded array ends where its range does.
    if (resource_.count != kUnboundedDescriptors && place->registers.count != kUnboundedDescriptors &&
        resource_.count > place->registers.count - first) {
      return refuse_root(name_of(resource_) + " has " + decimal(resource_.count) + " registers, but " +
                         holder(*place) + " ends before the last one");
    }
    switch (place->kind) {
      case PlacedRegisters::Kind::kConstants:
        return constants(*place);
      case PlacedRegisters::Kind::kAddress:
        return address(*place);
      case PlacedRegisters::Kind::kDescriptors:
      case PlacedRegisters::Kind::kHeap:
        break;
    }
    return descriptors(*place, first);
  }

 private:
  Diagnostic missing(const PlacedRegisters* hidden) const {
    if (hidden == nullptr) return refuse_root("the root signature does not contain " + name_of(resource_));
    return refuse_root("the root signature has " + name_of(resource_) + " in " + holder(*hidden) +
                       ", which is not visible to " + dxil::name_of(use_.stage) + " shaders");
  }

  Result<void> check_stage(const PlacedRegisters& place) const {
    if (is_denied(layout_.root_flags, use_.stage)) {
      return refuse_root("the root signature denies " + String(dxil::name_of(use_.stage)) +
                         " shaders access, but this one uses " + name_of(resource_));
    }
    const uint32_t stages = visible_stages(layout_.root_flags, layout_.options.stages, place.visibility);
    if ((stages & stage_bit(use_.stage)) != 0) return {};
    return refuse_root("the layout does not include " + String(dxil::name_of(use_.stage)) +
                       " shaders: add them to its options (stages)");
  }

  Result<Binding> constants(const PlacedRegisters& place) const {
    if (resource_.count != 1)
      return refuse_root(name_of(resource_) + " is an array, but root constants cannot be");
    Binding binding;
    binding.kind = BindingKind::kRootConstants;
    binding.root_offset = place.root_offset;
    binding.root_size = place.root_size;
    return binding;
  }

  Result<void> check_root_descriptor(const PlacedRegisters& place) const {
    const String is_root = ", but " + holder(place) + " is a root descriptor";
    if (resource_.count != 1) return refuse_root(name_of(resource_) + " is an array" + is_root);
    switch (resource_.kind) {
      case ResourceKind::kCBuffer:
      case ResourceKind::kRawBuffer:
      case ResourceKind::kStructuredBuffer:
      case ResourceKind::kAccelerationStructure:
        break;
      default:
        return refuse_root(
            name_of(resource_) + " is a " + dxil::name_of(resource_.kind) + is_root +
            ", which must be a raw, structured or constant buffer, or an acceleration structure");
    }
    if (use_.uses_counter) return refuse_root(name_of(resource_) + " has a hidden counter" + is_root);
    return {};
  }

  Result<Binding> address(const PlacedRegisters& place) const {
    TRELLIS_RETURN_IF_ERROR(check_root_descriptor(place));
    Binding binding;
    binding.kind = BindingKind::kAddress;
    binding.root_offset = place.root_offset;
    return binding;
  }

  Result<Binding> descriptors(const PlacedRegisters& place, uint32_t first) const {
    if (place.is_root_descriptor) {
      TRELLIS_RETURN_IF_ERROR(check_root_descriptor(place));
    }
    Result<Binding> binding = descriptor_element(layout_, place, resource_);
    if (!binding) return binding;
    binding->first_element = binding->counter.first_element = place.first_element + first;
    if (place.kind == PlacedRegisters::Kind::kHeap) {
      binding->table_offset = binding->counter.table_offset = place.root_offset;
    }
    return binding;
  }

  const PipelineLayout& layout_;
  const spirv::ResourceUse& use_;
  const Resource& resource_;
};

LayoutBinding* find_binding(PipelineLayout& layout, uint32_t set, uint32_t binding) {
  if (set >= layout.sets.size()) return nullptr;
  Vector<LayoutBinding>& all = layout.sets[set].bindings;
  const auto found =
      std::lower_bound(all.begin(), all.end(), binding,
                       [](const LayoutBinding& b, uint32_t number) { return b.binding < number; });
  return found != all.end() && found->binding == binding ? &*found : nullptr;
}

/// One of the types with which a binding is used.
struct Used {
  const LayoutBinding* binding;
  DescriptorType type;
};

bool may_hold(const LayoutBinding& binding, DescriptorType type) {
  if (binding.type == type) return true;
  const auto& types = binding.mutable_types;
  return std::find(types.begin(), types.end(), type) != types.end();
}

bool is_refined(BindingPurpose purpose) {
  return purpose == BindingPurpose::kTableRange || purpose == BindingPurpose::kCounters ||
         purpose == BindingPurpose::kRootDescriptor;
}

/// Removes unused bindings and types.
void refine(LayoutSet& set, const Vector<Used>& used) {
  Vector<LayoutBinding> kept;
  for (LayoutBinding& binding : set.bindings) {
    if (!is_refined(binding.purpose)) {
      kept.push_back(std::move(binding));
      continue;
    }
    Vector<DescriptorType> types;
    for (const Used& use : used) {
      if (use.binding == &binding) types.push_back(use.type);
    }
    if (types.empty()) continue;
    if (binding.type == DescriptorType::kMutable) {
      std::sort(types.begin(), types.end());
      types.erase(std::unique(types.begin(), types.end()), types.end());
      if (types.size() == 1) {
        binding.type = types.front();
        types.clear();
      }
      binding.mutable_types = std::move(types);
    }
    kept.push_back(std::move(binding));
  }
  set.bindings = std::move(kept);
  finish_set_flags(set);
}

}  // namespace

Result<Binding> place_resource(const PipelineLayout& layout, const spirv::ResourceUse& use) {
  return Placing(layout, use).run();
}

Result<Binding> place_heap(const PipelineLayout& layout, const Resource& resource) {
  const bool is_sampler = resource.resource_class == ResourceClass::kSampler;
  const uint32_t flag = is_sampler ? dxil::kRootSamplerHeapIndexed : dxil::kRootResourceHeapIndexed;
  const auto& set = is_sampler ? layout.sampler_heap_set : layout.resource_heap_set;
  const bool has_heap = set || layout.options.tables == TableForm::kExtension;
  if ((layout.root_flags & flag) == 0 || !has_heap) {
    return refuse_root(String("the shader indexes the heap of ") + (is_sampler ? "samplers" : "resources") +
                       ", but the root signature has no flag that allows it");
  }
  return place_in_heap(layout, resource);
}

Result<Binding> place_in_heap(const PipelineLayout& layout, const Resource& resource) {
  const bool is_sampler = resource.resource_class == ResourceClass::kSampler;
  const auto& set = is_sampler ? layout.sampler_heap_set : layout.resource_heap_set;
  if (!set && layout.options.tables != TableForm::kExtension) {
    return refuse_root(String("the layout has no heap of ") + (is_sampler ? "samplers" : "resources") +
                       " for " + name_of(resource) +
                       ": the root signature must be flagged to index it, or tables must be slices of it");
  }
  PlacedRegisters place;
  place.kind = PlacedRegisters::Kind::kHeap;
  place.set = set.value_or(0);
  return descriptor_element(layout, place, resource);
}

Result<PipelineLayout> refine_pipeline_layout(const PipelineLayout& layout,
                                              std::span<const Translation* const> modules) {
  PipelineLayout refined = layout;
  Vector<Used> used;
  const auto note = [&](uint32_t set, uint32_t number, DescriptorType type) {
    const LayoutBinding* binding = find_binding(refined, set, number);
    if (binding == nullptr || !may_hold(*binding, type)) return false;
    used.push_back({binding, type});
    return true;
  };
  for (const Translation* module : modules) {
    for (const BoundResource& bound : module->bindings) {
      const Binding& place = bound.binding;
      bool is_known = true;
      if (has_set(place.kind)) {
        is_known = note(place.set, place.binding, descriptor_type(*bound.use.info));
      }
      if (bound.use.uses_counter && has_set(place.counter.kind)) {
        is_known &= note(place.counter.set, place.counter.binding, DescriptorType::kStorageBuffer);
      }
      // If the layout does not contain the resource, the caller has chosen its binding.
      if (!is_known && place_resource(refined, bound.use).ok()) {
        return refuse_root(name_of(*bound.use.info) + " of " +
                           (module->entry_points.empty() ? "a module" : module->entry_points.front()) +
                           " is bound where the layout has no such descriptor");
      }
    }
  }
  for (LayoutSet& set : refined.sets) refine(set, used);
  return refined;
}

}  // namespace trellis

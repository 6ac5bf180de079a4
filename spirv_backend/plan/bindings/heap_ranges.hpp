// Descriptor heaps as resource ranges. annotateHandle tells the type of a heap's descriptor. Each such type
// becomes one more range of the plan (ModulePlan::heap_ranges), unbounded and at the heap's binding.
#pragma once

#include "spirv_backend/plan/function_planner.hpp"

namespace trellis::spirv {

/// The constant of type dx.types.ResourceProperties that annotates a handle.
struct HandleProperties {
  uint32_t words[2] = {0, 0};  ///< As in the constant, but without the alignment.
  dxil::Resource resource;     ///< The resource that they describe; without register and name.
};

/// Errors (without location): kBadInput if the value is not a constant of properties, or has invalid fields.
Result<HandleProperties> handle_properties(const dxil::Module& module, dxil::ValueId value);

/// Returns the range of such descriptors in the heap, as an index into ModulePlan::resources. Adds it if it
/// is new.
uint32_t heap_range(PlanningContext& context, DescriptorHeap heap, const HandleProperties& properties);

/// Returns the range that atomic operations use in place of a range of a heap. For images it is a separate
/// variable, with the format that atomic operations require and that other accesses must not have. Other
/// resources are their own twins.
uint32_t atomic_twin(PlanningContext& context, uint32_t resource, bool is_64bit);

}  // namespace trellis::spirv

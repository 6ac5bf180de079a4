// Descriptor heaps as resource ranges. What a descriptor of a heap is, annotateHandle says: each form of
// descriptor becomes one more range of the plan (ModulePlan::heap_ranges), unbounded, at the heap's binding.
#pragma once

#include "spirv_backend/plan/function_planner.hpp"

namespace trellis::spirv {

/// dx.types.ResourceProperties.
struct HandleProperties {
  uint32_t words[2] = {0, 0};  ///< As written.
  dxil::Resource resource;     ///< What they say; no register, no name.
};

/// Errors (no place): kBadInput if the value is no constant of properties or its fields make no sense.
Result<HandleProperties> handle_properties(const dxil::Module& module, dxil::ValueId value);

/// The range of such descriptors in the heap: found or added. Index into ModulePlan::resources.
uint32_t heap_range(PlanningContext& context, DescriptorHeap heap, const HandleProperties& properties);

/// The range as atomic operations see it: images get a variable of their own, which has the format that such
/// operations need and other accesses must not have. `resource`: a range of a heap. Other resources are
/// their own twins.
uint32_t atomic_twin(PlanningContext& context, uint32_t resource, bool is_64bit);

}  // namespace trellis::spirv

// Where resources are bound: descriptor sets and bindings from register spaces and registers.
//
//   set = space; binding = register + 1000 * class, classes in the order b, t, u, s; hidden counters of UAVs
//   at 4000 + register. An array is one descriptor array at its lower bound's binding. A RegisterShift
//   replaces the class's distance in its space. Heaps have places of their own (heap_options.hpp).
//   EmitOptions::bind may place a resource elsewhere.
#pragma once

#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Fills in the place of every resource with is_used. Errors: kUnsupported when two
/// used resources get the same binding, or a register has none (a library's resource without a register).
/// kBadInput when EmitOptions::bind answers nonsense.
Result<void> assign_bindings(ModulePlan& plan);

/// The program's resources with is_used, in order; then the ranges of heaps.
Vector<ResourceUse> resource_uses(const ModulePlan& plan);

/// Where the options have descriptors like that resource, of a heap.
Binding place_in_heap(const EmitOptions& options, const dxil::Resource& resource, DescriptorHeap heap);

}  // namespace trellis::spirv

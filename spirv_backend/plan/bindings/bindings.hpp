// Where resources are bound: descriptor sets and bindings from register spaces and registers.
//
//   set = space; binding = register + 1000 * class, with the classes in the order b, t, u, s; hidden counters
//   of UAVs at 4000 + register. An array of resources is one descriptor array at the binding of its lower
//   bound. A RegisterShift replaces the offset of a class in its space. Heaps have their own places
//   (heap_options.hpp). EmitOptions::bind may place a resource elsewhere.
#pragma once

#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Fills in the place of every resource with is_used. Errors: kUnsupported if a resource has no register (in
/// a library), or the caller gives no binding for it. kBadChoice if two resources get the same binding, a
/// default binding is out of range, or the caller's choice is invalid.
Result<void> assign_bindings(ModulePlan& plan);

/// Returns the program's resources with is_used, in order, then the ranges of heaps.
Vector<ResourceUse> resource_uses(const ModulePlan& plan);

/// Returns the place where the options put descriptors of the resource's type, which come from a heap.
Binding place_in_heap(const EmitOptions& options, const dxil::Resource& resource, DescriptorHeap heap);

}  // namespace trellis::spirv

// The part of FunctionPlanner that resolves resource handles.
#include <array>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/bindings/heap_ranges.hpp"
#include "spirv_backend/plan/function_planner.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Constant;
using dxil::ConstantKind;
using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Resource;

}  // namespace

Result<Reference> FunctionPlanner::handle_at(const Instruction& i, uint32_t resource, uint32_t index_operand,
                                             bool non_uniform) {
  const Resource& r = context_.plan.resource_info(resource);
  Reference reference{ReferenceKind::kResource, true, non_uniform, resource, 0};
  if (r.count == 1) return reference;
  const std::optional<uint64_t> index = module_.scalar_bits(function_.operands_of(i)[index_operand]);
  reference.is_static = index.has_value();
  if (index) {
    const uint32_t relative = static_cast<uint32_t>(*index) - r.lower_bound;
    if (relative >= r.count) {
      return lower::diagnose(ErrorCode::kBadInput, function_, i,
                             "the register is outside the resource's range");
    }
    reference.static_index = relative;
  }
  return reference;
}

Result<uint32_t> FunctionPlanner::resource_of_bind(const Instruction& i) {
  const Constant* bind = module_.constant(function_.operands_of(i)[0]);
  uint64_t fields[4] = {0, 0, 0, 0};
  if (bind != nullptr && bind->kind == ConstantKind::kAggregate && bind->element_count == 4) {
    for (uint32_t n = 0; n < 4; ++n) {
      fields[n] = module_.scalar_bits(module_.constant_elements[bind->first_element + n]).value_or(0);
    }
  } else if (bind == nullptr || bind->kind != ConstantKind::kNull) {
    return lower::diagnose(ErrorCode::kBadInput, function_, i, "the binding is not a constant");
  }
  const Vector<Resource>& resources = context_.plan.shader->resources;
  for (uint32_t r = 0; r < resources.size(); ++r) {
    const Resource& resource = resources[r];
    if (static_cast<uint64_t>(resource.resource_class) != fields[3] || resource.space != fields[2]) continue;
    const uint64_t end = uint64_t{resource.lower_bound} + resource.count;
    if (fields[0] >= resource.lower_bound && (fields[1] < end || resource.count == UINT32_MAX)) return r;
  }
  return lower::diagnose(ErrorCode::kBadInput, function_, i, "no resource has this binding");
}

Result<Reference> FunctionPlanner::heap_handle(const Instruction& i) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  // An undefined index counts as 0.
  const std::optional<uint64_t> index = module_.scalar_bits(operands[0]);
  const bool is_sampler = module_.scalar_bits(operands[1]).value_or(0) != 0;
  Reference handle{ReferenceKind::kHeap, index.has_value(), false, 0, 0};
  handle.root = static_cast<uint32_t>(is_sampler ? DescriptorHeap::kSamplers : DescriptorHeap::kResources);
  if (index) handle.static_index = static_cast<uint32_t>(*index);
  handle.non_uniform = module_.scalar_bits(operands[2]).value_or(0) != 0;
  return handle;
}

Result<Reference> FunctionPlanner::annotated_handle(const Instruction& i) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  Result<Reference> handle = reference(operands[0]);
  if (!handle) return handle;
  if (handle->kind != ReferenceKind::kHeap && handle->kind != ReferenceKind::kResource) return handle;
  const Result<HandleProperties> properties = handle_properties(module_, operands[1]);
  if (!properties) return lower::diagnose(properties.error().code, function_, i, properties.error().message);
  if (handle->kind == ReferenceKind::kResource &&
      context_.plan.resources[handle->root].heap == DescriptorHeap::kNone) {
    const Resource& resource = context_.plan.resource_info(handle->root);
    if (resource.kind != properties->resource.kind ||
        resource.resource_class != properties->resource.resource_class) {
      return lower::diagnose(ErrorCode::kBadInput, function_, i,
                             String("the handle of a ") + dxil::name_of(resource.kind) +
                                 " is annotated as a " + dxil::name_of(properties->resource.kind) +
                                 " of another class");
    }
    if (properties->resource.globally_coherent || properties->resource.reorder_coherent)
      context_.plan.resources[handle->root].is_coherent = true;
    return handle;
  }
  const auto heap = handle->kind == ReferenceKind::kHeap ? static_cast<DescriptorHeap>(handle->root)
                                                         : context_.plan.resources[handle->root].heap;
  const bool is_sampler = properties->resource.resource_class == dxil::ResourceClass::kSampler;
  if (is_sampler != (heap == DescriptorHeap::kSamplers)) {
    return lower::diagnose(ErrorCode::kBadInput, function_, i,
                           String("a ") + dxil::name_of(properties->resource.kind) + " from the heap of " +
                               (is_sampler ? "resources" : "samplers"));
  }
  handle->kind = ReferenceKind::kResource;
  handle->root = heap_range(context_, heap, *properties);
  return handle;
}

Result<void> FunctionPlanner::classify_operation_handle(const Instruction& i, Reference& result) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  const auto take = [&result](Result<Reference> reference) -> Result<void> {
    if (!reference) return reference.error();
    result = *reference;
    return {};
  };
  switch (i.op()) {
    case Op::kCreateHandle: {
      if (operands.size() < 4) break;
      const auto resource_class =
          static_cast<dxil::ResourceClass>(module_.scalar_bits(operands[0]).value_or(0));
      const uint64_t id = module_.scalar_bits(operands[1]).value_or(UINT64_MAX);
      if (id >= UINT32_MAX || resource_class > dxil::ResourceClass::kSampler) {
        return lower::diagnose(ErrorCode::kBadInput, function_, i, "no resource has this class and index");
      }
      const bool non_uniform = module_.scalar_bits(operands[3]).value_or(0) != 0;
      const dxil::Resource* resource =
          context_.plan.shader->find_resource(resource_class, static_cast<uint32_t>(id));
      if (resource == nullptr) {
        result = {ReferenceKind::kNothing, true, false, kNone, 0};
        return {};
      }
      const auto index = static_cast<uint32_t>(resource - context_.plan.shader->resources.data());
      return take(handle_at(i, index, 2, non_uniform));
    }
    case Op::kCreateHandleFromBinding: {
      if (operands.size() < 3) break;
      Result<uint32_t> resource = resource_of_bind(i);
      if (!resource) return resource.error();
      return take(handle_at(i, *resource, 1, module_.scalar_bits(operands[2]).value_or(0) != 0));
    }
    case Op::kCreateHandleFromHeap:
      if (operands.size() < 3) break;
      return take(heap_handle(i));
    case Op::kCreateHandleForLib:
      if (operands.empty()) break;
      return take(reference(operands[0]));
    case Op::kAnnotateHandle:
      if (operands.size() < 2) break;
      return take(annotated_handle(i));
    case Op::kGetMeshPayload: {
      if (!context_.plan.entry_point->mesh || context_.plan.entry_point->mesh->payload_bytes == 0) {
        return lower::diagnose(ErrorCode::kBadInput, function_, i, "the entry point has no payload");
      }
      const dxil::TypeId type = i.callee == 0 ? kNone : module_.dx_op_callees[i.callee - 1].overload_type;
      result = {ReferenceKind::kMemory, true, false, payload_object(context_, type), 0};
      return {};
    }
    default:
      return fail(i, "handles and pointers from this operation are not supported");
  }
  return lower::diagnose(ErrorCode::kBadInput, function_, i, "the operation has too few operands");
}

}  // namespace trellis::spirv

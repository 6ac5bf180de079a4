// The part of FunctionPlanner that records how memory objects and resources are accessed.
#include <algorithm>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/bindings/heap_ranges.hpp"
#include "spirv_backend/plan/bindings/missing_resources.hpp"
#include "spirv_backend/plan/function_planner.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::DxilOp;
using dxil::HandleUse;
using dxil::Instruction;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;

}  // namespace

Result<void> FunctionPlanner::note_access(const Instruction& i, ValueId pointer, TypeId type, bool is_write,
                                          bool is_atomic) {
  Result<Reference> target = reference(pointer);
  if (!target) return target.error();
  if (target->kind == ReferenceKind::kNothing) return {};
  if (target->kind != ReferenceKind::kMemory) {
    return fail(i, "cannot determine which object is accessed");
  }
  const lower::TypeLayout& layout = context_.layouts.of(type);
  if (!layout.is_known || module_.types[type].kind == TypeKind::kStruct ||
      module_.types[type].kind == TypeKind::kArray) {
    return fail(i, "memory accesses of this type are not supported");
  }
  ObjectUse& use = context_.object_uses[target->root];
  use.narrowest = std::min(use.narrowest, layout.narrowest);
  use.int_access |= layout.has_ints;
  use.float_access |= layout.has_floats;
  use.is_atomic |= is_atomic;
  use.is_written |= is_write;
  use.is_read |= !is_write || is_atomic;
  if (target->is_static) {
    use.static_end = std::max(use.static_end, target->static_index + layout.size);
  } else {
    use.dynamic_access = true;
  }
  return {};
}

Result<void> FunctionPlanner::note_memory(const Instruction& i) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  switch (i.opcode) {
    case Opcode::kSDiv:
    case Opcode::kUDiv:
    case Opcode::kSRem:
    case Opcode::kURem:
      if (module_.scalar_bits(operands[1])) return {};
      if (result_.bounds.integer(module_, function_, operands[1]).low > 0) return {};
      context_.plan.long_operations.add(i.opcode, i.type, i.type);
      return {};
    case Opcode::kFPToSI:
    case Opcode::kFPToUI: {
      const FloatBounds bounds = result_.bounds.number(module_, function_, operands[0]);
      const uint32_t bits = module_.types[i.type].bits;
      // A conversion with few hazards takes few instructions.
      const ConversionHazards hazards = hazards_of(bounds, bits, i.opcode == Opcode::kFPToSI);
      if (!hazards.above) return {};
      context_.plan.long_operations.add(i.opcode, module_.type_of(function_, operands[0]), i.type);
      return {};
    }
    case Opcode::kLoad:
      if (local(i.result).reference.kind != ReferenceKind::kNone) return {};
      return note_access(i, operands[0], i.type, false, false);
    case Opcode::kStore:
      return note_access(i, operands[1], module_.type_of(function_, operands[0]), true, false);
    case Opcode::kAtomicRmw:
      return note_access(i, operands[0], module_.type_of(function_, operands[1]), true, true);
    case Opcode::kCmpXchg:
      return note_access(i, operands[0], module_.type_of(function_, operands[1]), true, true);
    default:
      return {};
  }
}

// Payload and groupshared memory need the same units, because one is copied to the other.
Result<void> FunctionPlanner::note_dispatch(const Instruction& i) {
  constexpr uint32_t kPayload = 3;
  const std::span<const ValueId> operands = function_.operands_of(i);
  const dxil::EntryPoint& entry = *context_.plan.entry_point;
  if (!entry.amplification_payload_bytes || operands.size() <= kPayload) {
    return lower::diagnose(ErrorCode::kBadInput, function_, i,
                           "only amplification shaders can dispatch meshes");
  }
  ++context_.dispatch_count;
  const auto next = static_cast<size_t>(&i - function_.instructions.data()) + 1;
  context_.dispatch_is_last |= result_.function == entry.function && next < function_.instructions.size() &&
                               function_.instructions[next].opcode == Opcode::kReturn;
  if (*entry.amplification_payload_bytes == 0) return {};
  Result<Reference> source = reference(operands[kPayload]);
  if (!source) return source.error();
  if (source->kind != ReferenceKind::kMemory) return fail(i, "cannot find the object of the payload");
  // All of the payload is read. If it is in a function's copy of its argument, the copy must contain all of
  // it.
  ObjectUse& use = context_.object_uses[source->root];
  if (context_.plan.objects[source->root].kind == MemoryObject::Kind::kParameter) {
    use.dynamic_access |= !source->is_static;
    const uint64_t end = uint64_t{source->static_index} + *entry.amplification_payload_bytes;
    if (source->is_static) use.static_end = std::max(use.static_end, end);
  }
  const uint32_t payload = payload_object(context_, context_.plan.objects[source->root].type);
  context_.payloads.push_back({*source, payload});
  return {};
}

/// Counts a load or store by the type of its values: 32-bit floats, or other words.
void FunctionPlanner::note_words(ResourcePlan& resource, TypeId type) const {
  const Type* t = &module_.types[type];
  if (t->kind == TypeKind::kStruct && !t->members.empty()) t = &module_.types[t->members[0]];
  if (t->kind == TypeKind::kVector) t = &module_.types[t->element];
  const bool is_native_half = t->bits == 16 && context_.plan.entry_point->native_16bit();
  if (is_native_half) return;  // It is accessed through its own view.
  ++(t->kind == TypeKind::kFloat && t->bits != 64 ? resource.float_loads : resource.int_loads);
}

Result<void> FunctionPlanner::note_operation(const Instruction& i) {
  const DxilOp* op = dxil::find_op(i.op());
  if (op == nullptr) return {};  // lower_operation() refuses it.
  context_.plan.needs_quads |= op->needs_quads();
  context_.has_barriers |= op->is_barrier();
  const dxil::ShaderKind stage = context_.plan.entry_point->kind;
  if ((op->stages >> static_cast<uint32_t>(stage) & 1) == 0) {
    return lower::diagnose(ErrorCode::kBadInput, function_, i,
                           String("the operation is not allowed in ") + dxil::name_of(stage) + " shaders");
  }
  if (Result<void> done =
          note_element_access(context_.plan.stage, *context_.plan.entry_point, module_, function_, i, *op);
      !done) {
    return done;
  }
  if (op->id == dxil::Op::kDispatchMesh) return note_dispatch(i);
  if (handed_storage(op->id) != spv::StorageClass::Max) {
    TRELLIS_RETURN_IF_ERROR(note_ray_transfer(i));
  }
  if ((op->flags & (dxil::kAllocatesRayQuery | dxil::kOnRayQuery)) != 0) {
    TRELLIS_RETURN_IF_ERROR(note_ray_query(i, *op));
  }
  // The operations before this one have nothing to do with hit objects.
  constexpr uint32_t kFirstHitOperation = number_of(dxil::Op::kHitObject_TraceRay);
  if (context_.hits != nullptr || number_of(op->id) >= kFirstHitOperation) {
    TRELLIS_RETURN_IF_ERROR(note_hit_operation(i));
  }
  if (op->handle == HandleUse::kNoHandle || op->handle == HandleUse::kMakesHandle) return {};
  note_handles(i, *op);
  return {};
}

/// Records how an operation uses the resources of its handles.
void FunctionPlanner::note_handles(const Instruction& i, const DxilOp& op) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  const uint32_t first = op.first_handle();
  for (uint32_t n = first; n < operands.size(); ++n) {
    if (!op.is_handle(n) || !is_local(operands[n])) continue;
    const Reference& reference = local(operands[n]).reference;
    if (reference.kind != ReferenceKind::kResource) continue;
    if (n == first && !has_resource(context_.plan, reference, op.handle)) return;
    ResourcePlan& resource = context_.plan.resources[reference.root];
    resource.is_used = true;
    resource.is_dynamically_indexed |= !reference.is_static;
    resource.is_non_uniform |= reference.non_uniform;
    if (n == first) {
      note_use(i, op.handle, reference.root);
    } else {
      resource.is_sampled = true;  // A sampler, or the texture that feedback is about.
    }
  }
}

/// Records how an operation uses the resource of its first handle.
void FunctionPlanner::note_use(const Instruction& i, HandleUse use, uint32_t index) {
  ResourcePlan& resource = context_.plan.resources[index];
  const std::span<const ValueId> operands = function_.operands_of(i);
  switch (use) {
    case HandleUse::kReadsBuffer:
      resource.is_read = true;
      note_words(resource, i.type);
      break;
    case HandleUse::kReadsTexture:
      resource.is_read = true;
      break;
    case HandleUse::kSamples:
    case HandleUse::kQueriesLevel:
      resource.is_sampled = true;
      break;
    case HandleUse::kCompares:
      resource.is_compared = true;
      break;
    case HandleUse::kWritesTexture:
      resource.is_written = true;
      break;
    case HandleUse::kWritesBuffer:
      resource.is_written = true;
      if (operands.size() > 3) note_words(resource, module_.type_of(function_, operands[3]));
      break;
    case HandleUse::kAtomic: {
      const uint32_t twin = atomic_twin(context_, index, module_.types[i.type].bits == 64);
      ResourcePlan& worked_on = context_.plan.resources[twin];
      worked_on.is_used = worked_on.is_atomic = true;
      const bool adds = i.is(dxil::Op::kVendorAtomicFloat) && has_float_adds(context_.plan.options.device);
      const bool compares =
          i.op() == dxil::Op::kAtomicCompareExchange || (dxil::is_internal(i.op()) && !adds);
      worked_on.needs_integer_view |=
          compares && context_.plan.resource_info(twin).component_type == dxil::ComponentType::kF32;
      break;
    }
    case HandleUse::kCounter:
      resource.uses_counter = true;
      break;
    case HandleUse::kReadsConstants: {
      resource.is_read = true;
      TypeId type = i.type;
      if (module_.types[type].kind == TypeKind::kStruct && !module_.types[type].members.empty()) {
        type = module_.types[type].members[0];
      }
      ++(module_.types[type].kind == TypeKind::kFloat ? resource.float_loads : resource.int_loads);
      break;
    }
    case HandleUse::kAnything:
      resource.is_read = resource.is_written = true;
      break;
    case HandleUse::kNoHandle:
    case HandleUse::kMakesHandle:
    case HandleUse::kQueries:
    case HandleUse::kTraces:
      break;
  }
}

}  // namespace trellis::spirv

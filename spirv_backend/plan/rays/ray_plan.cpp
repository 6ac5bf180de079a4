#include "spirv_backend/plan/rays/ray_plan.hpp"

#include <algorithm>

namespace trellis::spirv {
namespace {

using dxil::kNone;
using dxil::ShaderKind;
using spv::StorageClass;

constexpr uint32_t kWordBytes = 4, kPairBytes = 8;

/// Returns the number of pointers that a stage's function takes.
uint32_t parameter_count(ShaderKind stage) {
  switch (stage) {
    case ShaderKind::kAnyHit:
    case ShaderKind::kClosestHit:
      return 2;
    case ShaderKind::kMiss:
    case ShaderKind::kCallable:
      return 1;
    default:
      return 0;
  }
}

/// Gives an object the form that all stages declare for a variable of the storage class.
void give_form(MemoryObject& object, StorageClass storage, uint64_t bytes) {
  const bool is_pair = storage == StorageClass::HitAttributeKHR && bytes == kPairBytes;
  object.kind = MemoryObject::Kind::kGlobal;
  object.storage = storage;
  object.unit = is_pair ? kF32 : kU32;
  object.unit_bytes = kWordBytes;
  object.unit_count = words_holding(bytes);
}

bool may_be_variable(const MemoryObject& object, StorageClass storage, uint64_t bytes) {
  MemoryObject form;
  give_form(form, storage, bytes);
  return object.unit_bytes == kWordBytes && object.unit == form.unit;
}

void add_variable(PlanningContext& context, StorageClass storage, uint64_t bytes) {
  if (find_ray_object(context.plan, storage, words_holding(bytes)) != kNone) return;
  MemoryObject object;
  give_form(object, storage, bytes);
  add_object(context, object);
}

/// Whether an alloca can be the variable that its content is passed through. Attributes cannot: a variable
/// holds those of the last report until the next one.
bool is_candidate(const PlanningContext& context, const RayTransfer& transfer) {
  const Reference& source = transfer.source;
  if (source.kind != ReferenceKind::kMemory || !source.is_static || source.static_index != 0) return false;
  if (transfer.storage == StorageClass::HitAttributeKHR) return false;
  const MemoryObject& object = context.plan.objects[source.root];
  if (object.kind != MemoryObject::Kind::kLocal) return false;
  return std::all_of(context.ray_transfers.begin(), context.ray_transfers.end(), [&](const RayTransfer& t) {
    return t.source.root != source.root || t.source.kind != ReferenceKind::kMemory ||
           (t.source.is_static && t.source.static_index == 0 && t.storage == transfer.storage &&
            t.bytes == transfer.bytes);
  });
}

Result<void> place_parameter(PlanningContext& context, uint32_t number, uint32_t index) {
  const dxil::EntryPoint& entry = *context.plan.entry_point;
  const StorageClass storage = ray_parameter_storage(entry.kind, number);
  const uint32_t bytes = declared_bytes(entry, storage);
  const ObjectUse use = context.object_uses[index];
  const bool is_attribute = storage == StorageClass::HitAttributeKHR;
  if (use.static_end > bytes) {
    return bad_input("entry point " + entry.source_name + " reaches byte " + decimal(use.static_end) +
                     " of " + (is_attribute ? "attributes" : "a payload or parameter") +
                     " declared to have " + decimal(bytes));
  }
  MemoryObject& object = context.plan.objects[index];
  const bool is_only_read = !use.is_written && !use.is_atomic;
  if ((!is_attribute || is_only_read) && may_be_variable(object, storage, bytes)) {
    give_form(object, storage, bytes);
    object.is_constant = is_attribute;
    return {};
  }
  object.unit_count = std::max(1u, (bytes + object.unit_bytes - 1) / object.unit_bytes);
  if (object.unit_bytes < 2)
    return unsupported("payloads and attributes of 8-bit elements are not supported");
  if (words_holding(bytes) > kMaxCopiedWords) return unsupported("a payload of this size is not supported");
  add_variable(context, storage, bytes);
  return {};
}

Result<void> check_transfer(const PlanningContext& context, const RayTransfer& transfer) {
  if (transfer.storage == StorageClass::HitAttributeKHR && transfer.bytes > kMaxAttributeBytes) {
    return unsupported("attributes of " + decimal(transfer.bytes) + " bytes, more than " +
                       decimal(kMaxAttributeBytes));
  }
  if (transfer.source.kind != ReferenceKind::kMemory) return {};
  const MemoryObject& object = context.plan.objects[transfer.source.root];
  // A parameter's object is as large as the part that may be accessed.
  if (object.kind == MemoryObject::Kind::kParameter) return {};
  const uint64_t available = uint64_t{object.unit_count} * object.unit_bytes;
  const uint64_t first = transfer.source.is_static ? transfer.source.static_index : 0;
  if (first + transfer.bytes > available) {
    return bad_input("a payload, parameter or attributes of " + decimal(transfer.bytes) +
                     " bytes are read from an object of " + decimal(available - std::min(first, available)) +
                     " bytes");
  }
  return {};
}

}  // namespace

uint32_t words_holding(uint64_t bytes) {
  return static_cast<uint32_t>(std::max<uint64_t>((bytes + kWordBytes - 1) / kWordBytes, 1));
}

bool is_array_of_words(const MemoryObject& object, uint32_t words) {
  return object.unit == kU32 && object.unit_bytes == kWordBytes && object.unit_count == words &&
         object.kind != MemoryObject::Kind::kParameter;
}

bool is_ray_stage(ShaderKind stage) {
  return stage >= ShaderKind::kRayGeneration && stage <= ShaderKind::kCallable;
}

StorageClass ray_parameter_storage(ShaderKind stage, uint32_t parameter) {
  if (stage == ShaderKind::kCallable) return StorageClass::IncomingCallableDataKHR;
  return parameter == 0 ? StorageClass::IncomingRayPayloadKHR : StorageClass::HitAttributeKHR;
}

StorageClass handed_storage(dxil::Op op) {
  switch (op) {
    case dxil::Op::kTraceRay:
    case dxil::Op::kHitObject_TraceRay:
    case dxil::Op::kHitObject_Invoke:
      return StorageClass::RayPayloadKHR;
    case dxil::Op::kCallShader:
      return StorageClass::CallableDataKHR;
    case dxil::Op::kReportHit:
      return StorageClass::HitAttributeKHR;
    default:
      return StorageClass::Max;
  }
}

uint32_t handed_operand(dxil::Op op) {
  switch (op) {
    case dxil::Op::kTraceRay:
    case dxil::Op::kHitObject_TraceRay:
      return 14;
    case dxil::Op::kCallShader:
    case dxil::Op::kHitObject_Invoke:
      return 1;
    default:
      return 2;
  }
}

Result<void> check_ray_entry(const dxil::Module& module, const dxil::EntryPoint& entry, Target target) {
  const String where = "entry point " + entry.source_name + ": ";
  const String stage = dxil::name_of(entry.kind);
  if (target == Target::kVulkan1_1) {
    return unsupported(where + stage + " shaders need SPIR-V 1.4 (--target spv1.4, or Vulkan 1.2)");
  }
  const Vector<dxil::TypeId>& types = module.functions[entry.function].argument_types;
  const uint32_t wanted = parameter_count(entry.kind);
  if (types.size() != wanted) {
    return bad_input(where + "the function has " + decimal(types.size()) + " parameters, " + stage +
                     " shaders have " + decimal(wanted));
  }
  for (const dxil::TypeId type : types) {
    if (module.types[type].kind != dxil::TypeKind::kPointer) {
      return bad_input(where + "a parameter is not a pointer");
    }
  }
  if (wanted != 0 && !entry.payload_bytes) {
    return bad_input(where + "the size of the payload or parameter is missing");
  }
  if (wanted != 0 && *entry.payload_bytes > lower::kMaxObjectBytes) {
    return bad_input(where + "the payload or parameter has " + decimal(*entry.payload_bytes) + " bytes");
  }
  const uint32_t attributes = entry.attribute_bytes.value_or(0);
  if (attributes > kMaxAttributeBytes) {
    return unsupported(where + "attributes of " + decimal(attributes) + " bytes, more than " +
                       decimal(kMaxAttributeBytes));
  }
  return {};
}

uint32_t declared_bytes(const dxil::EntryPoint& entry, StorageClass storage) {
  if (storage == StorageClass::HitAttributeKHR) return entry.attribute_bytes.value_or(kPairBytes);
  return entry.payload_bytes.value_or(0);
}

uint64_t handed_bytes(const ModulePlan& plan, lower::LayoutTable& layouts, const dxil::Instruction& i,
                      const Reference& source) {
  const dxil::Module& module = plan.shader->module;
  if (i.callee != 0) {
    const dxil::TypeId type = module.dx_op_callees[i.callee - 1u].overload_type;
    if (type != kNone && layouts.of(type).is_known) return layouts.of(type).size;
  }
  if (source.kind != ReferenceKind::kMemory) return 0;
  const MemoryObject& object = plan.objects[source.root];
  return object.type != kNone && layouts.of(object.type).is_known ? layouts.of(object.type).size : 0;
}

uint32_t find_ray_object(const ModulePlan& plan, StorageClass storage, uint32_t words) {
  for (uint32_t n = 0; n < plan.objects.size(); ++n) {
    const MemoryObject& object = plan.objects[n];
    // Variables that were allocas keep their type.
    if (object.storage != storage || object.kind != MemoryObject::Kind::kGlobal || object.type != kNone) {
      continue;
    }
    if (words == 0 || object.unit_count == words) return n;
  }
  return kNone;
}

Vector<uint32_t> ray_parameter_objects(PlanningContext& context, uint32_t function) {
  const dxil::Function& f = context.plan.shader->module.functions[function];
  Vector<uint32_t> objects(f.argument_types.size(), kNone);
  for (uint32_t& index : objects) {
    MemoryObject object;
    object.kind = MemoryObject::Kind::kGlobal;
    object.storage = StorageClass::Private;
    index = add_object(context, object);
  }
  context.ray_parameters = objects;
  return objects;
}

void prepare_ray_objects(PlanningContext& context) {
  const dxil::EntryPoint& entry = *context.plan.entry_point;
  const auto want_words = [&](uint32_t object) {
    ObjectUse& use = context.object_uses[object];
    use.narrowest = std::min<uint8_t>(use.narrowest, kWordBytes);
    use.int_access = true;
  };
  for (uint32_t n = 0; n < context.ray_parameters.size(); ++n) {
    const StorageClass storage = ray_parameter_storage(entry.kind, n);
    const bool is_pair =
        storage == StorageClass::HitAttributeKHR && declared_bytes(entry, storage) == kPairBytes;
    ObjectUse& use = context.object_uses[context.ray_parameters[n]];
    if (!is_pair) want_words(context.ray_parameters[n]);
    if (is_pair && !use.int_access) use.float_access = true;
    use.narrowest = std::min<uint8_t>(use.narrowest, kWordBytes);
  }
  for (const RayTransfer& transfer : context.ray_transfers) {
    const bool is_large = words_holding(transfer.bytes) > kMaxCopiedWords;
    const bool is_memory = transfer.source.kind == ReferenceKind::kMemory;
    if (is_candidate(context, transfer) || (is_large && is_memory)) want_words(transfer.source.root);
  }
}

Result<void> place_ray_objects(PlanningContext& context) {
  for (uint32_t n = 0; n < context.ray_parameters.size(); ++n) {
    TRELLIS_RETURN_IF_ERROR(place_parameter(context, n, context.ray_parameters[n]));
  }
  uint64_t attribute_bytes = 0;
  // All candidates are determined before any of them is placed.
  Vector<uint8_t> is_in_place;
  for (const RayTransfer& transfer : context.ray_transfers) {
    is_in_place.push_back(is_candidate(context, transfer) ? 1 : 0);
  }
  for (size_t n = 0; n < context.ray_transfers.size(); ++n) {
    const RayTransfer& transfer = context.ray_transfers[n];
    TRELLIS_RETURN_IF_ERROR(check_transfer(context, transfer));
    if (transfer.storage == StorageClass::HitAttributeKHR) {
      attribute_bytes = std::max(attribute_bytes, transfer.bytes);
      continue;
    }
    if (is_in_place[n] != 0) {
      MemoryObject& object = context.plan.objects[transfer.source.root];
      const bool is_whole = uint64_t{object.unit_count} * object.unit_bytes == transfer.bytes;
      if (object.storage == transfer.storage) continue;
      if (is_whole && may_be_variable(object, transfer.storage, transfer.bytes)) {
        give_form(object, transfer.storage, transfer.bytes);
        continue;
      }
    }
    const uint32_t words = words_holding(transfer.bytes);
    const bool is_all = transfer.source.kind == ReferenceKind::kMemory && transfer.source.is_static &&
                        transfer.source.static_index == 0 &&
                        is_array_of_words(context.plan.objects[transfer.source.root], words);
    if (words > kMaxCopiedWords && !is_all) {
      return unsupported("a payload of " + decimal(transfer.bytes) +
                         " bytes that must be copied is not supported");
    }
    add_variable(context, transfer.storage, transfer.bytes);
  }
  const bool reports = std::any_of(
      context.ray_transfers.begin(), context.ray_transfers.end(),
      [](const RayTransfer& transfer) { return transfer.storage == StorageClass::HitAttributeKHR; });
  if (reports) add_variable(context, StorageClass::HitAttributeKHR, attribute_bytes);
  return {};
}

}  // namespace trellis::spirv

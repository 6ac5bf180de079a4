#include "spirv_backend/plan/function_planner.hpp"

#include <algorithm>
#include <string_view>

#include "dxil_frontend/program/addresses.hpp"
#include "lower/analysis/locate.hpp"
#include "spirv_backend/analysis/special_tests.hpp"
#include "spirv_backend/plan/constant_copies.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Constant;
using dxil::ConstantKind;
using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueKind;

/// Whether the type is a scalar, or a vector that SPIR-V supports.
bool is_plain_type(const Type& type, const EmitOptions& options) {
  return type.kind == TypeKind::kInt || type.kind == TypeKind::kFloat ||
         (type.kind == TypeKind::kVector && type.count <= longest_vector(options));
}

bool is_nothing(const Constant& c) { return c.kind == ConstantKind::kNull || c.kind == ConstantKind::kUndef; }

/// Returns false for most instructions, so that they need no call: note_memory() does nothing with them.
constexpr bool may_be_noted(Opcode opcode) {
  switch (opcode) {
    case Opcode::kFCmp:
    case Opcode::kSDiv:
    case Opcode::kUDiv:
    case Opcode::kSRem:
    case Opcode::kURem:
    case Opcode::kFPToSI:
    case Opcode::kFPToUI:
    case Opcode::kLoad:
    case Opcode::kStore:
    case Opcode::kAtomicRmw:
    case Opcode::kCmpXchg:
      return true;
    default:
      return false;
  }
}

bool is_atomic(const Instruction& i) {
  return i.is(dxil::Op::kAtomicBinOp) || i.is(dxil::Op::kAtomicCompareExchange);
}

spv::StorageClass storage_of(const dxil::Global& global) {
  return global.address_space == 3 ? spv::StorageClass::Workgroup : spv::StorageClass::Private;
}

}  // namespace

uint32_t add_object(PlanningContext& context, const MemoryObject& object) {
  context.plan.objects.push_back(object);
  context.object_uses.emplace_back();
  return static_cast<uint32_t>(context.plan.objects.size() - 1);
}

uint32_t payload_object(PlanningContext& context, dxil::TypeId type) {
  uint32_t& object = context.plan.payload_object;
  if (object == kNone) {
    MemoryObject payload;
    payload.kind = MemoryObject::Kind::kGlobal;
    payload.storage = spv::StorageClass::TaskPayloadWorkgroupEXT;
    payload.type = type;
    object = add_object(context, payload);
  }
  return object;
}

Vector<uint32_t> parameter_objects(PlanningContext& context, uint32_t function) {
  const dxil::Module& module = context.plan.shader->module;
  const dxil::Function& f = module.functions[function];
  Vector<uint32_t> objects(f.argument_types.size(), kNone);
  for (size_t a = 0; a < objects.size(); ++a) {
    if (module.types[f.argument_types[a]].kind != TypeKind::kPointer) continue;
    MemoryObject object;
    object.kind = MemoryObject::Kind::kParameter;
    objects[a] = add_object(context, object);
  }
  return objects;
}

FunctionPlanner::FunctionPlanner(PlanningContext& context, uint32_t function)
    : context_(context),
      module_(context.plan.shader->module),
      function_(module_.functions[function]),
      order_(function_.graph) {
  result_.function = function;
  result_.locals.resize(function_.local_types.size());
  origin_.resize(function_.local_types.size());
}

Diagnostic FunctionPlanner::fail(const Instruction& i, String message) const {
  return lower::diagnose(ErrorCode::kUnsupported, function_, i, std::move(message));
}

bool FunctionPlanner::is_handle_type(TypeId type) const {
  const Type& t = module_.types[type];
  return t.kind == TypeKind::kStruct && std::string_view(t.name).starts_with("dx.types.Handle");
}

bool FunctionPlanner::operates_on_texture(const Instruction& i) {
  if (i.operand_count == 0) return false;
  const Result<Reference> handle = reference(function_.operands_of(i)[0]);
  if (!handle || handle->kind != ReferenceKind::kResource) return false;
  const dxil::ResourceKind kind = context_.plan.resource_info(handle->root).kind;
  return kind >= dxil::ResourceKind::kTexture1D && kind <= dxil::ResourceKind::kTextureCubeArray;
}

Result<void> FunctionPlanner::resolve(std::span<const uint32_t> parameters) {
  for (size_t a = 0; a < function_.argument_types.size(); ++a) {
    LocalPlan& argument = result_.locals[a];
    const Type& type = module_.types[function_.argument_types[a]];
    argument.treatment = Treatment::kValue;
    if (type.kind == TypeKind::kPointer) {
      argument.treatment = Treatment::kStatic;
      argument.reference = {ReferenceKind::kMemory, true, false, parameters[a], 0};
    } else if (!is_plain_type(type, context_.plan.options)) {
      Diagnostic diagnostic = unsupported("a function parameter of this type is not supported");
      diagnostic.where.function = function_.name;
      return diagnostic;
    }
  }
  const Type& result = module_.types[function_.return_type];
  if (result.kind != TypeKind::kVoid && !is_plain_type(result, context_.plan.options)) {
    Diagnostic diagnostic = unsupported("a function result of this type is not supported");
    diagnostic.where.function = function_.name;
    return diagnostic;
  }
  // Bounds of floats matter only if some float becomes an integer, loses its whole part or is tested.
  const bool needs_floats = std::ranges::any_of(function_.instructions, [](const Instruction& i) {
    return i.opcode == Opcode::kFPToSI || i.opcode == Opcode::kFPToUI || i.is(dxil::Op::kFrc) ||
           i.is(dxil::Op::kIsNaN) || i.is(dxil::Op::kIsInf) || i.is(dxil::Op::kIsFinite);
  });
  for (BlockId block : order_.reverse_post_order()) {
    for (const Instruction& i : function_.instructions_of(block)) {
      const TypeKind kind = module_.types[i.type].kind;
      if (kind == TypeKind::kInt || (needs_floats && kind == TypeKind::kFloat)) {
        result_.bounds.add(module_, function_, *context_.plan.entry_point, i, block);
      }
      if (needs_floats) result_.conversions.add_conversion(module_, function_, result_.bounds, i);
      TRELLIS_RETURN_IF_ERROR(classify(i));
      if (i.is(dxil::Op::kGetDimensions) && operates_on_texture(i))
        result_.bounds.add_texture_size(function_, i);
      if (needs_floats && is_atomic(i) && operates_on_texture(i)) result_.conversions.add_texture_atomic(i);
    }
  }
  if (needs_floats) {
    result_.conversions.find_uses(module_, function_, result_.bounds);
    result_.round_trips = find_round_trips(module_, function_, result_.bounds);
  }
  context_.plan.tests_special_floats |=
      tests_computed_floats(*context_.plan.shader, function_, result_.bounds);
  TRELLIS_RETURN_IF_ERROR(check_merges());
  TRELLIS_RETURN_IF_ERROR(check_ray_queries());
  collect_components();
  note_rows();
  find_constant_copies(context_.plan, result_, order_);
  return {};
}

Result<void> FunctionPlanner::classify(const Instruction& i) {
  if (i.opcode == Opcode::kCall) calls_.push_back({&i, i.aux});
  if (i.opcode == Opcode::kReturn && result_.function == context_.plan.entry_point->function) {
    ++context_.entry_returns;
  }
  if (i.result != kNone) {
    // A load of a plain type can be one of a resource object.
    if (i.opcode != Opcode::kLoad && i.opcode != Opcode::kExtractValue &&
        is_plain_type(module_.types[i.type], context_.plan.options)) {
      local(i.result).treatment = Treatment::kValue;
    } else {
      TRELLIS_RETURN_IF_ERROR(classify_special_result(i));
    }
  }
  if (i.opcode == Opcode::kDxOp) return note_operation(i);
  return may_be_noted(i.opcode) ? note_memory(i) : Result<void>();
}

/// Classifies results that are not simply values of plain types. Not inline in classify(), which then needs
/// no room for diagnostics and references.
[[gnu::noinline]] Result<void> FunctionPlanner::classify_special_result(const Instruction& i) {
  LocalPlan& plan = local(i.result);
  const Type& type = module_.types[i.type];
  bool is_reference =
      type.kind == TypeKind::kPointer || (type.kind == TypeKind::kStruct && is_handle_type(i.type));
  if (i.opcode == Opcode::kLoad && !is_reference) {
    // Libraries up to shader model 6.5 load resource objects, which have the type of their class.
    Result<Reference> pointer = reference(function_.operands_of(i)[0]);
    if (!pointer) return pointer.error();
    is_reference = pointer->kind == ReferenceKind::kResource;
  }
  if (is_reference) return classify_reference(i);
  if (i.opcode == Opcode::kExtractValue) {
    plan.treatment = Treatment::kComponent;
    const ValueId aggregate = function_.operands_of(i)[0];
    if (!is_local(aggregate) || local(aggregate).treatment != Treatment::kAggregate) {
      return fail(i, "reading a field of a struct that is not an operation's result is not supported");
    }
    extractions_.push_back({aggregate - function_.first_local, {i.aux, i.result}});
  } else if (type.kind == TypeKind::kStruct) {
    if (i.opcode != Opcode::kDxOp && i.opcode != Opcode::kCmpXchg) {
      return fail(i, "values of struct type are supported only as results of operations");
    }
    plan.treatment = Treatment::kAggregate;
    has_aggregates_ = true;
  } else if (is_plain_type(type, context_.plan.options)) {
    plan.treatment = Treatment::kValue;
  } else {
    return fail(i, "values of this type are not supported");
  }
  return {};
}

Result<Reference> FunctionPlanner::reference(ValueId value) {
  if (is_local(value)) return local(value).reference;
  Reference& known = context_.plan.references[value];
  if (known.kind == ReferenceKind::kNone) {
    Result<Reference> found = module_reference(value);
    if (!found) return found;
    context_.plan.references[value] = *found;
  }
  return context_.plan.references[value];
}

Result<Reference> FunctionPlanner::module_reference(ValueId value) {
  const dxil::Value& v = module_.values[value];
  if (v.kind == ValueKind::kGlobal) {
    const uint32_t resource = context_.resource_of_symbol[value];
    if (resource != kNone) return Reference{ReferenceKind::kResource, true, false, resource, 0};
    uint32_t& object = context_.plan.object_of_global[v.index];
    if (object == kNone) {
      const dxil::Global& global = module_.globals[v.index];
      MemoryObject o;
      o.kind = MemoryObject::Kind::kGlobal;
      o.storage = storage_of(global);
      o.is_constant = global.is_constant;
      o.type = global.value_type;
      o.initializer = global.initializer;
      o.name_of_global = v.index;
      object = add_object(context_, o);
    }
    return Reference{ReferenceKind::kMemory, true, false, object, 0};
  }
  if (v.kind != ValueKind::kConstant) return Reference{};
  const Constant& c = module_.constants[v.index];
  if (is_nothing(c)) return Reference{ReferenceKind::kNothing, true, false, kNone, 0};
  if (c.kind != ConstantKind::kAddress || c.element_count < 1) return Reference{};
  const ValueId root = dxil::root_of_address(module_, value);
  if (module_.values[root].kind != ValueKind::kGlobal) return Reference{};
  Result<Reference> base = reference(root);
  if (!base) return base;
  for (ValueId at = value; at != root;) {
    const Constant& address = *module_.constant(at);
    const ValueId* elements = module_.constant_elements.data() + address.first_element;
    if (!lower::sum_address(module_, context_.layouts, static_cast<TypeId>(address.bits), elements + 1,
                            address.element_count - 1, base->kind == ReferenceKind::kResource,
                            context_.terms) ||
        !context_.terms.terms.empty()) {
      return Reference{};
    }
    base->static_index += static_cast<uint32_t>(context_.terms.constant);
    at = elements[0];
  }
  return base;
}

Result<void> FunctionPlanner::classify_reference(const Instruction& i) {
  LocalPlan& plan = local(i.result);
  Reference& result = plan.reference;
  const std::span<const ValueId> operands = function_.operands_of(i);
  Result<void> done;
  switch (i.opcode) {
    case Opcode::kAlloca: {
      MemoryObject object;
      object.type = i.aux;
      if (!operands.empty() && module_.scalar_bits(operands[0]) != 1) {
        return fail(i, "an alloca of more than one element is not supported");
      }
      const uint32_t index = add_object(context_, object);
      result_.allocas.push_back(index);
      result = {ReferenceKind::kMemory, true, false, index, 0};
      break;
    }
    case Opcode::kGep:
      done = classify_gep(i, result);
      break;
    case Opcode::kBitcast:
    case Opcode::kAddrSpaceCast:
    case Opcode::kFreeze:
    case Opcode::kLoad: {
      Result<Reference> base = reference(operands[0]);
      if (!base) return base.error();
      result = *base;
      if (i.opcode == Opcode::kLoad && result.kind != ReferenceKind::kResource) {
        return fail(i, "pointers and handles in memory are not supported");
      }
      break;
    }
    case Opcode::kPhi:
      done = merge_references(i, 0, result);
      merges_.push_back(&i);
      break;
    case Opcode::kSelect:
      done = merge_references(i, 1, result);
      merges_.push_back(&i);
      break;
    case Opcode::kDxOp:
      done = classify_operation_handle(i, result);
      break;
    default:
      return fail(i, "a pointer or handle from this instruction is not supported");
  }
  if (!done) return done;
  if (result.kind == ReferenceKind::kNone) {
    return fail(i, "cannot determine which object the pointer or handle refers to");
  }
  plan.treatment = result.is_static ? Treatment::kStatic : Treatment::kValue;
  return {};
}

Result<void> FunctionPlanner::classify_gep(const Instruction& i, Reference& result) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  Result<Reference> base = reference(operands[0]);
  if (!base) return base.error();
  result = *base;
  if (!lower::sum_address(module_, context_.layouts, i.aux, operands.data() + 1,
                          static_cast<uint32_t>(operands.size() - 1), base->kind == ReferenceKind::kResource,
                          context_.terms)) {
    return fail(i, "an address in this type is not supported");
  }
  if (result.is_static && context_.terms.terms.empty()) {
    result.static_index += static_cast<uint32_t>(context_.terms.constant);
  } else {
    result.is_static = false;
  }
  result.non_uniform |= (i.flags & dxil::kNonUniform) != 0;
  if (result.kind == ReferenceKind::kResource && context_.plan.resource_info(result.root).count == 1) {
    result.is_static = true;
    result.static_index = 0;
  }
  return {};
}

Result<void> FunctionPlanner::merge_references(const Instruction& i, uint32_t first_operand,
                                               Reference& result) {
  const std::span<const ValueId> operands = function_.operands_of(i);
  result = {ReferenceKind::kNothing, true, false, kNone, 0};
  for (uint32_t n = first_operand; n < operands.size(); ++n) {
    Result<Reference> incoming = reference(operands[n]);
    if (!incoming) return incoming.error();
    if (incoming->kind == ReferenceKind::kNone || incoming->kind == ReferenceKind::kNothing) continue;
    const bool non_uniform = result.non_uniform || incoming->non_uniform;
    if (result.kind == ReferenceKind::kNothing) result = *incoming;
    result.non_uniform = non_uniform;
    result.is_static = false;
  }
  if (result.kind == ReferenceKind::kResource && context_.plan.resource_info(result.root).count == 1) {
    result.is_static = true;
    result.static_index = 0;
  }
  return {};
}

// Operands from back edges are known only after the walk: all of them must refer to what the phi was assumed
// to refer to.
Result<void> FunctionPlanner::check_merges() {
  for (const Instruction* i : merges_) {
    const std::span<const ValueId> operands = function_.operands_of(*i);
    const Reference& merged = local(i->result).reference;
    for (uint32_t n = i->opcode == Opcode::kSelect ? 1 : 0; n < operands.size(); ++n) {
      Result<Reference> incoming = reference(operands[n]);
      if (!incoming) return incoming.error();
      if (incoming->kind == ReferenceKind::kNothing || incoming->kind == ReferenceKind::kNone) continue;
      if (incoming->kind != merged.kind || incoming->root != merged.root) {
        return fail(*i, merged.kind == ReferenceKind::kMemory
                            ? "a pointer that may refer to different objects is not supported"
                            : "a handle that may refer to different resource ranges is not supported");
      }
    }
  }
  return {};
}

void FunctionPlanner::collect_components() {
  if (!has_aggregates_) return;
  const auto locals = static_cast<uint32_t>(function_.local_types.size());
  result_.components = collect_rows<FunctionPlan::Component>(locals, [&](const auto& add) {
    for (const Extraction& e : extractions_) add(e.aggregate, e.component);
  });
}

}  // namespace trellis::spirv

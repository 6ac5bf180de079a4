#include "spirv_backend/emitter/module_context.hpp"

#include "spirv_backend/emitter/memory/initializers.hpp"
#include "spirv_backend/plan/stage/stage_rules.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Constant;
using dxil::ConstantKind;
using dxil::kNone;
using dxil::Type;
using dxil::TypeId;
using dxil::TypeKind;

constexpr NumericType kNotNumeric{BaseType::kInt, 0, 1};

NumericType scalar_type(const Type& type, bool widens) {
  const bool widened = type.bits == 16 && widens;
  const uint8_t bits = widened ? uint8_t{32} : type.bits;
  if (type.kind == TypeKind::kFloat) return {BaseType::kFloat, bits, 1};
  if (type.kind == TypeKind::kInt) return type.bits == 1 ? kBool : NumericType{BaseType::kInt, bits, 1};
  return kNotNumeric;
}

/// The conversion is exact: every half is representable as a float.
uint32_t half_to_float(uint32_t half) {
  const uint32_t sign = (half & 0x8000) << 16;
  uint32_t exponent = half >> 10 & 31;
  uint32_t mantissa = half & 0x3FF;
  if (exponent == 31) return sign | 0x7F800000 | mantissa << 13;
  if (exponent == 0) {
    if (mantissa == 0) return sign;
    // A denormal half is a normal float.
    exponent = 1;
    while ((mantissa & 0x400) == 0) {
      mantissa <<= 1;
      --exponent;
    }
    mantissa &= 0x3FF;
  }
  return sign | (exponent + 112) << 23 | mantissa << 13;
}

}  // namespace

ModuleContext::ModuleContext(const ModulePlan& module_plan)
    : plan(module_plan),
      shader(*module_plan.shader),
      program(module_plan.shader->module),
      builder(module_plan.options.target),
      interface(module_plan, builder),
      layouts(program, module_plan.entry_point->native_16bit()) {
  builder.limit(module_plan.options.device);
  discards = find_discards(plan, builder);
  const bool widens = has_wide_min_precision();
  numeric_types.reserve(program.types.size());
  for (const Type& type : program.types) {
    NumericType numeric = scalar_type(type, widens);
    if (type.kind == TypeKind::kVector && type.element < program.types.size() && type.count <= UINT8_MAX) {
      numeric = scalar_type(program.types[type.element], widens);
      numeric.count = static_cast<uint8_t>(type.count);
    }
    numeric_types.push_back(numeric);
  }
  value_ids.resize(program.values.size(), 0);
  objects.resize(plan.objects.size());
  resources.resize(plan.resources.size());
  function_ids.reserve(plan.functions.size());
  for (size_t n = 0; n < plan.functions.size(); ++n) function_ids.push_back(builder.new_id());
  entry_id = has_wrapper(plan) ? builder.new_id() : function_ids[0];
}

bool ModuleContext::is_min_precision(TypeId type) const {
  const Type* t = &program.types[type];
  if (t->kind == TypeKind::kVector) t = &program.types[t->element];
  return t->bits == 16 && (t->kind == TypeKind::kInt || t->kind == TypeKind::kFloat) &&
         has_wide_min_precision();
}

bool ModuleContext::has_wide_min_precision() const {
  return !plan.entry_point->native_16bit() && plan.options.device.min_precision != MinPrecision::kNative;
}

uint64_t ModuleContext::constant_bits(TypeId type, uint64_t bits) const {
  return is_min_precision(type) ? stored_bits(type, bits) : bits;
}

uint64_t ModuleContext::stored_bits(TypeId type, uint64_t bits) const {
  if (program.types[type].bits != 16 || plan.entry_point->native_16bit()) return bits;
  if (program.types[type].kind == TypeKind::kFloat) {
    return half_to_float(static_cast<uint32_t>(bits & 0xFFFF));
  }
  return static_cast<uint32_t>(static_cast<int32_t>(static_cast<int16_t>(bits)));
}

Id ModuleContext::constant_id(dxil::ValueId value) {
  Id& id = value_ids[value];
  if (id == 0) id = make_constant(value);
  return id;
}

Id ModuleContext::make_constant(dxil::ValueId value) {
  const Constant* c = program.constant(value);
  if (c == nullptr) return 0;
  const TypeId type = program.values[value].type;
  const NumericType numeric = numeric_types[type];
  if (numeric.bits == 0) return 0;
  const TypeId element_type = program.types[type].element;
  switch (c->kind) {
    case ConstantKind::kScalar:
      return builder.constant(numeric, constant_bits(type, c->bits));
    case ConstantKind::kNull:
      return builder.constant(numeric, 0);
    case ConstantKind::kUndef:
      return builder.undef(builder.type(numeric));
    case ConstantKind::kAddress:
      return 0;
    case ConstantKind::kAggregate:
    case ConstantKind::kData:
      break;
  }
  Vector<Id> elements(c->element_count);
  for (uint32_t n = 0; n < c->element_count; ++n) {
    if (c->kind == ConstantKind::kData) {
      const uint64_t bits = program.constant_data[c->first_element + n];
      elements[n] = builder.constant(numeric.scalar(), constant_bits(element_type, bits));
    } else {
      elements[n] = constant_id(program.constant_elements[c->first_element + n]);
      if (elements[n] == 0) return 0;
    }
  }
  if (numeric.count == 1) return elements[0];  // Exported functions keep vectors of one component.
  return builder.constant_composite(builder.type(numeric), elements);
}

Id ModuleContext::object_type(uint32_t object) {
  const MemoryObject& o = plan.objects[object];
  const Id unit = builder.type(o.unit);
  if (o.has_rows())
    return builder.type_array(builder.type_vector(unit, kRowUnits),
                              (o.unit_count + kRowUnits - 1) / kRowUnits);
  // These attributes may be those of a triangle.
  const bool is_pair = o.storage == spv::StorageClass::HitAttributeKHR && o.unit.is_float();
  if (is_pair && o.unit_count > 1) return builder.type_vector(unit, o.unit_count);
  return o.unit_count == 1 ? unit : builder.type_array(unit, o.unit_count);
}

Id ModuleContext::unit_pointer_type(uint32_t object) {
  Id& type = objects[object].unit_pointer;
  if (type == 0) {
    type = builder.type_pointer(plan.objects[object].storage, builder.type(plan.objects[object].unit));
  }
  return type;
}

std::optional<uint64_t> ModuleContext::known_unit(uint32_t object, uint32_t index) {
  const MemoryObject& o = plan.objects[object];
  if (!o.is_constant || o.storage != spv::StorageClass::Private || o.initializer == kNone)
    return std::nullopt;
  if (index >= o.unit_count) return std::nullopt;
  const Constant* c = program.constant(o.initializer);
  if (c != nullptr && c->kind == ConstantKind::kNull) return 0;
  ObjectState& state = objects[object];
  if (!state.is_flattened) {
    state.is_flattened = true;
    state.units = flatten_initializer(*this, o).value_or(Vector<uint64_t>{});
  }
  return index < state.units.size() ? std::optional(state.units[index]) : std::nullopt;
}

/// Makes rows of the units of a table, and fills the last one with zeros.
static Vector<Id> rows_of(ModuleBuilder& builder, NumericType unit, Vector<Id> units) {
  while (units.size() % kRowUnits != 0) units.push_back(builder.constant(unit, 0));
  const Id type = builder.type_vector(builder.type(unit), kRowUnits);
  Vector<Id> rows;
  rows.reserve(units.size() / kRowUnits);
  for (size_t n = 0; n < units.size(); n += kRowUnits)
    rows.push_back(builder.constant_composite(type, std::span(units).subspan(n, kRowUnits)));
  return rows;
}

Id ModuleContext::object_initializer(uint32_t object) {
  const MemoryObject& o = plan.objects[object];
  const Constant* c = program.constant(o.initializer);
  // Groupshared memory starts undefined, whatever its initializer is.
  if (c == nullptr || c->kind == ConstantKind::kUndef || o.storage != spv::StorageClass::Private) return 0;
  const Id type = object_type(object);
  if (c->kind == ConstantKind::kNull) return builder.constant_null(type);
  const std::optional<Vector<uint64_t>> bits = flatten_initializer(*this, o);
  if (!bits) {
    const String& name = program.globals[o.name_of_global].name;
    if (!failure) failure = unsupported("the initial value of " + name + " is not supported");
    return 0;
  }
  Vector<Id> elements(bits->size());
  for (size_t n = 0; n < bits->size(); ++n) elements[n] = builder.constant(o.unit, (*bits)[n]);
  if (o.has_rows()) elements = rows_of(builder, o.unit, std::move(elements));
  return o.unit_count == 1 ? elements[0] : builder.constant_composite(type, elements);
}

Id ModuleContext::object_variable(uint32_t object) {
  ObjectState& state = objects[object];
  const MemoryObject& o = plan.objects[object];
  if (state.variable == 0 && o.kind == MemoryObject::Kind::kGlobal) {
    const Id initializer = o.initializer == kNone ? 0 : object_initializer(object);
    state.variable = builder.variable(o.storage, object_type(object), initializer);
  }
  return state.variable;
}

String ModuleContext::missing_text() const {
  const ModuleBuilder::Missing& missing = builder.missing();
  if (!missing.extension.empty()) return "needs " + missing.extension + ", which the device does not have";
  const char* name =
      plan.options.capability_name == nullptr ? nullptr : plan.options.capability_name(missing.capability);
  const String number = decimal(missing.capability);
  return "needs the capability " + (name == nullptr ? number : String(name)) +
         ", which the device does not have";
}

// SPIR-V assumes that buffer and image variables are distinct memory unless they are decorated Aliased. D3D
// lets UAVs overlap unless the shader states that they do not (flag 33); views of one buffer and ranges of
// one heap always overlap.
void ModuleContext::decorate_aliasing() {
  constexpr uint32_t kUavsDoNotAlias = 33;
  uint32_t uav_count = 0;
  for (uint32_t r = 0; r < resources.size(); ++r) {
    const dxil::Resource& info = plan.resource_info(r);
    if (info.resource_class != dxil::ResourceClass::kUav || !plan.resources[r].is_used) continue;
    uav_count += info.count == 1 ? 1 : 2;
  }
  const bool may_alias = uav_count > 1 && (plan.entry_point->flags >> kUavsDoNotAlias & 1) == 0;
  for (uint32_t r = 0; r < resources.size(); ++r) {
    const dxil::ResourceKind kind = plan.resource_info(r).kind;
    const bool is_uav = plan.resource_info(r).resource_class == dxil::ResourceClass::kUav;
    const bool is_heap = plan.resources[r].heap != DescriptorHeap::kNone;
    const bool is_words =
        kind == dxil::ResourceKind::kRawBuffer || kind == dxil::ResourceKind::kStructuredBuffer;
    if (!is_words && !is_uav) continue;
    uint32_t views = 0;
    for (Id variable : resources[r].variables) views += variable != 0 ? 1 : 0;
    for (Id variable : resources[r].variables) {
      if (variable == 0) continue;
      if (views > 1 || (is_uav && may_alias) || is_heap) {
        builder.decorate(variable, spv::Decoration::Aliased);
      } else if (is_uav) {
        builder.decorate(variable, spv::Decoration::Restrict);
      }
    }
  }
}

}  // namespace trellis::spirv

// Loads and stores of single components of interface variables.
#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/interface/stage_interface.hpp"
#include "spirv_backend/emitter/interface/view_outputs.hpp"

namespace trellis::spirv {
namespace {

/// Returns the index of a component in a built-in array: a constant, or computed from the row.
Id flat_index(FunctionEmitter& e, const ElementPlace& place) {
  const InterfaceElement& element = *place.element;
  const uint32_t stride = element.row_stride;
  if (place.row) return e.u32(element.first + *place.row * stride + place.column);
  Id index = place.dynamic_row;
  if (stride != 1) {
    const Id factor = e.u32(stride);
    index = e.op(Op::OpIMul, kU32, index, factor);
  }
  if (element.first + place.column == 0) return index;
  const Id offset = e.u32(element.first + place.column);
  return e.op(Op::OpIAdd, kU32, index, offset);
}

Id row_index(FunctionEmitter& e, const ElementPlace& place) {
  return place.row ? e.u32(*place.row) : place.dynamic_row;
}

/// Returns a pointer to the component of vertex `place.vertex`, or to its whole row.
Id pointer_to(FunctionEmitter& e, const ElementPlace& place, bool whole_row) {
  const InterfaceElement& element = *place.element;
  Id operands[4] = {element.variable};
  uint32_t count = 1;
  const auto push = [&](Id index) { operands[count++] = index; };
  if (element.vertices != 0) push(place.vertex);
  const bool is_array_builtin = element.rule != nullptr && element.rule->is_array;
  const uint32_t width = element.rule != nullptr ? element.rule->type.count : element.columns;
  if (is_array_builtin) {
    push(flat_index(e, place));
  } else {
    if (element.rule == nullptr && element.element->rows > 1) push(row_index(e, place));
    if (width > 1 && !whole_row) push(e.u32(place.column));
  }
  if (count == 1) return element.variable;
  Id type = component_type_id(e.module(), element);
  if (whole_row && !is_array_builtin && width > 1) type = e.module().type_vector(type, width);
  const auto storage = element.is_output ? spv::StorageClass::Output : spv::StorageClass::Input;
  const Id pointer = e.module().type_pointer(storage, type);
  return e.op_list(Op::OpAccessChain, pointer, std::span(operands, count));
}

/// Converts a bool to D3D's all-ones mask.
Id mask_of(FunctionEmitter& e, Id condition, NumericType wanted) {
  if (wanted.is_bool()) return condition;
  const Id all = e.constant(wanted, ~uint64_t{0}), none = e.constant(wanted, 0);
  return e.op(Op::OpSelect, wanted, condition, all, none);
}

Id adjust_load(FunctionEmitter& e, const ElementPlace& place, Id value) {
  const SystemValueRule* rule = place.element->rule;
  if (rule == nullptr) return value;
  switch (rule->adjustment) {
    case Adjustment::kMinusBaseVertex: {
      const Id base = load_builtin(e, spv::BuiltIn::BaseVertex, kU32);
      return e.op(Op::OpISub, kU32, value, base);
    }
    case Adjustment::kMinusBaseInstance: {
      const Id base = load_builtin(e, spv::BuiltIn::BaseInstance, kU32);
      return e.op(Op::OpISub, kU32, value, base);
    }
    case Adjustment::kFragmentPosition: {
      constexpr uint32_t kW = 3;
      if (!e.context().plan.options.stage.reciprocal_w || place.column != kW) return value;
      const Id one = e.module().constant_f32(1);
      return e.op(Op::OpFDiv, kF32, one, value);
    }
    default:
      return value;
  }
}

bool is_inverted(FunctionEmitter& e, const ElementPlace& place) {
  const SystemValueRule* rule = place.element->rule;
  constexpr uint32_t kY = 1;
  return rule != nullptr && rule->adjustment == Adjustment::kPosition &&
         e.context().plan.options.stage.invert_y && place.column == kY;
}

}  // namespace

Id component_type_id(ModuleBuilder& builder, const InterfaceElement& element) {
  return element.is_signed ? builder.type_signed_int(element.scalar.bits) : builder.type(element.scalar);
}

bool converts(const InterfaceElement& element, NumericType program_type) {
  if (program_type.count != 1 || program_type.bits == 0) return false;
  if (element.scalar.is_bool()) return !program_type.is_float();
  if (program_type.is_bool()) return false;
  return element.scalar.base == program_type.base || element.scalar.bits == program_type.bits;
}

Id component_pointer(FunctionEmitter& e, const ElementPlace& place) { return pointer_to(e, place, false); }
Id row_pointer(FunctionEmitter& e, const ElementPlace& place) { return pointer_to(e, place, true); }

Id from_interface(FunctionEmitter& e, const InterfaceElement& element, Id value, NumericType wanted) {
  const NumericType from = element.scalar;
  if (from.is_bool()) return mask_of(e, value, wanted);
  if (from.base != wanted.base) return e.op(Op::OpBitcast, wanted, value);
  if (from.is_float()) return from == wanted ? value : e.op(Op::OpFConvert, wanted, value);
  if (from.bits == wanted.bits) return element.is_signed ? e.op(Op::OpBitcast, wanted, value) : value;
  return e.op(element.is_signed ? Op::OpSConvert : Op::OpUConvert, wanted, value);
}

Id load_component(FunctionEmitter& e, const ElementPlace& place, NumericType wanted) {
  const SystemValueRule* rule = place.element->rule;
  if (rule != nullptr && rule->adjustment == Adjustment::kMinusBaseInstance &&
      e.context().plan.stage.views.multiplies) {
    const Id instance = instance_of_view(e);
    return from_interface(e, *place.element, instance, wanted);
  }
  const Id pointer = component_pointer(e, place);
  const Id type = component_type_id(e.module(), *place.element);
  const Id raw = e.op(Op::OpLoad, type, pointer);
  const Id value = from_interface(e, *place.element, raw, wanted);
  return adjust_load(e, place, value);
}

Id to_interface(FunctionEmitter& e, const InterfaceElement& element, Id value, NumericType given) {
  const Id type = component_type_id(e.module(), element);
  if (element.scalar.is_bool()) {
    if (given.is_bool()) return value;
    const Id zero = e.constant(given, 0);
    return e.op(Op::OpINotEqual, kBool, value, zero);
  }
  if (element.scalar.base != given.base) return e.op(Op::OpBitcast, type, value);
  if (element.scalar.is_float()) {
    return element.scalar == given ? value : e.op(Op::OpFConvert, type, value);
  }
  if (element.scalar.bits != given.bits) {
    return e.op(element.is_signed ? Op::OpSConvert : Op::OpUConvert, type, value);
  }
  return element.is_signed ? e.op(Op::OpBitcast, type, value) : value;
}

void store_component(FunctionEmitter& e, const ElementPlace& place, Id value, NumericType given) {
  if (const InterfaceElement* passed = e.context().interface.passed(*place.element)) {
    ElementPlace copy = place;
    copy.element = passed;
    if (converts(*passed, given)) store_component(e, copy, value, given);
  }
  value = to_interface(e, *place.element, value, given);
  if (is_inverted(e, place)) value = e.op(Op::OpFNegate, kF32, value);
  if (const auto target = added_target(e.context().plan, *place.element)) {
    const Id offset = offset_of_view(e, *target);
    value = e.op(Op::OpIAdd, kU32, value, offset);
  }
  if (place.element->swizzle == kIdentitySwizzle) {
    const Id pointer = component_pointer(e, place);
    e.op_void(Op::OpStore, pointer, value);
    return;
  }
  ElementPlace component = place;
  for (component.column = 0; component.column < place.element->columns; ++component.column) {
    if ((place.element->swizzle >> 2 * component.column & 3u) != place.column) continue;
    const Id pointer = component_pointer(e, component);
    e.op_void(Op::OpStore, pointer, value);
  }
}

uint32_t row_width(const InterfaceElement& element) {
  if (element.rule == nullptr) return element.element->columns;
  return element.rule->is_array ? 1 : element.rule->type.count;
}

void store_row(FunctionEmitter& e, const ElementPlace& place, std::span<const Id> values, NumericType given) {
  Id components[4] = {};
  for (size_t n = 0; n < values.size(); ++n) {
    components[n] = to_interface(e, *place.element, values[n], given);
    ElementPlace component = place;
    component.column = static_cast<uint32_t>(n);
    if (is_inverted(e, component)) components[n] = e.op(Op::OpFNegate, kF32, components[n]);
  }
  const Id scalar = component_type_id(e.module(), *place.element);
  const Id type = e.module().type_vector(scalar, static_cast<uint32_t>(values.size()));
  const Id row =
      e.op_list(Op::OpCompositeConstruct, type, std::span<const Id>(components).first(values.size()));
  const Id pointer = row_pointer(e, place);
  e.op_void(Op::OpStore, pointer, row);
}

}  // namespace trellis::spirv

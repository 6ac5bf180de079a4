// The variables between a stage and its neighbours: one a signature element, at the element's register and
// column, or the built-in a system value stands for. Stages translated apart link, because D3D packs both
// sides of a link alike.
//
// Shapes, from the outside in: an array over vertices (or primitives) where the stage sees several; an array
// over rows if there are several; a vector over columns if there are several. Clip and cull distances, tess
// factors and sample masks are one array of scalars instead of rows and columns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "spirv_backend/plan/plan.hpp"
#include "spirv_backend/plan/stage_builtins.hpp"
#include "spirv_backend/plan/stage_locations.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

class FunctionEmitter;

/// One signature element and its variable.
struct InterfaceElement {
  const dxil::SignatureElement* element = nullptr;
  const SystemValueRule* rule = nullptr;  ///< Null: plain data at a location.
  Id variable = 0;                        ///< 0: nothing uses it.
  NumericType scalar;                     ///< Of a component of the variable.
  bool is_signed = false;                 ///< Its integer type has a sign.
  bool is_output = false;
  uint32_t vertices = 0;               ///< Length of the outer array; 0: there is none.
  Id vertex_type = 0;                  ///< Of the variable without the outer array.
  uint32_t columns = 0;                ///< Of the variable, of plain data.
  uint8_t swizzle = kIdentitySwizzle;  ///< Render targets: which column each component gets.
  uint32_t first = 0;                  ///< Of rules with arrays: where the element's first component lies,
  uint32_t row_stride = 0;             ///< and how many components further that of the next row.
  uint32_t passed = dxil::kNone;       ///< Into StageInterface::passed(): what is written at a location as well.

  /// Of rules with arrays: one past the element's last component.
  uint32_t end() const { return first + (element->rows - 1) * row_stride + element->columns; }
};

/// A component of an element. Ids are 32-bit integers.
struct ElementPlace {
  const InterfaceElement* element = nullptr;
  Id vertex = 0;                ///< Index into the outer array, if there is one.
  std::optional<uint32_t> row;  ///< Empty: dynamic_row.
  Id dynamic_row = 0;
  uint32_t column = 0;
};

class StageInterface {
 public:
  StageInterface(const ModulePlan& plan, ModuleBuilder& builder) : plan_(plan), builder_(builder) {}

  /// Makes the variables of all elements the code uses, and of all plain outputs: the next stage may read
  /// what this one never writes. The builder's entry point must be set. kBadInput or kUnsupported with the
  /// entry's name.
  Result<void> declare();

  /// The element with the number an operation gives; it must be one that planning has seen used.
  const InterfaceElement& element(SignatureSide side, uint64_t id) const;
  /// The plain data that is to have the value of `e`, a built-in, too; null: there is none.
  const InterfaceElement* passed(const InterfaceElement& e) const {
    return e.passed == dxil::kNone ? nullptr : &passed_[e.passed];
  }
  /// Whether a pixel shader's input has values between those at vertices: it is not flat.
  bool is_interpolated(const InterfaceElement& e) const;
  /// Length of the outer array of a signature's variables; 0: there is none.
  uint32_t vertices_of(SignatureSide side) const;
  /// The pixel shader's input SampleMask, an array of one word.
  Id sample_mask_input();

 private:
  void fill(SignatureSide side);
  Result<void> choose_swizzle(InterfaceElement& e) const;
  void declare_coverage_alpha();
  void declare_sample_rate();
  void choose_format(InterfaceElement& e) const;
  void choose_plain_format(InterfaceElement& e) const;
  void declare_passed(uint32_t index);
  Result<void> declare_element(SignatureSide side, uint32_t index);
  Result<void> declare_builtin(SignatureSide side, uint32_t index);
  Result<void> declare_location(SignatureSide side, uint32_t index);
  uint32_t array_length(SignatureSide side, const SystemValueRule& rule) const;
  void place_arrays(SignatureSide side);
  bool place_by_registers(SignatureSide side, InterfaceElement& e) const;
  bool is_target(SignatureSide side) const {
    return plan_.entry_point->kind == dxil::ShaderKind::kPixel && side == SignatureSide::kOutput;
  }
  void decorate_fragment_input(const InterfaceElement& e, const ElementPlan& use);
  void decorate_side(SignatureSide side, const InterfaceElement& e);
  void name(SignatureSide side, const InterfaceElement& e);
  Id component_type(const InterfaceElement& e) const;
  Diagnostic fail(ErrorCode code, const dxil::SignatureElement& element, String message) const;

  const ModulePlan& plan_;
  ModuleBuilder& builder_;
  Vector<InterfaceElement> elements_[3];
  Vector<InterfaceElement> passed_;  // Of outputs.
  Id sample_mask_input_ = 0;
};

/// The type that operations address components of the variable with.
Id component_type_id(ModuleBuilder& builder, const InterfaceElement& element);

/// Pointer to a component, at the place of emission.
Id component_pointer(FunctionEmitter& e, const ElementPlace& place);
/// Pointer to the row the component is in (the whole vector), where there is one.
Id row_pointer(FunctionEmitter& e, const ElementPlace& place);

/// The component's value as the program wants it; `wanted` is a scalar type of the program. Any adjustment of
/// the system value is done.
Id load_component(FunctionEmitter& e, const ElementPlace& place, NumericType wanted);
/// Writes a value of the program's scalar type `given`.
void store_component(FunctionEmitter& e, const ElementPlace& place, Id value, NumericType given);
/// Components of a row that is one vector, and the store of all of them at once (two to four; place.column is
/// 0).
uint32_t row_width(const InterfaceElement& element);
void store_row(FunctionEmitter& e, const ElementPlace& place, std::span<const Id> values, NumericType given);
/// A value of the program's type as one of the element's interface type, and the other way round.
Id to_interface(FunctionEmitter& e, const InterfaceElement& element, Id value, NumericType given);
Id from_interface(FunctionEmitter& e, const InterfaceElement& element, Id value, NumericType wanted);

/// Whether interface and program types convert into each other.
bool converts(const InterfaceElement& element, NumericType program_type);

}  // namespace trellis::spirv

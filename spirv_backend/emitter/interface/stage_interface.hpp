// The variables between a stage and its neighbors: one for each signature element, at the element's register
// and column, or the built-in for its system value. Stages can be translated separately because D3D packs
// both sides of a link in the same way.
//
// Types, from the outside in: an array over vertices (or primitives) if the stage accesses several; an array
// over rows if there are several; a vector over columns if there are several. Clip and cull distances,
// tessellation factors and sample masks are a single array of scalars instead of rows and columns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "spirv_backend/plan/plan.hpp"
#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "spirv_backend/plan/stage/stage_locations.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

class FunctionEmitter;

/// A signature element and its variable.
struct InterfaceElement {
  const dxil::SignatureElement* element = nullptr;
  const SystemValueRule* rule = nullptr;  ///< Null if the element is plain data at a location.
  Id variable = 0;                        ///< 0: unused.
  NumericType scalar;                     ///< Type of one component of the variable.
  bool is_signed = false;                 ///< The variable has a signed integer type.
  bool is_output = false;
  uint32_t vertices = 0;               ///< Length of the outer array; 0: none.
  Id vertex_type = 0;                  ///< Type id of the variable without the outer array.
  uint32_t columns = 0;                ///< For plain data: number of columns of the variable.
  uint8_t swizzle = kIdentitySwizzle;  ///< For render targets: the column that each component gets.
  uint32_t first = 0;                  ///< For rules with arrays: index of the element's first component,
  uint32_t row_stride = 0;             ///< and the distance to the first component of the next row.
  /// Index of the plain data that is written with the same value (StageInterface::passed()); kNone: none.
  uint32_t passed = dxil::kNone;

  /// For rules with arrays: the index one past the element's last component.
  uint32_t end() const { return first + (element->rows - 1) * row_stride + element->columns; }
};

/// A component of an element. Ids are 32-bit integers.
struct ElementPlace {
  const InterfaceElement* element = nullptr;
  Id vertex = 0;                ///< Index into the outer array, if there is one.
  std::optional<uint32_t> row;  ///< Empty: the row is `dynamic_row`.
  Id dynamic_row = 0;
  uint32_t column = 0;
};

class StageInterface {
 public:
  StageInterface(const ModulePlan& plan, ModuleBuilder& builder) : plan_(plan), builder_(builder) {}

  /// Declares the variables of all elements that the code uses, and of all plain outputs: the next stage may
  /// read what this one never writes. The builder's entry point must be set. Errors: kBadInput or
  /// kUnsupported, with the entry's name.
  Result<void> declare();

  /// Returns the element with the given signature id, which must be one that the plan recorded as used.
  const InterfaceElement& element(SignatureSide side, uint64_t id) const;
  /// Returns the plain data that also gets the value of the built-in `e`; null if there is none.
  const InterfaceElement* passed(const InterfaceElement& e) const {
    return e.passed == dxil::kNone ? nullptr : &passed_[e.passed];
  }
  /// Returns true if the pixel shader's input is interpolated, not flat.
  bool is_interpolated(const InterfaceElement& e) const;
  /// Returns the length of the outer array of a signature's variables; 0: none.
  uint32_t vertices_of(SignatureSide side) const;
  /// Returns the pixel shader's input SampleMask, an array of one word.
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
  [[gnu::cold]] Diagnostic fail(ErrorCode code, const dxil::SignatureElement& element, String message) const;

  const ModulePlan& plan_;
  ModuleBuilder& builder_;
  Vector<InterfaceElement> elements_[3];
  Vector<InterfaceElement> passed_;  // For outputs.
  Id sample_mask_input_ = 0;
};

/// Returns the id of the type with which operations address a component of the variable.
Id component_type_id(ModuleBuilder& builder, const InterfaceElement& element);

/// Returns a pointer to a component, computed at the current position.
Id component_pointer(FunctionEmitter& e, const ElementPlace& place);
/// Returns a pointer to the component's row (the whole vector) if there is a vector.
Id row_pointer(FunctionEmitter& e, const ElementPlace& place);

/// Loads the component as `wanted`, a scalar type of the program, including any adjustment of the system
/// value.
Id load_component(FunctionEmitter& e, const ElementPlace& place, NumericType wanted);
/// Stores a value that has the program's scalar type `given`.
void store_component(FunctionEmitter& e, const ElementPlace& place, Id value, NumericType given);
/// Returns the number of components of a row that is one vector. store_row() stores all of them at once (two
/// to four; place.column is 0).
uint32_t row_width(const InterfaceElement& element);
void store_row(FunctionEmitter& e, const ElementPlace& place, std::span<const Id> values, NumericType given);
/// Converts a value from the program's type to the element's interface type, and back.
Id to_interface(FunctionEmitter& e, const InterfaceElement& element, Id value, NumericType given);
Id from_interface(FunctionEmitter& e, const InterfaceElement& element, Id value, NumericType wanted);

/// Returns true if the interface type and the program's type can be converted to each other.
bool converts(const InterfaceElement& element, NumericType program_type);

}  // namespace trellis::spirv

// The locations of signature elements between two stages. By default they are the registers, so that
// separately translated stages link; options may change them.
#pragma once

#include <cstdint>
#include <span>

#include "spirv_backend/plan/plan.hpp"
#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Returns the semantic and its first index, without a 0: "SV_Target1".
String describe_element(const dxil::SignatureElement& element);

/// Returns a diagnostic that names the entry point and the element.
[[gnu::cold]] Diagnostic element_error(const dxil::EntryPoint& entry, ErrorCode code,
                                       const dxil::SignatureElement& element, String message);

/// Whether the elements of the signature are outputs of the stage.
bool is_output(dxil::ShaderKind stage, SignatureSide side);

/// Returns the built-in that the element becomes in this module; null if it is plain data at a location.
const SystemValueRule* rule_of(const ModulePlan& plan, SignatureSide side,
                               const dxil::SignatureElement& element);

/// Whether the element has a variable at a location. These are the elements that the code uses, and all plain
/// outputs, because the next stage may read outputs that this one never writes.
bool has_location(const ModulePlan& plan, SignatureSide side, uint32_t index);

/// Whether the output is a built-in and also gets a location (ElementPlan::passed_at).
bool passes_on(const ModulePlan& plan, uint32_t output);

/// Whether the element is the second source of dual-source blending.
bool is_second_source(const ModulePlan& plan, SignatureSide side, const dxil::SignatureElement& element);

/// Whether the element is a render target that dual-source blending does not support. Writes to it are
/// dropped.
bool is_dropped_target(const ModulePlan& plan, SignatureSide side, const dxil::SignatureElement& element);

/// Sets ElementPlan::at of every element with a location, and ElementPlan::passed_at. Errors: kBadInput if
/// two elements overlap or one is out of range; the message names them.
Result<void> place_elements(ModulePlan& plan);

/// An element that has a variable, and the variable's location.
struct LocatedElement {
  SignatureSide side = SignatureSide::kInput;
  uint32_t index = 0;                            ///< Index in its signature.
  const dxil::SignatureElement* info = nullptr;  ///< Part of the program.
  bool is_builtin = false;
  uint32_t builtin = 0;  ///< SPIR-V's number of the built-in.
  ElementLocation at;    ///< Where plain data is; unused for built-ins.
};
/// Returns the elements of a plan after place_elements(), by signature, in declaration order. A system value
/// that is a built-in and also has a location occurs twice, with the built-in first.
Vector<LocatedElement> located_elements(const ModulePlan& plan);

/// Returns the rules that place the inputs of the next stage at the locations of `outputs`, the elements of
/// this stage. Patch constants remain patch constants; a mesh shader's primitive attributes become
/// per-primitive inputs.
Vector<LocationRule> locations_for_next_stage(dxil::ShaderKind stage,
                                              std::span<const LocatedElement> outputs);

/// Returns the inputs that the previous stage does not write ("TEXCOORD1"); none if that stage is unknown.
Vector<String> unwritten_inputs(const ModulePlan& plan);

}  // namespace trellis::spirv

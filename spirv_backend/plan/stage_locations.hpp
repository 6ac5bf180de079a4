// Where the elements of signatures lie between two stages: their registers as a rule, so that stages
// translated apart link; what the options say instead; and what lies where in the end.
#pragma once

#include <cstdint>
#include <span>

#include "spirv_backend/plan/plan.hpp"
#include "spirv_backend/plan/stage_builtins.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// "SV_Target1": semantic and its first index, which is left out where it is 0 and says nothing.
String describe_element(const dxil::SignatureElement& element);

/// A diagnostic that names the entry point and the element.
Diagnostic element_error(const dxil::EntryPoint& entry, ErrorCode code, const dxil::SignatureElement& element,
                         String message);

/// Whether the stage puts out what the signature says, rather than taking it in.
bool is_output(dxil::ShaderKind stage, SignatureSide side);

/// The built-in an element stands for in this module; null: it is plain data at a location.
const SystemValueRule* rule_of(const ModulePlan& plan, SignatureSide side,
                               const dxil::SignatureElement& element);

/// Whether the module has a variable at a location for the element: those the code uses, and all plain
/// outputs, because the next stage may read what this one never writes.
bool has_location(const ModulePlan& plan, SignatureSide side, uint32_t index);

/// Whether the output is a built-in and belongs at a location as well (ElementPlan::passed_at).
bool passes_on(const ModulePlan& plan, uint32_t output);

/// Whether the element is the second source of blending.
bool is_second_source(const ModulePlan& plan, SignatureSide side, const dxil::SignatureElement& element);

/// Whether the element is a render target that dual-source blending has no place for: what is written there is
/// dropped.
bool is_dropped_target(const ModulePlan& plan, SignatureSide side, const dxil::SignatureElement& element);

/// Decides ElementPlan::at of every element with a location, and ElementPlan::passed_at. kBadInput if two elements
/// meet, or one lies beyond what there is; the message names them.
Result<void> place_elements(ModulePlan& plan);

/// An element with a variable, and where that is.
struct LocatedElement {
  SignatureSide side = SignatureSide::kInput;
  uint32_t index = 0;                            ///< In its signature.
  const dxil::SignatureElement* info = nullptr;  ///< Belongs to the program.
  bool is_builtin = false;
  uint32_t builtin = 0;  ///< SPIR-V's number.
  ElementLocation at;    ///< Of plain data.
};
/// Of a plan whose elements are placed: by signature, then as declared. A system value that is a built-in and also at
/// a location occurs twice, the built-in first.
Vector<LocatedElement> located_elements(const ModulePlan& plan);

/// What puts the inputs of the next stage where `outputs` are: the elements of the stage before it. Patch
/// constants stay patch constants, a mesh shader's primitive attributes become inputs for each primitive.
Vector<LocationRule> locations_for_next_stage(dxil::ShaderKind stage,
                                              std::span<const LocatedElement> outputs);

/// "TEXCOORD1": what the stage reads and the one before it does not write; none if nothing is known of that one.
Vector<String> unwritten_inputs(const ModulePlan& plan);

}  // namespace trellis::spirv

// Where the attributes of primitives lie between a mesh and a pixel shader.
//
// D3D links these stages by semantics: the mesh shader packs the attributes of primitives apart from those of vertices,
// the pixel shader packs both together, and by interpolation modes that the mesh shader ignores. Registers are no use
// then, so both sides pack the attributes of primitives again, in the same way, behind the registers of vertices.
#pragma once

#include <cstdint>

#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Whether the element is an attribute of primitives: mesh shaders have a signature for them, pixel shaders are told by
/// the options.
bool is_of_primitives(const ModulePlan& plan, SignatureSide side, uint32_t index);

/// The default location and component of such an element that is no built-in.
void place_of_primitives(const ModulePlan& plan, SignatureSide side, uint32_t index, ElementLocation& at);

/// kBadInput if the options name an input that the pixel shader does not have.
Result<void> check_primitive_inputs(const ModulePlan& plan);

/// A line for each reason why the other shader may have an attribute of primitives elsewhere, with what to do.
Vector<String> doubtful_primitive_links(const ModulePlan& plan);

}  // namespace trellis::spirv

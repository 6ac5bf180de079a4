// Locations of primitive attributes between a mesh and a pixel shader.
//
// D3D links these stages by semantics. The mesh shader packs primitive attributes separately from vertex
// attributes; the pixel shader packs both together, and by interpolation modes, which the mesh shader
// ignores. So their registers differ. Instead, both sides pack the primitive attributes again, in the same
// way, after the registers of the vertex attributes.
#pragma once

#include <cstdint>

#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Whether the element is a primitive attribute. Mesh shaders have a signature for these; for pixel shaders,
/// the options name them.
bool is_of_primitives(const ModulePlan& plan, SignatureSide side, uint32_t index);

/// Sets the default location and component of a primitive attribute that is not a built-in.
void place_of_primitives(const ModulePlan& plan, SignatureSide side, uint32_t index, ElementLocation& at);

/// Returns kBadInput if the options name an input that the pixel shader does not have.
Result<void> check_primitive_inputs(const ModulePlan& plan);

/// Returns a line for each reason why the other shader may place a primitive attribute elsewhere, with the
/// remedy.
Vector<String> doubtful_primitive_links(const ModulePlan& plan);

}  // namespace trellis::spirv

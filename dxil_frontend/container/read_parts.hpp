// Completes a Shader with the contents of a container's other parts.
#pragma once

#include "dxil_frontend/container/container.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Fills in feature flags, root signature, debug name and hash, and names of signature elements that the
/// metadata leaves empty, from the parts ISG1, OSG1 and PSG1. A root signature of an unknown version is
/// recorded in Shader::left_out. Errors: kBadInput, naming the part.
Result<void> read_parts(const Container& container, Shader& shader);

}  // namespace trellis::dxil

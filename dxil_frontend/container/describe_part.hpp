// One-line descriptions of a container's parts.
#pragma once

#include "dxil_frontend/container/container.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Returns a one-line description of `part`, which must be one of the container's. Checks only what the line
/// needs. Errors: what is wrong with the part.
Result<String> describe_part(const Container& container, const Part& part);

}  // namespace trellis::dxil

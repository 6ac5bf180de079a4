// One line about a part of a container.
#pragma once

#include "dxil_frontend/container/container.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// What the part says, read and checked as far as the line goes. `part` is one of the container's. Errors:
/// what is wrong with it.
Result<String> describe_part(const Container& container, const Part& part);

}  // namespace trellis::dxil

// Definitions dominate uses: the part of the structure checker that is about values.
#pragma once

#include "structurizer/check/support.hpp"

namespace trellis::structurizer::check {

/// Every phi operand is defined in a block that dominates the end of its predecessor, every use and every
/// test in one that is dominated by the definition (SPIR-V 1.6, section 2.16.1). Blocks that no branch
/// reaches may use anything.
Result<void> check_definitions(Shared& shared);

}  // namespace trellis::structurizer::check

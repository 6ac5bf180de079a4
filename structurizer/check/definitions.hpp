// The part of the structure checker that is about values: definitions dominate uses.
#pragma once

#include "structurizer/check/support.hpp"

namespace trellis::structurizer::check {

/// Every phi operand is defined in a block that dominates its predecessor, and what a use or a test reads is
/// defined in one that dominates the block of the use or test (SPIR-V 1.6, section 2.16.1). Blocks that no
/// branch reaches may read anything.
Result<void> check_definitions(Shared& shared);

}  // namespace trellis::structurizer::check

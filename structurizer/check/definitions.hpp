// The part of the structure checker that deals with values: definitions must dominate uses.
#pragma once

#include "structurizer/check/support.hpp"

namespace trellis::structurizer::check {

/// Checks that the definition of each phi operand dominates the corresponding predecessor, and that the
/// definition of each value read by a use or a test dominates the block of that use or test (SPIR-V 1.6,
/// section 2.16.1). Blocks that no branch reaches may read anything.
Result<void> check_definitions(Shared& shared);

}  // namespace trellis::structurizer::check

// The pass that turns selectors of two values into bools.
#pragma once

#include "structurizer/structured.hpp"

namespace trellis::structurizer {

/// Selector phis that feed each other, carry two numbers and are tested by two-way branches alone become
/// bools: the condition of the test is then the phi itself, without a comparison.
void narrow_selectors(Structured& function);

}  // namespace trellis::structurizer

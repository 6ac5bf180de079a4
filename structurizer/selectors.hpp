// Selectors of two values become bools.
#pragma once

#include "structurizer/structured.hpp"

namespace trellis::structurizer {

/// Selector phis that feed each other and carry just two numbers, tested by two-way branches alone, become
/// bools: the test is then the phi itself, with no comparison.
void narrow_selectors(Structured& function);

}  // namespace trellis::structurizer

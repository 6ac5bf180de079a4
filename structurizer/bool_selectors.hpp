// The pass that turns two-valued selectors into bools.
#pragma once

#include "structurizer/structured.hpp"

namespace trellis::structurizer {

/// Turns groups of selector phis that feed each other into bools, if they carry only two numbers and only
/// two-way branches test them. The phi itself is then the branch condition, without a comparison.
void narrow_selectors(Structured& function);

}  // namespace trellis::structurizer

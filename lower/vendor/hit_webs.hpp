// NVAPI's hit objects are numbers, which phis, selects and local variables pass on. Here they become hit
// objects of shader model 6.9 wherever they go.
#pragma once

#include "lower/vendor/intrinsics.hpp"

namespace trellis::lower {

/// Fills FoundIntrinsics::holds_hit. Errors: a hit object is used as a number, or a number as a hit object.
Result<void> find_hit_webs(const FinderInput& input);

}  // namespace trellis::lower

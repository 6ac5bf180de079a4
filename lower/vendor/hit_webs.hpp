// NVAPI's hit objects are numbers that go through phis, selects and local variables. This finds all values
// that hold them, which become hit objects of shader model 6.9.
#pragma once

#include "lower/vendor/intrinsics.hpp"

namespace trellis::lower {

/// Fills FoundIntrinsics::holds_hit. Errors: kUnsupported if a hit object is used as a number, or a number as
/// a hit object.
Result<void> find_hit_webs(const FinderInput& input);

}  // namespace trellis::lower

// The uniformity check finds operations that need control flow or descriptor indices to be the same across
// invocations for which they may differ. See docs/uniformity.md.
#pragma once

#include <span>

#include "api/translator.hpp"
#include "support/containers.hpp"
#include "uniformity/analysis.hpp"

namespace trellis {

/// Returns the findings for all entry points of the program. Errors: kBadInput for recursion, kUnsupported
/// for calls of functions without a body.
Result<Vector<uniformity::Finding>> check_uniformity(const Program& program,
                                                     const uniformity::Options& options = {});

}  // namespace trellis

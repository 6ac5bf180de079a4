// Reads TrellisLimits.
#pragma once

#include <trellis/base.h>

#include "support/work_watch.hpp"

namespace trellis::c_api {

/// Reads `from`; null means no limits. `name`: the field, for messages ("options.limits"). The result refers
/// to `from` for the callback, so `from` must outlive it.
Result<WorkLimits> read_limits(const TrellisLimits* from, const char* name);

}  // namespace trellis::c_api

// TrellisLimits.
#pragma once

#include <trellis/base.h>

#include "support/work_watch.hpp"

namespace trellis::c_api {

/// Null: none. `name`: "options.limits". The callback is called by way of `from`, which must outlive the result.
Result<WorkLimits> read_limits(const TrellisLimits* from, const char* name);

}  // namespace trellis::c_api

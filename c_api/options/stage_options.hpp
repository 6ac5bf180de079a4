// Converts TrellisStageOptions to the options of api/.
#pragma once

#include "option_table/row.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Reads `given`; null means the defaults. The resulting callback refers to the caller's options, which must
/// outlive `asked`. An error names the field.
Result<void> read_stage_options(const TrellisStageOptions* given, option_table::Asked& asked);

}  // namespace trellis::c_api

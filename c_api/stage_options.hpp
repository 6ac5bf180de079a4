// TrellisStageOptions as the options of api/.
#pragma once

#include "option_table/row.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Null: the defaults. The callback refers to the caller's options: they must outlive what is asked. An error
/// names the field.
Result<void> read_stage_options(const TrellisStageOptions* given, option_table::Asked& asked);

}  // namespace trellis::c_api

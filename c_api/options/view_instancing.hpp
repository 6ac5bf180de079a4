// Converts TrellisViewOptions to the options of api/.
#pragma once

#include "option_table/row.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Reads `given`; null means the defaults. An error names the field.
Result<void> read_view_options(const TrellisViewOptions* given, option_table::Asked& asked);

}  // namespace trellis::c_api

// Instrumentation options of the C interface.
#pragma once

#include "option_table/row.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Reads `given`; null means the defaults.
Result<void> read_instrumentation(const TrellisInstrumentation* given, option_table::Asked& asked);

}  // namespace trellis::c_api

// Converts TrellisDeviceOptions to the options of the C++ interface.
#pragma once

#include "option_table/row.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Reads `given`; null means the defaults. Errors name the field ("options.device->extensions").
Result<void> read_device_options(const TrellisDeviceOptions* given, option_table::Asked& asked);

}  // namespace trellis::c_api

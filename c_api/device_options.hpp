// TrellisDeviceOptions as the C++ interface has them.
#pragma once

#include "api/options.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// `given` may be null: the defaults. Errors name the field ("options.device->extensions").
Result<spirv::DeviceOptions> device_options_of(const TrellisDeviceOptions* given);

}  // namespace trellis::c_api

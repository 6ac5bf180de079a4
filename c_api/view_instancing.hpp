// TrellisViewOptions as the options of api/.
#pragma once

#include "api/translator.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Null: the defaults. An error names the field.
Result<spirv::ViewOptions> view_options_of(const TrellisViewOptions* given);

}  // namespace trellis::c_api

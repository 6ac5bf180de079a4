// TrellisStageOptions as the options of api/.
#pragma once

#include "api/translator.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Null: the defaults. The callback refers to the caller's options: they must outlive the result. An error
/// names the field.
Result<spirv::StageOptions> stage_options_of(const TrellisStageOptions* given);

}  // namespace trellis::c_api

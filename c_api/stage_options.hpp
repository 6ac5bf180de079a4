// TrellisStageOptions as the options of api/.
#pragma once

#include "api/translator.hpp"
#include "option_table/row.hpp"
#include "support/result.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Null: the defaults. The callback refers to the caller's options: they must outlive what is asked. An error
/// names the field.
Result<void> read_stage_options(const TrellisStageOptions* given, option_table::Asked& asked);

/// Adds a warning for each input that `given->previous_stage`, if there is one, does not write.
void warn_of_unwritten_inputs(const TrellisStageOptions* given, const Program& program, Translation& translation);

}  // namespace trellis::c_api

// Why DXIL operations have no lowering.
#pragma once

#include "dxil_frontend/program/dxil_ops.hpp"

namespace trellis::spirv {

/// Returns null if the operation has a lowering (operations.hpp); else the reason, without a final period.
/// Operations of ordinary stages without a specific reason are "not translated yet".
const char* refusal_of(const dxil::DxilOp& op);

/// The reason for such operations.
extern const char* const kNotTranslatedYet;

}  // namespace trellis::spirv

// Why a DXIL operation has no lowering.
#pragma once

#include "dxil_frontend/program/dxil_ops.hpp"

namespace trellis::spirv {

/// Null if the backend has a lowering for the operation (operations.hpp); else the reason, without a final
/// stop. Operations of no named reason that ordinary stages can have are "not translated yet".
const char* refusal_of(const dxil::DxilOp& op);

/// The reason of such operations.
extern const char* const kNotTranslatedYet;

}  // namespace trellis::spirv

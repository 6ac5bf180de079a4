// Loads from local arrays that hold a copy of a part of a constant buffer (plan/constant_copies.hpp).
#pragma once

#include "spirv_backend/emitter/memory_access.hpp"

namespace trellis::spirv {

/// What the buffer has for an element of the copy, as `type`, which has 32 bits. Beyond the copy's end: for
/// the last one.
Id load_copied_constant(FunctionEmitter& e, const ConstantCopy& copy, const UnitIndex& at, NumericType type);

}  // namespace trellis::spirv

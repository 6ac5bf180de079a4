// Loads from local arrays that hold a copy of part of a constant buffer (plan/constant_copies.hpp).
#pragma once

#include "spirv_backend/emitter/memory/memory_access.hpp"

namespace trellis::spirv {

/// Loads the buffer's value for an element of the copy as `type`, which has 32 bits. An index past the end of
/// the copy reads the last element.
Id load_copied_constant(FunctionEmitter& e, const ConstantCopy& copy, const UnitIndex& at, NumericType type);

}  // namespace trellis::spirv

// Loads and stores of flat memory objects.
#pragma once

#include "spirv_backend/function_emitter.hpp"

namespace trellis::spirv {

/// A place in an object: a unit's index, constant or computed, plus whole units.
struct UnitIndex {
  uint32_t object = kNone;
  bool is_constant = true;
  uint32_t constant = 0;  ///< The index, or what is added to `value`.
  Id value = 0;
};

/// Pointer to the unit `extra` units further on.
Id unit_pointer(FunctionEmitter& e, const UnitIndex& index, uint32_t extra);
/// What that unit holds. Of bounded arrays: zero if it is beyond the object's end.
Id load_unit(FunctionEmitter& e, const UnitIndex& index, uint32_t extra);
/// Writes it. Of bounded arrays: nothing if it is beyond the object's end.
void store_unit(FunctionEmitter& e, const UnitIndex& index, uint32_t extra, Id value);
/// The place a pointer names. False if it lies between units.
bool unit_index(FunctionEmitter& e, ValueId pointer, UnitIndex& result);

/// The variable of an object, declared if need be.
Id object_variable(FunctionEmitter& e, uint32_t object);

}  // namespace trellis::spirv

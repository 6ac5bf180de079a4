// Loads and stores of flat memory objects.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Which units of an object an index may name: first, first + step, ... to the object's end.
struct UnitSpread {
  uint32_t first = 0, step = 1;
};

/// A place in an object: a unit's index, constant or computed, plus whole units.
struct UnitIndex {
  uint32_t object = kNone;
  bool is_constant = true;
  uint32_t constant = 0;  ///< The index, or what is added to `value`.
  Id value = 0;
  UnitSpread spread;     ///< Of `value`.
  bool differs = false;  ///< `value` does between the lanes of a subgroup. Of small arrays alone.
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

/// Whether threads of a group share the object.
bool is_shared_object(const MemoryObject& object);
/// The index of a place that is not constant, `extra` units further on.
Id moved_index(FunctionEmitter& e, const UnitIndex& at, uint32_t extra);
/// Whether accesses to a place must look whether it is inside the object.
bool is_bounded(FunctionEmitter& e, const UnitIndex& at);

/// How a scalar of the program lies in an object: `units` units of the object's type.
struct ScalarAccess {
  NumericType stored;  // Numeric type of the scalar in memory: bools are 32-bit integers there.
  uint32_t units = 1;
};

ScalarAccess scalar_access(FunctionEmitter& e, TypeId type, const MemoryObject& object);
/// Loads the scalar whose first unit is `first` units after `at`.
Id load_scalar(FunctionEmitter& e, const UnitIndex& at, uint32_t first, const ScalarAccess& access);
/// Stores it.
void store_scalar(FunctionEmitter& e, const UnitIndex& at, uint32_t first, const ScalarAccess& access,
                  Id value);

}  // namespace trellis::spirv

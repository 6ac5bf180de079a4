// Loads and stores of flat memory objects.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// The units of an object that an index can refer to: first, first + step, ... up to the object's end.
struct UnitSpread {
  uint32_t first = 0, step = 1;
};

/// A position in an object: a constant or computed unit index.
struct UnitIndex {
  uint32_t object = kNone;
  bool is_constant = true;
  uint32_t constant = 0;  ///< The index, or the number of units added to `value`.
  Id value = 0;
  UnitSpread spread;     ///< The units that `value` can refer to.
  bool differs = false;  ///< `value` can differ between the lanes of a subgroup. Set only for small arrays.
};

/// Returns a pointer to the unit `extra` units after the index.
Id unit_pointer(FunctionEmitter& e, const UnitIndex& index, uint32_t extra);
/// Loads the unit `extra` units after the index. For bounded arrays: zero past the object's end.
Id load_unit(FunctionEmitter& e, const UnitIndex& index, uint32_t extra);
/// Stores to that unit. For bounded arrays: does nothing past the object's end.
void store_unit(FunctionEmitter& e, const UnitIndex& index, uint32_t extra, Id value);
/// Finds the position that a pointer refers to. Returns false if it lies between units.
bool unit_index(FunctionEmitter& e, ValueId pointer, UnitIndex& result);

/// Returns the variable of an object; declares it on first use.
Id object_variable(FunctionEmitter& e, uint32_t object);

/// Returns true if the threads of a group share the object.
bool is_shared_object(const MemoryObject& object);
/// Returns the index of a non-constant position plus `extra` units.
Id moved_index(FunctionEmitter& e, const UnitIndex& at, uint32_t extra);
/// Returns true if accesses to the position must check that it is inside the object.
bool is_bounded(FunctionEmitter& e, const UnitIndex& at);

/// How an object holds a scalar of the program: in `units` units of the object's type.
struct ScalarAccess {
  NumericType stored;  // Type of the scalar in memory, where bools are 32-bit integers.
  uint32_t units = 1;
};

ScalarAccess scalar_access(FunctionEmitter& e, TypeId type, const MemoryObject& object);
/// Loads the scalar whose first unit is `first` units after `at`.
Id load_scalar(FunctionEmitter& e, const UnitIndex& at, uint32_t first, const ScalarAccess& access);
/// Stores a scalar there.
void store_scalar(FunctionEmitter& e, const UnitIndex& at, uint32_t first, const ScalarAccess& access,
                  Id value);

}  // namespace trellis::spirv

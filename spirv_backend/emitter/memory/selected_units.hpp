// Computed indices into small thread-local arrays. Few GPUs can index registers: drivers move such arrays to
// memory, or turn each access into a tree of branches. If an index can refer only to a few units, a load
// reads all of them and selects the right one; a store writes all of them, all but one with their old value.
// Drivers then keep the array in registers.
//
// The code is a loop over the units, marked to be unrolled, in a separate function: it has fewer words than
// the selects, and a call has fewer words than the access that it replaces.
#pragma once

#include "spirv_backend/emitter/memory/memory_access.hpp"

namespace trellis::spirv {

/// Records which units the computed address can refer to.
void note_spread(FunctionEmitter& e, const dxil::Instruction& address, UnitSpread spread);
/// Returns the recorded spread of the pointer; all units if none was recorded.
UnitSpread spread_of(FunctionEmitter& e, ValueId pointer);

/// Returns true if the position is accessed by selection.
bool is_selected(FunctionEmitter& e, const UnitIndex& at);
Id load_selected(FunctionEmitter& e, const UnitIndex& at, uint32_t extra);
void store_selected(FunctionEmitter& e, const UnitIndex& at, uint32_t extra, Id value);

}  // namespace trellis::spirv

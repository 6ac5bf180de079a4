// Computed indices into small arrays of one thread. Few GPUs can index registers: drivers move such arrays to
// memory, or turn each access into a tree of branches. Where an index can name few units, all of them are
// read and the one that was meant is selected; a store writes all of them, but for one what they had. Drivers
// keep the array in registers then.
//
// That is a loop over the units, marked to be unrolled, in a function of the module: fewer words than the
// selects, and a call is fewer than the access it stands for.
#pragma once

#include "spirv_backend/emitter/memory_access.hpp"

namespace trellis::spirv {

/// Notes what is known of the address that the instruction computes.
void note_spread(FunctionEmitter& e, const dxil::Instruction& address, UnitSpread spread);
/// Of the pointer; all units if nothing was noted.
UnitSpread spread_of(FunctionEmitter& e, ValueId pointer);

/// Whether accesses to the place are made so.
bool is_selected(FunctionEmitter& e, const UnitIndex& at);
Id load_selected(FunctionEmitter& e, const UnitIndex& at, uint32_t extra);
void store_selected(FunctionEmitter& e, const UnitIndex& at, uint32_t extra, Id value);

}  // namespace trellis::spirv

// Positions in the program, for the tables of an instrumented module.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/options/instrument_tables.hpp"

namespace trellis::spirv {

/// Returns the module's tables, which are filled while it is written.
InstrumentTables& instrument_tables(ModuleContext& context);

/// Returns the position of the instruction being translated. If there is none, only function and entry point
/// are known.
ProgramPlace current_place(FunctionEmitter& e);

/// Returns the position of a block: its function, its number, and the first source line in it.
ProgramPlace place_of_block(FunctionEmitter& e, dxil::BlockId block);

}  // namespace trellis::spirv

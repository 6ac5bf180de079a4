// The instruction that is being translated, for tables of what an instrumented module does.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/options/instrument_tables.hpp"

namespace trellis::spirv {

/// The module's tables, filled while it is written.
InstrumentTables& instrument_tables(ModuleContext& context);

/// Where the emitter is. Only function and entry point are known where no instruction is being translated.
ProgramPlace current_place(FunctionEmitter& e);

/// The same of a block: its function, its number, and the first line of the source in it.
ProgramPlace place_of_block(FunctionEmitter& e, dxil::BlockId block);

}  // namespace trellis::spirv

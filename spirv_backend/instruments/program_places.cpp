#include "spirv_backend/instruments/program_places.hpp"

#include "lower/analysis/locate.hpp"

namespace trellis::spirv {
namespace {

void set_source(FunctionEmitter& e, const dxil::Instruction& i, ProgramPlace& place) {
  const dxil::SourcePosition position = e.function().position_of(i);
  place.line = position.line;
  place.column = position.column;
  if (position.line != 0 && position.file != kNone) {
    place.file = e.program().source_files[position.file].name;
  }
}

}  // namespace

InstrumentTables& instrument_tables(ModuleContext& context) { return context.caches.get<InstrumentTables>(); }

ProgramPlace current_place(FunctionEmitter& e) {
  ProgramPlace place;
  place.entry_point = module_entry_name(e.context().plan);
  place.where.function = e.function().name;
  const dxil::Instruction* i = e.state().block.instruction;
  if (i == nullptr) return place;
  place.where = lower::diagnose(ErrorCode::kBadInput, e.function(), *i, {}).where;
  set_source(e, *i, place);
  return place;
}

ProgramPlace place_of_block(FunctionEmitter& e, dxil::BlockId block) {
  ProgramPlace place;
  place.entry_point = module_entry_name(e.context().plan);
  place.where.function = e.function().name;
  place.where.block = decimal(block);
  for (const dxil::Instruction& i : e.function().instructions_of(block)) {
    set_source(e, i, place);
    if (place.line != 0) break;
  }
  return place;
}

}  // namespace trellis::spirv

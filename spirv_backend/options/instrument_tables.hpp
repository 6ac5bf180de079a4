// What the numbers mean that an instrumented module writes.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Where in the program something is: as in messages, and in the source if the program was read with it.
struct ProgramPlace {
  String entry_point;  ///< As the module calls it.
  Location where;      ///< Function, block, instruction, operation.
  String file;         ///< Of the source; may be empty.
  uint32_t line = 0;   ///< From 1 on; 0: unknown.
  uint32_t column = 0;
};

/// An access to a descriptor that the module checks.
struct CheckedAccess {
  uint32_t number = 0;  ///< In reports.
  ProgramPlace place;
  String resource;  ///< As in messages: "lights (t3, space0)", or a form of descriptor of a heap.
  uint32_t wanted_bits = 0;
  bool is_counter = false;
};

/// A block of the program that counts how often it is run.
struct CountedBlock {
  uint32_t counter = 0;
  ProgramPlace place;         ///< Without an instruction; the line is the first one that the block has.
  uint32_t instructions = 0;  ///< That each run of it is: all but phis.
  uint32_t operations = 0;    ///< Those of them that are operations of DXIL.
};

struct InstrumentTables {
  Vector<CountedBlock> blocks;     ///< By counter.
  Vector<CheckedAccess> accesses;  ///< By number.
};

}  // namespace trellis::spirv

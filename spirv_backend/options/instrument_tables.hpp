// The meaning of the numbers that an instrumented module writes.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/options/instrumentation.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// A position in the program as in messages, and in the source if the program was read with debug
/// information.
struct ProgramPlace {
  String entry_point;  ///< As named in the module.
  Location where;      ///< Function, block, instruction, operation.
  String file;         ///< Source file; may be empty.
  uint32_t line = 0;   ///< Counted from 1; 0: unknown.
  uint32_t column = 0;
};

/// An access to a descriptor that the module checks.
struct CheckedAccess {
  uint32_t number = 0;  ///< Identifies the access in reports.
  ProgramPlace place;
  String resource;  ///< As in messages: "lights (t3, space0)", or the form of a heap descriptor.
  DescriptorFormat format = DescriptorFormat::kTables;
  uint32_t wanted_bits = 0;  ///< In that format.
  bool is_counter = false;
};

/// A block of the program that counts how often it runs.
struct CountedBlock {
  uint32_t counter = 0;
  ProgramPlace place;         ///< Without an instruction; the line is the first one known in the block.
  uint32_t instructions = 0;  ///< Number of instructions of one run, without phis.
  uint32_t operations = 0;    ///< The number of these that are DXIL operations.
};

struct InstrumentTables {
  Vector<CountedBlock> blocks;     ///< Indexed by counter.
  Vector<CheckedAccess> accesses;  ///< Sorted by number.
};

}  // namespace trellis::spirv

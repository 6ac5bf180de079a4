// The debug information of one function. Readers collect it while they decode the function.
#pragma once

#include <cstdint>

#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// A debug statement (llvm.dbg.value or llvm.dbg.declare): a variable has some value from an instruction on.
struct DebugStatement {
  uint32_t before = 0;     ///< Index of an instruction of the decoded function.
  bool is_memory = false;  ///< The value is the variable's address.
  bool skips_deref =
      false;  ///< Ignore a dereference at the start of the expression, which only repeats is_memory.
  MetadataItem value = 0, variable = 0, expression = 0;
  DebugLocation location;
};

/// An instruction of the input that has a location. It corresponds to a range of instructions of the decoded
/// function, which may be empty.
struct LocatedCode {
  uint32_t first = 0, end = 0;
  uint32_t end_of_statements =
      0;  ///< Index into FunctionDebug::statements: end of the statements that precede it.
  DebugLocation location;
};

struct FunctionDebug {
  MetadataItem scope = 0;             ///< The subprogram; 0 for none.
  Vector<LocatedCode> code;           ///< In the order of the instructions.
  Vector<DebugStatement> statements;  ///< In order. Like the names, collected only if requested.
  Vector<ValueName> names;  ///< The input's own names of arguments and results. Local numbers with kLocalTag.

  void clear() {
    scope = 0;
    code.clear();
    statements.clear();
    names.clear();
  }
};

}  // namespace trellis::dxil

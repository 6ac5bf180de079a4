// What the input says of one function for debuggers. Readers collect it while they decode the function.
#pragma once

#include <cstdint>

#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// That a variable has some value from an instruction on.
struct DebugStatement {
  uint32_t before = 0;     ///< An instruction of the decoded function.
  bool is_memory = false;  ///< The value is the variable's address.
  bool skips_deref =
      false;  ///< A dereference that the expression begins with says no more than is_memory does.
  MetadataItem value = 0, variable = 0, expression = 0;
  DebugLocation location;
};

/// An instruction of the input that has a location, as instructions of the decoded function: any number of
/// them.
struct LocatedCode {
  uint32_t first = 0, end = 0;
  uint32_t end_of_statements = 0;  ///< Into FunctionDebug::statements: those that come before it.
  DebugLocation location;
};

struct FunctionDebug {
  MetadataItem scope = 0;             ///< The function of the source; 0: none.
  Vector<LocatedCode> code;           ///< In order.
  Vector<DebugStatement> statements;  ///< In order. Collected only if they are wanted, like the names.
  Vector<ValueName>
      names;  ///< What the input itself calls arguments and results. Local numbers with kLocalTag.

  void clear() {
    scope = 0;
    code.clear();
    statements.clear();
    names.clear();
  }
};

}  // namespace trellis::dxil

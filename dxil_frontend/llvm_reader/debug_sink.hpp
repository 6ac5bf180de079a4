// What reads debug information while a module is being decoded.
#pragma once

#include <span>

#include "dxil_frontend/llvm_reader/llvm_tables.hpp"

namespace trellis::dxil {

/// Reads what LLVM's functions say for debuggers, while decoded instructions can still be told from each
/// other.
class DebugSink {
 public:
  virtual ~DebugSink() = default;
  /// `origins`: InstructionOrigin of the function's instructions. Ids of locals carry kLocalTag.
  virtual void function_decoded(const llvm::Function& source, const LlvmTables& tables,
                                std::span<const InstructionOrigin> origins, Function& function) = 0;
};

}  // namespace trellis::dxil

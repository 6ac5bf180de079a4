// The files that debug information names, in Module::source_files.
#pragma once

#include "dxil_frontend/llvm_reader/llvm_tables.hpp"
#include "dxil_frontend/program/ir.hpp"

namespace llvm {
class Metadata;
class Module;
}  // namespace llvm

namespace trellis::dxil {

class DebugFiles {
 public:
  explicit DebugFiles(Module& module) : module_(module) {}

  /// The file's number, entered when it is first met; kNone if `file` is none.
  uint32_t find(const llvm::Metadata* file);
  /// By its name.
  uint32_t find(std::string_view name);

 private:
  Module& module_;
  PointerMap numbers_;
};

}  // namespace trellis::dxil

// The files that debug information names, in Module::source_files.
#pragma once

#include <string_view>

#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

class DebugFiles {
 public:
  /// Both must outlive this.
  DebugFiles(const DebugSource& source, Module& module) : source_(source), module_(module) {}

  /// The file's number, entered when it is first met; kNone if `file` is none.
  uint32_t find(MetadataItem file);
  /// The file that a scope, which may be a file itself, is in.
  uint32_t find_of_scope(MetadataItem scope);

 private:
  const DebugSource& source_;
  Module& module_;
  ItemMap numbers_;
};

/// Fills in the texts of source_files that dx.source.contents has.
void attach_source_texts(const DebugSource& source, Module& module);

}  // namespace trellis::dxil

// Maps the files in debug information to Module::source_files.
#pragma once

#include <string_view>

#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

class DebugFiles {
 public:
  /// Both arguments must outlive this object.
  DebugFiles(const DebugSource& source, Module& module) : source_(source), module_(module) {}

  /// Returns the index of a file, adding it if necessary; kNone if `file` is not a file.
  uint32_t find(MetadataItem file);
  /// Returns the index of the file that contains a scope. The scope may itself be a file.
  uint32_t find_of_scope(MetadataItem scope);

 private:
  const DebugSource& source_;
  Module& module_;
  ItemMap numbers_;
};

/// Fills in the texts of source_files that dx.source.contents contains.
void attach_source_texts(const DebugSource& source, Module& module);

}  // namespace trellis::dxil

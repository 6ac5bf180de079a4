// Reads scopes and inlined calls of the source.
#pragma once

#include <utility>

#include "dxil_frontend/debug_info/debug_files.hpp"
#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/debug_info/debug_types.hpp"
#include "dxil_frontend/debug_info/left_out.hpp"
#include "dxil_frontend/program/debug_info.hpp"

namespace trellis::dxil {

class DebugScopes {
 public:
  DebugScopes(const DebugSource& source, DebugInfo& info, DebugFiles& files, DebugTypes& types,
              LeftOut& left_out)
      : source_(source), info_(info), files_(files), types_(types), left_out_(left_out) {}

  /// Returns an index into DebugInfo::scopes; kNone if it is not a scope.
  uint32_t scope(MetadataItem scope);
  /// Returns the scope of a location, and the call that it is inlined at. The result has no scope if one of
  /// them cannot be read.
  DebugPlace place(const DebugLocation& location);
  /// Returns an index into DebugInfo::places.
  uint32_t place_number(const DebugLocation& location);

 private:
  uint32_t inlining(MetadataItem location);
  uint32_t add_function(MetadataItem scope);
  uint32_t add_block(MetadataItem scope, uint32_t parent);

  const DebugSource& source_;
  DebugInfo& info_;
  DebugFiles& files_;
  DebugTypes& types_;
  LeftOut& left_out_;
  ItemMap scopes_, inlinings_;
  Map<std::pair<MetadataItem, MetadataItem>, uint32_t> places_;  // By scope and call; kNone if unreadable.
  Vector<MetadataItem> chain_;                                   // Scratch.
};

}  // namespace trellis::dxil

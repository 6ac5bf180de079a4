// Reads types of the source.
#pragma once

#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/debug_info/left_out.hpp"
#include "dxil_frontend/program/debug_info.hpp"

namespace trellis::dxil {

class DebugFiles;

class DebugTypes {
 public:
  DebugTypes(const DebugSource& source, DebugInfo& info, DebugFiles& files, LeftOut& left_out)
      : source_(source), info_(info), files_(files), left_out_(left_out) {}

  /// Returns an index into DebugInfo::types; kNone for void, and for unknown types.
  uint32_t find(MetadataItem type) { return find(type, 0); }
  /// Same for the type of a variable, which cannot be a function type.
  uint32_t find_object(MetadataItem type) { return find_object(type, 0); }

 private:
  uint32_t find(MetadataItem type, uint32_t depth);
  uint32_t find_object(MetadataItem type, uint32_t depth);
  uint32_t make(MetadataItem type, uint32_t depth);
  uint32_t make_composite(MetadataItem source, uint32_t depth);
  uint32_t make_array(MetadataItem source, uint32_t depth);
  uint32_t make_numbers(MetadataItem source, bool is_matrix, uint32_t depth);
  uint32_t make_enumeration(MetadataItem source, uint32_t depth);
  uint32_t make_struct(MetadataItem source, uint32_t depth);
  bool read_member(MetadataItem source, uint32_t depth, DebugMember& member);
  uint32_t make_function(MetadataItem source, uint32_t depth);
  uint32_t add(DebugType type);
  uint32_t drop(const char* why) {
    left_out_.add(why);
    return cfg::kNone;
  }

  const DebugSource& source_;
  DebugInfo& info_;
  DebugFiles& files_;
  LeftOut& left_out_;
  ItemMap numbers_;  // By type: kBusy, or number + 1; 0 for unknown types.
};

}  // namespace trellis::dxil

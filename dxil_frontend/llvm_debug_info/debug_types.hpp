// Types of the source, from DIType and its kin.
#pragma once

#include "dxil_frontend/llvm_debug_info/left_out.hpp"
#include "dxil_frontend/llvm_reader/llvm_tables.hpp"
#include "dxil_frontend/program/debug_info.hpp"

namespace llvm {
class DICompositeType;
class DISubroutineType;
class Metadata;
class MDNode;
}  // namespace llvm

namespace trellis::dxil {

class DebugFiles;

class DebugTypes {
 public:
  DebugTypes(DebugInfo& info, DebugFiles& files, LeftOut& left_out)
      : info_(info), files_(files), left_out_(left_out) {}

  /// Into DebugInfo::types; kNone for void, and for what is not known.
  uint32_t find(const llvm::Metadata* type) { return find(type, 0); }
  /// The same of what a variable can be of: no function.
  uint32_t find_object(const llvm::Metadata* type) { return find_object(type, 0); }

 private:
  uint32_t find(const llvm::Metadata* type, uint32_t depth);
  uint32_t find_object(const llvm::Metadata* type, uint32_t depth);
  uint32_t make(const llvm::Metadata* type, uint32_t depth);
  uint32_t make_composite(const llvm::DICompositeType& source, uint32_t depth);
  uint32_t make_array(const llvm::DICompositeType& source, uint32_t depth);
  uint32_t make_numbers(const llvm::DICompositeType& source, bool is_matrix, uint32_t depth);
  uint32_t make_struct(const llvm::DICompositeType& source, uint32_t depth);
  uint32_t make_function(const llvm::DISubroutineType& source, uint32_t depth);
  uint32_t add(DebugType type);
  uint32_t drop(const char* why) {
    left_out_.add(why);
    return cfg::kNone;
  }

  DebugInfo& info_;
  DebugFiles& files_;
  LeftOut& left_out_;
  PointerMap numbers_;  // By metadata: kBusy, or number + 1 (0: not known).
};

}  // namespace trellis::dxil

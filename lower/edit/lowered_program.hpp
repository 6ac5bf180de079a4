// The program that the lowering passes work on: the original until a pass changes it, then a copy.
#pragma once

#include <memory>
#include <optional>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// A branch on dx.break that became a jump (control_flow/break_marks.hpp).
struct BreakMark {
  dxil::BlockId block = dxil::kNone;   ///< The block that now ends in a jump.
  dxil::BlockId inside = dxil::kNone;  ///< The target of the removed edge, which was never taken.
};

class LoweredProgram {
 public:
  /// Both must outlive the program. The copy leaves out functions that `entry_point` does not reach.
  LoweredProgram(const dxil::Shader& shader, const dxil::EntryPoint& entry_point);

  const dxil::Shader& shader() const { return *shader_; }
  const dxil::Module& module() const { return shader_->module; }
  const dxil::EntryPoint& entry_point() const { return *entry_point_; }
  /// By function: 1 if the entry point reaches it.
  std::span<const uint8_t> reached() const { return reached_; }
  /// Returns the first operation after which an invocation may run together with others than before, if there
  /// is one (analysis/repacking.hpp). The first call searches for it.
  std::optional<dxil::Op> repacking() const;

  /// Returns the working copy, which the first call makes. It has the bodies of reached functions only.
  dxil::Shader& edit();
  /// Returns the entry point in the working copy, which replaces the original one.
  dxil::EntryPoint& edit_entry_point();
  /// Removes the bodies of functions that are no longer reached. For passes that change calls.
  void drop_unreached_functions();
  /// Keeps the program in its current state for the uniformity analysis, which needs the branches on
  /// dx.break: see with_breaks(). The next change makes another copy.
  void keep_with_breaks();

  /// The number of calls of edit(); it increases if a pass changes the program.
  uint32_t edit_count() const { return edit_count_; }
  /// Returns the working copy; null while there is none.
  std::shared_ptr<dxil::Shader> own_shader() const { return own_shader_; }
  bool owns_entry_point() const { return owns_entry_point_; }
  /// Returns the program that keep_with_breaks() kept, or null. Local values have the same numbers in both.
  const dxil::Shader* with_breaks() const { return with_breaks_; }

  // Other results of the passes.
  Vector<String> warnings;
  dxil::TypeId hit_type = dxil::kNone;    ///< Type of hit objects after lowering; kNone if there are none.
  Vector<Vector<BreakMark>> break_marks;  ///< Indexed by function; empty if there are none.

 private:
  const dxil::Shader* original_;
  const dxil::Shader* shader_;
  const dxil::EntryPoint* entry_point_;
  std::shared_ptr<dxil::Shader> own_shader_;
  const dxil::Shader* with_breaks_ = nullptr;
  std::shared_ptr<dxil::Shader> own_with_breaks_;
  Vector<uint8_t> reached_;
  mutable std::optional<std::optional<dxil::Op>> repacking_;
  uint32_t edit_count_ = 0;
  size_t entry_number_ = 0;  // Index of the copy's entry point, if that is used.
  bool owns_entry_point_ = false;
};

}  // namespace trellis::lower

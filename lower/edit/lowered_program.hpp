// The program that the lowering passes work on: the one that was read until a pass changes it, then a copy.
#pragma once

#include <memory>
#include <optional>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// A branch on dx.break that was replaced (control_flow/break_marks.hpp).
struct BreakMark {
  dxil::BlockId block = dxil::kNone;   ///< It ends in a jump now.
  dxil::BlockId inside = dxil::kNone;  ///< Where the edge that is never taken led.
};

class LoweredProgram {
 public:
  /// Both must outlive the program. `entry_point`: what it does not reach is left out of the copy.
  LoweredProgram(const dxil::Shader& shader, const dxil::EntryPoint& entry_point);

  const dxil::Shader& shader() const { return *shader_; }
  const dxil::Module& module() const { return shader_->module; }
  const dxil::EntryPoint& entry_point() const { return *entry_point_; }
  /// By function: 1 if the entry point reaches it.
  std::span<const uint8_t> reached() const { return reached_; }
  /// The first operation after which other invocations may run together than before, if there is one
  /// (analysis/repacking.hpp). The first call searches for it.
  std::optional<dxil::Op> repacking() const;

  /// The working copy, made by the first call. It has the bodies of reached functions only.
  dxil::Shader& edit();
  /// The entry point in the working copy, which replaces the caller's from then on.
  dxil::EntryPoint& edit_entry_point();
  /// After calls were changed: functions that are not reached any more lose their bodies.
  void drop_unreached_functions();
  /// Keeps the program as it is now for the uniformity analysis, which needs the branches on dx.break: see
  /// with_breaks(). The next change makes another copy.
  void keep_with_breaks();

  /// How often edit() was called: whether a pass changed the program.
  uint32_t edit_count() const { return edit_count_; }
  /// Null: it is the caller's.
  std::shared_ptr<dxil::Shader> own_shader() const { return own_shader_; }
  bool owns_entry_point() const { return owns_entry_point_; }
  /// The program that keep_with_breaks() kept; null if it was not called. Local values have the same numbers.
  const dxil::Shader* with_breaks() const { return with_breaks_; }

  // What passes find out besides.
  Vector<String> warnings;
  dxil::TypeId hit_type = dxil::kNone;    ///< Of hit objects, which are integers now; kNone: there are none.
  Vector<Vector<BreakMark>> break_marks;  ///< By function; empty if there are none.

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
  size_t entry_number_ = 0;  // If the copy's is the program's.
  bool owns_entry_point_ = false;
};

}  // namespace trellis::lower

// Writes OpLine and OpNoLine, or their equivalents in the full debug information, where the source position
// changes.
#pragma once

#include <optional>

#include "spirv_backend/debug_info/debug_lines.hpp"
#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/code_writer.hpp"

namespace trellis::spirv {

/// For each instruction of the program, call bind(), before(), write the lowered code, then call after(). A
/// position holds until the next one or the end of the block.
class SourceLines {
 public:
  /// Writes to the emitter's code. Does nothing if no debug information is requested or the function has no
  /// source positions.
  explicit SourceLines(FunctionEmitter& emitter);

  /// Call before writing the function's first block. `function` is the id of its OpFunction.
  void begin_function(Id function, bool is_entry) {
    if (debug_) debug_->begin_function(function, is_entry);
  }
  void begin_block() {
    current_ = {};
    if (debug_) debug_->begin_block();
  }
  /// Records the values that variables take right before the instruction.
  void bind(const dxil::Instruction& i) {
    if (debug_) debug_->bind(i);
  }
  void before(const dxil::Instruction& i) {
    if (debug_) debug_->before(i);
    if (is_on_) mark(i);
  }
  /// Removes the position again if no code was written after it.
  void after() {
    if (debug_) debug_->after();
    if (is_on_ && code_.words().size() == marked_at_) {
      code_.words().truncate(begin_);
      current_ = previous_;
    }
    marked_at_ = SIZE_MAX;
  }

 private:
  void mark(const dxil::Instruction& i);

  ModuleContext& context_;
  const dxil::Function& function_;
  CodeWriter& code_;
  bool is_on_ = false;
  std::optional<DebugLines> debug_;  ///< If present, replaces everything else here.
  dxil::SourcePosition current_, previous_;
  size_t begin_ = 0, marked_at_ = SIZE_MAX;
};

/// Writes OpName for the values that have a name in the program and an id of their own in `body`, the
/// function's words without its header.
void name_values(ModuleContext& context, const dxil::Function& function, const Words& body,
                 std::span<const Id> value_ids);

}  // namespace trellis::spirv

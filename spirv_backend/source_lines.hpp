// OpLine and OpNoLine, or what the full debug information has in their place, written where the place in the
// source changes.
#pragma once

#include <optional>

#include "spirv_backend/debug_info/debug_lines.hpp"
#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/code_writer.hpp"

namespace trellis::spirv {

/// For each instruction of the program: bind(), before(), what it lowers to, after(). A place holds until the
/// next one, or the end of the block.
class SourceLines {
 public:
  /// Writes to the emitter's code. Does nothing unless debug information is wanted and the function has
  /// positions.
  explicit SourceLines(FunctionEmitter& emitter);

  /// Before the function's first block. `function`: its OpFunction.
  void begin_function(Id function, bool is_entry) {
    if (debug_) debug_->begin_function(function, is_entry);
  }
  void begin_block() {
    current_ = {};
    if (debug_) debug_->begin_block();
  }
  /// What variables become right before the instruction.
  void bind(const dxil::Instruction& i) {
    if (debug_) debug_->bind(i);
  }
  void before(const dxil::Instruction& i) {
    if (debug_) debug_->before(i);
    if (is_on_) mark(i);
  }
  /// Takes back a mark that nothing was written behind.
  void after() {
    if (debug_) debug_->after();
    if (is_on_ && code_.words().size() == marked_at_) {
      code_.words().resize(begin_);
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
  std::optional<DebugLines> debug_;  ///< In place of all else here.
  dxil::SourcePosition current_, previous_;
  size_t begin_ = 0, marked_at_ = SIZE_MAX;
};

/// OpName for the values that have a name in the program and an id of their own in `body`: a function's
/// words, without its head.
void name_values(ModuleContext& context, const dxil::Function& function, const Words& body,
                 std::span<const Id> value_ids);

}  // namespace trellis::spirv

// OpLine and OpNoLine, written where the place in the source changes.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/code_writer.hpp"

namespace trellis::spirv {

/// For each instruction of the program: before(), what it lowers to, after(). A place holds until the next
/// one, or the end of the block.
class SourceLines {
 public:
  /// Writes to `code`. Does nothing unless debug information is wanted and the function has positions.
  SourceLines(ModuleContext& context, const dxil::Function& function, CodeWriter& code)
      : context_(context),
        function_(function),
        code_(code),
        is_on_(context.plan.options.debug_info && !function.positions.empty()) {}

  void begin_block() { current_ = {}; }
  void before(const dxil::Instruction& i) {
    if (is_on_) mark(i);
  }
  /// Takes back a mark that nothing was written behind.
  void after() {
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
  bool is_on_;
  dxil::SourcePosition current_, previous_;
  size_t begin_ = 0, marked_at_ = SIZE_MAX;
};

/// OpName for the values that have a name in the program and an id of their own in `body`: a function's
/// words, without its head.
void name_values(ModuleContext& context, const dxil::Function& function, const Words& body,
                 std::span<const Id> value_ids);

}  // namespace trellis::spirv

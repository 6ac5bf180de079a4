// OpLine and OpNoLine, written where the place in the source changes.
#pragma once

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// For each instruction of the program: before(), what it lowers to, after(). A place holds until the next
/// one, or the end of the block.
class SourceLines {
 public:
  /// Writes to `body`. Does nothing unless debug information is wanted and the function has positions.
  SourceLines(ModuleContext& context, const dxil::Function& function, Words& body)
      : context_(context),
        function_(function),
        body_(body),
        is_on_(context.plan.options.debug_info && !function.positions.empty()) {}

  void begin_block() { current_ = {}; }
  void before(const dxil::Instruction& i) {
    if (is_on_) mark(i);
  }
  /// Takes back a mark that nothing was written behind.
  void after() {
    if (is_on_ && body_.size() == marked_at_) {
      body_.resize(begin_);
      current_ = previous_;
    }
    marked_at_ = SIZE_MAX;
  }

 private:
  void mark(const dxil::Instruction& i);

  ModuleContext& context_;
  const dxil::Function& function_;
  Words& body_;
  bool is_on_;
  dxil::SourcePosition current_, previous_;
  size_t begin_ = 0, marked_at_ = SIZE_MAX;
};

/// OpName for the values that have a name in the program and an id of their own in `body`: a function's
/// words, without its head.
void name_values(ModuleContext& context, const dxil::Function& function, const Words& body,
                 std::span<const Id> value_ids);

}  // namespace trellis::spirv

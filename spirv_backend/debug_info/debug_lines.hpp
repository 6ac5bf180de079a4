// Instructions of NonSemantic.Shader.DebugInfo.100 inside functions: scopes, lines and values of variables.
#pragma once

#include "spirv_backend/debug_info/debug_set.hpp"
#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// For each instruction of the program, call bind(), before(), write the lowered code, then call after().
class DebugLines {
 public:
  explicit DebugLines(FunctionEmitter& emitter)
      : emitter_(emitter),
        function_(emitter.function()),
        info_(emitter.program().debug),
        set_(emitter.context()) {}

  void begin_function(Id function, bool is_entry);
  void begin_block() { forget(); }
  void bind(const dxil::Instruction& i);
  void before(const dxil::Instruction& i);
  void after();

 private:
  struct State {
    dxil::DebugPlace place;
    dxil::SourcePosition line;
  };

  void forget();
  void find_definitions();
  dxil::SourcePosition computed_at(ValueId value, dxil::BlockId block) const;
  bool is_behind(const dxil::SourcePosition& a, const dxil::SourcePosition& b) const;
  bool is_of_arm(const dxil::Instruction& jump, dxil::BlockId block) const;
  dxil::SourcePosition position_of(const dxil::Instruction& i);
  void notice_labels();
  void set_place(const dxil::DebugPlace& place);
  void set_line(const dxil::SourcePosition& line);
  void write(DebugOp op, std::initializer_list<Id> operands);
  void write(DebugOp op, const Vector<Id>& operands);
  void write_binding(const dxil::DebugBinding& binding);
  void declare(const dxil::DebugBinding& binding);
  Id value_of(const dxil::DebugBinding& binding, uint32_t& scalars);
  Id constant_of(const dxil::DebugBinding& binding);

  FunctionEmitter& emitter_;
  const dxil::Function& function_;
  const dxil::DebugInfo& info_;
  DebugSet set_;
  State current_, previous_;
  size_t begin_ = 0, marked_at_ = SIZE_MAX;
  /// Indexed by local value: index of the defining instruction; kNone: an argument. Filled on first use.
  Vector<uint32_t> definition_;
  Vector<dxil::BlockId> block_of_;  ///< Indexed by instruction.
  size_t noticed_ = 0;              ///< Number of words of the body that have been searched for labels.
};

}  // namespace trellis::spirv

// Writes instructions in sequence, with new ids for their results. All code of a module is written with it,
// in functions of the program as well as in those that the module adds.
#pragma once

#include <span>

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// Code under construction, and the module that it belongs to. Where a type is given as a NumericType, the
/// type's id is allocated before the result's.
class CodeWriter {
 public:
  /// `module` must outlive the writer.
  explicit CodeWriter(ModuleBuilder& module) : module_(&module) {}

  ModuleBuilder& module() const { return *module_; }
  /// The words written so far.
  Words& words() { return words_; }
  const Words& words() const { return words_; }

  Id new_id() { return module_->new_id(); }
  Id type(NumericType numeric) { return module_->type(numeric); }
  Id constant(NumericType numeric, uint64_t bits) { return module_->constant(numeric, bits); }
  Id u32(uint32_t value) { return module_->constant_u32(value); }

  /// Writes an instruction with a result and returns its id.
  template <Word... Operands>
  Id op(spv::Op opcode, Id result_type, Operands... operands) {
    const Id id = new_id();
    append(words_, opcode, result_type, id, operands...);
    return id;
  }
  template <Word... Operands>
  Id op(spv::Op opcode, NumericType result, Operands... operands) {
    const Id type_id = type(result);
    return op(opcode, type_id, operands...);
  }
  Id op_list(spv::Op opcode, Id result_type, std::span<const uint32_t> operands) {
    const Id id = new_id();
    const uint32_t fixed[] = {result_type, id};
    append_list(words_, opcode, fixed, operands);
    return id;
  }
  /// Writes a GLSL.std.450 instruction.
  template <Word... Operands>
  Id ext(GLSLstd450 instruction, NumericType result, Operands... operands) {
    const Id type_id = type(result), set = module_->glsl_std_450();
    return op(spv::Op::OpExtInst, type_id, set, instruction, operands...);
  }
  /// Writes an instruction whose result id was allocated earlier, because something already refers to it.
  template <Word... Operands>
  void define(Id id, spv::Op opcode, Id result_type, Operands... operands) {
    append(words_, opcode, result_type, id, operands...);
  }
  template <Word... Operands>
  void define(Id id, spv::Op opcode, NumericType result, Operands... operands) {
    define(id, opcode, type(result), operands...);
  }

  /// Writes an instruction without a result.
  template <Word... Operands>
  void op_void(spv::Op opcode, Operands... operands) {
    append(words_, opcode, operands...);
  }
  void op_list_void(spv::Op opcode, std::span<const uint32_t> operands) {
    append_list(words_, opcode, {}, operands);
  }

  /// Begins a block.
  void label(Id id) {
    append(words_, spv::Op::OpLabel, id);
    block_begin_ = words_.size();
  }
  /// Begins a block that is never referenced.
  void label() { label(new_id()); }
  /// Ends a block with a conditional branch whose merge block is `merge`.
  void selection(Id condition, Id if_true, Id if_false, Id merge,
                 spv::SelectionControlMask control = spv::SelectionControlMask::MaskNone) {
    op_void(spv::Op::OpSelectionMerge, merge, control);
    op_void(spv::Op::OpBranchConditional, condition, if_true, if_false);
  }
  /// Returns the index of the first word of the current block, after its label.
  size_t block_begin() const { return block_begin_; }
  /// Appends everything that another writer wrote.
  void take(const CodeWriter& other) {
    words_.append(other.words_);
    block_begin_ = words_.size();  // It may have begun blocks.
  }

 private:
  ModuleBuilder* module_;
  Words words_;
  size_t block_begin_ = 0;
};

}  // namespace trellis::spirv

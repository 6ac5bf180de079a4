// Emits one function: what the lowerings of instructions and operations are written against.
//
// A lowering is a function `Result<void> f(FunctionEmitter&, const dxil::Instruction&)`. It reads operands
// with operand(), emits with op() / ext(), and ends with one of define(), set_result() or set_component().
// Example:
//
//   Result<void> lower_isnan(FunctionEmitter& e, const dxil::Instruction& i) {
//     e.define(i, Op::OpIsNan, e.operand(i, 0));
//     return {};
//   }
//
// Types. i1 is bool; integers are OpTypeInt N 0 (sign is in the opcode); i8 occurs only as an immediate.
// Under min precision (half and i16 without shader flag bit 23) half and i16 values are 32-bit floats and
// integers in SPIR-V, and value_type() says 32 bits: `define` decorates such results RelaxedPrecision. So
// write lowerings against value_type(), not against dxil::Type::bits.
//
// Ids. Nearly everything may give out new ids, operand() and u32() included (constants are made when first
// used). C++ leaves the order of a call's arguments open, so ask for one thing a statement: the words must
// not depend on the compiler.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/module/code_writer.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "spirv_backend/program/value_bounds.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

using dxil::kNone;
using dxil::TypeId;
using dxil::ValueId;
using spv::Op;

struct ModuleContext;  // Shared by the functions of a module (module_context.hpp).
enum class ViewTarget : uint8_t;

class FunctionEmitter {
 public:
  FunctionEmitter(ModuleContext& context, const FunctionPlan& plan,
                  const structurizer::Structured& structured);

  // --- Where we are.
  ModuleBuilder& module() { return builder_; }
  ModuleContext& context() { return context_; }
  const ModuleContext& context() const { return context_; }
  const dxil::Shader& shader() const;
  const dxil::EntryPoint& entry_point() const;
  const dxil::Module& program() const { return program_; }
  const dxil::Function& function() const { return function_; }
  const EmitOptions& options() const;
  const FunctionPlan& plan() const { return plan_; }

  // --- Operands of an instruction (for operations: without the opcode, as in dxil::Instruction).
  ValueId operand_value(const dxil::Instruction& i, uint32_t n) const {
    return function_.operands[i.first_operand + n];
  }
  TypeId operand_type_id(const dxil::Instruction& i, uint32_t n) const {
    return program_.type_of(function_, operand_value(i, n));
  }
  /// SPIR-V id of operand n, to be used at the current place.
  Id operand(const dxil::Instruction& i, uint32_t n) { return use(operand_value(i, n)); }
  NumericType operand_type(const dxil::Instruction& i, uint32_t n) const {
    return value_type(operand_type_id(i, n));
  }
  /// The bits of a scalar constant (null and undef: 0); empty if it is no constant.
  std::optional<uint64_t> constant_operand(const dxil::Instruction& i, uint32_t n) const {
    return program_.scalar_bits(operand_value(i, n));
  }
  bool operand_is_undef(const dxil::Instruction& i, uint32_t n) const {
    return program_.is_undef(operand_value(i, n));
  }
  /// The id to name for a value of the program in the current block (constants, arguments, results).
  Id use(ValueId value);
  /// Between what a scalar value lies.
  IntegerBounds integer_bounds(ValueId value) const;
  FloatBounds number_bounds(ValueId value) const;
  /// The instruction whose result a value is; null for arguments and module-level values.
  const dxil::Instruction* definition(ValueId value) const {
    return is_local(value) ? definitions_[value - function_.first_local] : nullptr;
  }

  // --- Types.
  /// The scalar or vector type in SPIR-V of a DXIL type that is one. {kInt, 0 bits} for any other.
  NumericType value_type(TypeId type) const;
  NumericType result_type(const dxil::Instruction& i) const { return value_type(i.type); }
  /// For results that are structs (ResRet, two-result operations): the type of field n.
  NumericType field_type(const dxil::Instruction& i, uint32_t n) const;
  Id type(NumericType numeric) { return builder_.type(numeric); }
  /// True if values of the type are min-precision ones that have 32 bits (RelaxedPrecision).
  bool is_min_precision(TypeId type) const;
  /// True if the result must not be contracted: LLVM arithmetic without `fast`, operations marked dx.precise.
  bool is_precise(const dxil::Instruction& i) const;

  // --- Emission at the current place.
  /// An instruction with a result; returns its id.
  template <Word... Operands>
  Id op(Op opcode, Id result_type_id, Operands... operands) {
    return body_.op(opcode, result_type_id, operands...);
  }
  template <Word... Operands>
  Id op(Op opcode, NumericType result, Operands... operands) {
    return body_.op(opcode, result, operands...);
  }
  Id op_list(Op opcode, Id result_type_id, std::span<const uint32_t> operands) {
    return body_.op_list(opcode, result_type_id, operands);
  }
  /// The code that is written, for what is written over a CodeWriter.
  CodeWriter& code() { return body_; }
  /// An instruction without a result.
  template <Word... Operands>
  void op_void(Op opcode, Operands... operands) {
    body_.op_void(opcode, operands...);
  }
  void op_list_void(Op opcode, std::span<const uint32_t> operands) { body_.op_list_void(opcode, operands); }
  /// An instruction of GLSL.std.450.
  template <Word... Operands>
  Id ext(GLSLstd450 instruction, NumericType result, Operands... operands) {
    return body_.ext(instruction, result, operands...);
  }
  /// Whether a value is made by the block that is being written, by an instruction other than a phi: if so,
  /// what that instruction reads can be read here too. Null if not.
  const dxil::Instruction* definition_in_block(ValueId value) const;
  /// A sum, product or shift of 32-bit addresses: what the block has computed already is not computed again.
  Id address(Op opcode, Id a, Id b);
  Id constant(NumericType numeric, uint64_t bits) { return builder_.constant(numeric, bits); }
  Id u32(uint32_t value) { return builder_.constant_u32(value); }
  /// OpBitcast, or the operand itself if the types are equal.
  Id bitcast(NumericType to, NumericType from, Id value) {
    return to == from ? value : op(Op::OpBitcast, to, value);
  }
  Id extract(NumericType component, Id composite, uint32_t index) {
    return op(Op::OpCompositeExtract, component, composite, index);
  }
  void no_contraction(Id id) { builder_.decorate(id, spv::Decoration::NoContraction); }
  /// RelaxedPrecision, unless the options want all bits. Of min-precision values.
  void relaxed_precision(Id id) {
    if (options().device.min_precision == MinPrecision::kRelaxed)
      builder_.decorate(id, spv::Decoration::RelaxedPrecision);
  }
  /// Loads a built-in Input variable, once a function (at the head of the entry block).
  Id builtin(spv::BuiltIn builtin, NumericType numeric);
  /// The same, one component of a vector built-in.
  Id builtin_component(spv::BuiltIn builtin, NumericType vector, uint32_t component);

  /// A word of the root data (binding_model.hpp), loaded once a function. `byte`: its offset, a multiple
  /// of 4.
  Id root_word(uint32_t byte);

  /// SV_ViewID, and the instance of it that a vertex shader's is, once a function (view_instancing.hpp).
  Id view();
  Id instance_of_view();
  /// What is added to the array index of the view's viewport or layer.
  Id offset_of_view(ViewTarget target);
  /// Stores what the rasterizer or the next stage is told of the view: at the head of the function, or here.
  void store_view_outputs(bool at_head);
  /// The same of mesh shaders: what a vertex hands on, and the array indices of a primitive.
  void store_view_of_vertex(Id vertex) { store_handed_view(body_, vertex); }
  void store_view_of_primitive(Id primitive) { store_view_offsets(body_, primitive); }

  /// A Function variable, declared at the head of the function.
  Id function_variable(Id pointee);

  // --- Results.
  /// Emits `opcode` with the instruction's own result type and makes that its result; adds RelaxedPrecision
  /// for min-precision results.
  template <Word... Operands>
  Id define(const dxil::Instruction& i, Op opcode, Operands... operands) {
    const Id id = op(opcode, result_type(i), operands...);
    finish_definition(i, id);
    return id;
  }
  template <Word... Operands>
  Id define_ext(const dxil::Instruction& i, GLSLstd450 instruction, Operands... operands) {
    const Id id = ext(instruction, result_type(i), operands...);
    finish_definition(i, id);
    return id;
  }
  /// define() for float arithmetic that contraction could change (add, sub, mul, dot, ...): also adds
  /// NoContraction if is_precise(i).
  template <Word... Operands>
  Id define_arithmetic(const dxil::Instruction& i, Op opcode, Operands... operands) {
    const Id id = define(i, opcode, operands...);
    if (is_precise(i)) no_contraction(id);
    return id;
  }
  /// Makes an existing id the result. Adds no decoration.
  void set_result(const dxil::Instruction& i, Id id) {
    if (i.result != kNone) value_ids_[i.result - function_.first_local] = id;
  }
  /// Gives field n of an instruction whose result is a struct (ResRet, twoi32, i32c, ...). Structs never
  /// exist in the output: each extractvalue of the field becomes this id. Unused fields need not be given:
  /// see component_used.
  void set_component(const dxil::Instruction& i, uint32_t field, Id id);
  /// True if some extractvalue reads the field.
  bool component_used(const dxil::Instruction& i, uint32_t field) const;
  /// The id set_component() gave a field that is used; 0 before.
  Id component_id(const dxil::Instruction& i, uint32_t field) const;

  // --- Errors: kUnsupported and kBadInput with function, block, instruction and operation filled in.
  Diagnostic unsupported(const dxil::Instruction& i, String message) const;
  Diagnostic bad_input(const dxil::Instruction& i, String message) const;

  // --- Pointers and handles.
  /// What a pointer or handle refers to.
  const Reference& reference(ValueId value) const;
  /// The index of a reference as a 32-bit value (plan.hpp): units of the object, or descriptors of the range.
  Id reference_index(ValueId value);

 private:
  friend class FunctionAssembly;
  friend class OutlinedOperation;
  void finish_definition(const dxil::Instruction& i, Id id);
  void store_handed_view(CodeWriter& out, Id vertex);
  void store_view_offsets(CodeWriter& out, Id primitive);
  void propagate_precise();
  bool is_local(ValueId value) const { return value >= function_.first_local; }

  ModuleContext& context_;
  ModuleBuilder& builder_;
  const FunctionPlan& plan_;
  const structurizer::Structured& structured_;
  const dxil::Module& program_;
  const dxil::Function& function_;
  Vector<Id> value_ids_;                          // By local value; 0: not emitted (yet), or an alias.
  Vector<const dxil::Instruction*> definitions_;  // By local value.
  Vector<bool> feeds_precise_;                    // By local value, if precision is propagated.
  Vector<ValueId> alias_targets_;  // By local value, if there are aliases: kNone or the value meant.
  ValueId missing_value_ = kNone;  // A use that had no definition: an error told when the function is done.
  struct LoadedBuiltin {
    spv::BuiltIn builtin;
    uint32_t component;  // kNone: the whole.
    Id id;
  };
  Vector<LoadedBuiltin> builtins_;
  struct LoadedRootWord {
    uint32_t byte;
    Id id;
  };
  Vector<LoadedRootWord> root_words_;
  struct LoadedView {
    Id view = 0, instance = 0;
    Id offsets[2] = {0, 0};  // By ViewTarget.
  };
  LoadedView view_;
  struct Address {
    Op opcode = Op::OpNop;
    Id a = 0, b = 0, id = 0;
  };
  std::span<const dxil::Instruction> block_;  // The program's block that is being written.
  std::array<Address, 16> addresses_;         // Of the block; the oldest is the next to be replaced.
  uint32_t next_address_ = 0;
  CodeWriter body_, variables_, prologue_;
};

/// Lowers one instruction or operation.
using Lowering = Result<void> (*)(FunctionEmitter&, const dxil::Instruction&);

}  // namespace trellis::spirv

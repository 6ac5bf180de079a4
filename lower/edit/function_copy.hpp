// A function that is written anew with some of its values in another form: the old one, and the new one as it
// grows, instruction by instruction. The rewrites of a program derive from it.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::lower {

class FunctionCopy {
 public:
  /// The new function. Its locals have no final numbers yet: see number_locals().
  dxil::Function take() { return std::move(new_); }

 protected:
  using TypeId = dxil::TypeId;
  using ValueId = dxil::ValueId;
  using Instruction = dxil::Instruction;

  /// While a module is rewritten, new locals carry this bit: the number of module-level values is not final.
  static constexpr ValueId kLocal = 0x80000000;

  FunctionCopy(dxil::Module& module, const dxil::Function& function) : module_(module), old_(function) {
    new_.first_local = dxil::kNone;
    small_integers_.fill(dxil::kNone);
  }
  ~FunctionCopy() = default;

  /// Rewrites one instruction of the old function.
  virtual Result<void> rewrite(const Instruction& i) = 0;
  /// Called before the instructions of a block of the old function.
  virtual void begin_block(dxil::BlockId) {}
  /// Gives the new function what it shares with the old one, then calls rewrite() for the instructions of the
  /// blocks that the entry reaches, definitions before uses but for phis. The parameters must be there.
  Result<void> copy_body();
  /// Keeps the names of old values that are one value still. `single_of`: that value, or kNone.
  template <class SingleOf>
  void copy_names(SingleOf&& single_of);
  /// The same for what variables of the source are. Those whose value is in pieces are not known any more.
  template <class SingleOf>
  void copy_bindings(SingleOf&& single_of);

  // Not Module's own questions: module-level values are added while locals keep their old numbers.
  bool is_local(ValueId old_value) const { return old_value >= old_.first_local; }
  TypeId type_of(ValueId old_value) const {
    return is_local(old_value) ? old_.local_types[old_value - old_.first_local]
                               : module_.values[old_value].type;
  }
  std::optional<uint64_t> scalar_bits(ValueId old_value) const {
    return is_local(old_value) ? std::nullopt : module_.scalar_bits(old_value);
  }
  Diagnostic fail(const Instruction& i, const char* message) const;

  /// The module's type of that kind and width; made if it has none.
  TypeId scalar_type(dxil::TypeKind kind, uint8_t bits);
  /// The module's type of pointers to local memory; made if it has none.
  TypeId pointer_type();
  /// The module's vector or array type of so many elements; made if it has none.
  TypeId sequence_type(dxil::TypeKind kind, TypeId element, uint32_t count);
  /// A new constant without elements.
  ValueId constant(TypeId type, dxil::ConstantKind kind, uint64_t bits);
  ValueId undef(TypeId type) { return constant(type, dxil::ConstantKind::kUndef, 0); }
  ValueId i32(uint32_t value);

  /// A new local, which the caller makes a parameter or an instruction's result.
  ValueId new_local(TypeId type);
  /// Appends an instruction with the opcode and flags of `like`; returns its result, or kNone.
  ValueId add(const Instruction& like, TypeId type, std::span<const ValueId> operands);
  ValueId add(const Instruction& like, TypeId type, std::initializer_list<ValueId> operands) {
    return add(like, type, std::span(operands.begin(), operands.size()));
  }
  ValueId add(const Instruction& like, dxil::Opcode opcode, TypeId type,
              std::initializer_list<ValueId> operands, uint32_t aux);
  /// The same with the `count` operands that the new function got last.
  ValueId add_with_last(const Instruction& like, TypeId type, uint32_t count);

  dxil::Module& module_;
  const dxil::Function& old_;
  dxil::Function new_;

 private:
  dxil::SourcePosition position_;
  // What was asked for before: the same is asked for again and again.
  std::array<ValueId, 32> small_integers_;  // kNone: not yet.
  TypeId last_sequence_ = dxil::kNone, word_type_ = dxil::kNone;
};

template <class SingleOf>
void FunctionCopy::copy_names(SingleOf&& single_of) {
  for (const dxil::ValueName& name : old_.names) {
    const ValueId single = single_of(name.value);
    if (single != dxil::kNone && (single & kLocal) != 0) new_.names.push_back({single, name.name});
  }
}

template <class SingleOf>
void FunctionCopy::copy_bindings(SingleOf&& single_of) {
  new_.bindings = old_.bindings;  // Positions refer to them by number: all stay.
  for (dxil::DebugBinding& binding : new_.bindings) {
    if (binding.value == dxil::kNone || !is_local(binding.value)) continue;
    binding.value = single_of(binding.value);
    if (binding.value == dxil::kNone) binding.kind = dxil::DebugBinding::Kind::kNothing;
  }
}

/// Gives the locals of the module's functions their final numbers: of those that FunctionCopy made, and of
/// others that were left as they are.
void number_locals(dxil::Module& module);

}  // namespace trellis::lower

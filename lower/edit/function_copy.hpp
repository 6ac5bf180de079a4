// Base of the passes that rewrite a function and change the form of some of its values. Holds the old
// function and the new one, which grows instruction by instruction.
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
  /// Returns the new function. Its locals have no final numbers yet: see number_locals().
  dxil::Function take() { return std::move(new_); }

 protected:
  using TypeId = dxil::TypeId;
  using ValueId = dxil::ValueId;
  using Instruction = dxil::Instruction;

  /// Marks new locals during the rewrite: the final number of module-level values is not known yet.
  static constexpr ValueId kLocal = 0x80000000;

  FunctionCopy(dxil::Module& module, const dxil::Function& function) : module_(module), old_(function) {
    new_.first_local = dxil::kNone;
    small_integers_.fill(dxil::kNone);
  }
  ~FunctionCopy() = default;

  /// Appends the new form of an instruction of the old function.
  virtual Result<void> rewrite(const Instruction& i) = 0;
  /// Called before rewrite() for the instructions of a block of the old function.
  virtual void begin_block(dxil::BlockId) {}
  /// Copies what the two functions share, then calls rewrite() for the instructions of all reachable blocks.
  /// Definitions come before uses, except in phis. The parameters must have been added.
  Result<void> copy_body();
  /// Copies the names of old values that are still one value: `single_of` returns that value, or kNone.
  template <class SingleOf>
  void copy_names(SingleOf&& single_of);
  /// Copies the values of source variables likewise. The value of a variable that was split becomes unknown.
  template <class SingleOf>
  void copy_bindings(SingleOf&& single_of);

  // These replace Module's queries, because values are added to the module while locals keep their old
  // numbers.
  bool is_local(ValueId old_value) const { return old_value >= old_.first_local; }
  TypeId type_of(ValueId old_value) const {
    return is_local(old_value) ? old_.local_types[old_value - old_.first_local]
                               : module_.values[old_value].type;
  }
  std::optional<uint64_t> scalar_bits(ValueId old_value) const {
    return is_local(old_value) ? std::nullopt : module_.scalar_bits(old_value);
  }
  [[gnu::cold]] Diagnostic fail(const Instruction& i, const char* message) const;

  /// Returns the module's type of that kind and width; adds one if there is none.
  TypeId scalar_type(dxil::TypeKind kind, uint8_t bits);
  /// Returns the module's type of pointers to local memory; adds one if there is none.
  TypeId pointer_type();
  /// Returns the module's vector or array type of that element and count; adds one if there is none.
  TypeId sequence_type(dxil::TypeKind kind, TypeId element, uint32_t count);
  /// Adds a constant without elements.
  ValueId constant(TypeId type, dxil::ConstantKind kind, uint64_t bits);
  ValueId undef(TypeId type) { return constant(type, dxil::ConstantKind::kUndef, 0); }
  ValueId i32(uint32_t value);

  /// Adds a local. The caller makes it a parameter or an instruction's result.
  ValueId new_local(TypeId type);
  /// Appends an instruction with the opcode and flags of `like`. Returns its result, or kNone.
  ValueId add(const Instruction& like, TypeId type, std::span<const ValueId> operands);
  ValueId add(const Instruction& like, TypeId type, std::initializer_list<ValueId> operands) {
    return add(like, type, std::span(operands.begin(), operands.size()));
  }
  ValueId add(const Instruction& like, dxil::Opcode opcode, TypeId type,
              std::initializer_list<ValueId> operands, uint32_t aux);
  /// The same for an instruction whose `count` operands are the last ones in new_.operands.
  ValueId add_with_last(const Instruction& like, TypeId type, uint32_t count);

  dxil::Module& module_;
  const dxil::Function& old_;
  dxil::Function new_;

 private:
  dxil::SourcePosition position_;
  // Caches of constants and types that are needed often.
  std::array<ValueId, 32> small_integers_;  // kNone if not created yet.
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
  new_.bindings = old_.bindings;  // All stay, because positions refer to them by index.
  for (dxil::DebugBinding& binding : new_.bindings) {
    if (binding.value == dxil::kNone || !is_local(binding.value)) continue;
    binding.value = single_of(binding.value);
    if (binding.value == dxil::kNone) binding.kind = dxil::DebugBinding::Kind::kNothing;
  }
}

/// Gives the locals of all functions their final numbers, in functions that FunctionCopy wrote and in
/// unchanged ones.
void number_locals(dxil::Module& module);

}  // namespace trellis::lower

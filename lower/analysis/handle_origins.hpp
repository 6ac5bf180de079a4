// Finds the origins of the handles in a function's local variables.
#pragma once

#include <cstdint>
#include <utility>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Tells which types of a module are handles or arrays of handles.
class HandleTypes {
 public:
  explicit HandleTypes(const dxil::Module& module);

  bool any() const { return any_; }
  bool is_handle(dxil::TypeId type) const { return type < is_handle_.size() && is_handle_[type] != 0; }
  /// Whether the type is a handle, or an array of handles of any depth.
  bool holds_handles(dxil::TypeId type) const;

 private:
  const dxil::Module& module_;
  Vector<uint8_t> is_handle_;
  bool any_ = false;
};

class HandleOrigins {
 public:
  struct Content {
    enum Kind : uint8_t { kNothing, kOne, kSeveral, kUnclear } kind = kNothing;
    /// kOne: the heap or the binding of all the handles; they differ only in their index.
    uint32_t root = dxil::kNone;
    const dxil::Instruction* annotation = nullptr;  ///< kOne: the annotation of one of them; or null.
    bool annotations_differ = false;
    bool is_non_uniform = false;  ///< The program marks one of the indices as non-uniform.
    friend bool operator==(const Content&, const Content&) = default;
  };

  HandleOrigins(const dxil::Module& module, const dxil::Function& function, const HandleTypes& types)
      : module_(module), function_(function), types_(types) {}

  /// Errors: kUnsupported for variables that cannot be replaced, unless they `may_stay`.
  Result<void> find(bool may_stay);

  /// Returns the variable that a local value points into if the variable can be replaced, else kNone.
  uint32_t variable_of(dxil::ValueId value) const;
  const Content& content_of_variable(uint32_t variable) const { return variables_[variable].content; }
  /// Returns one of the operations that create handles of that root.
  const dxil::Instruction& maker_of(uint32_t root) const { return *makers_[root]; }
  /// Whether the program marks an index of the address computation as non-uniform.
  bool is_non_uniform(dxil::ValueId pointer) const {
    return is_non_uniform_[pointer - function_.first_local] != 0;
  }
  /// Whether the handle is stored to a replaceable variable, directly or through other values.
  bool is_stored(dxil::ValueId handle) const {
    return handle >= function_.first_local && is_stored_[handle - function_.first_local] != 0;
  }
  /// Returns the operand with the index if the operation creates a handle from an index, else kNone.
  static uint32_t index_operand(const dxil::Instruction& i);

 private:
  struct Variable {
    const dxil::Instruction* alloca = nullptr;
    Content content;
  };

  void find_pointers();
  void find_uses();
  void find_contents();
  void find_stored();
  uint32_t root_of(const dxil::Instruction& maker);
  Content made_by(const dxil::Instruction& i);
  Content content_of(dxil::ValueId handle) const;
  void join(Content& content, const Content& more) const;
  uint32_t pointed(dxil::ValueId value) const {
    return value < function_.first_local ? dxil::kNone : pointed_[value - function_.first_local];
  }

  const dxil::Module& module_;
  const dxil::Function& function_;
  const HandleTypes& types_;
  Vector<uint32_t> pointed_;        // By local: the variable that it points into, or kNone.
  Vector<uint8_t> is_non_uniform_;  // Indexed by local.
  Vector<uint8_t> is_stored_;       // Indexed by local.
  Vector<Content> contents_;        // Indexed by local.
  Vector<Variable> variables_;
  Vector<const dxil::Instruction*> makers_;  // Indexed by root.
  Map<Vector<dxil::ValueId>, uint32_t> roots_;
};

}  // namespace trellis::lower

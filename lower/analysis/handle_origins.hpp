// Where the handles in a function's local variables were made.
#pragma once

#include <cstdint>
#include <utility>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// The types of handles, and of arrays of them.
class HandleTypes {
 public:
  explicit HandleTypes(const dxil::Module& module);

  bool any() const { return any_; }
  bool is_handle(dxil::TypeId type) const { return type < is_handle_.size() && is_handle_[type] != 0; }
  /// Whether it is a handle, or an array of them, however deep.
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
    /// kOne: the heap or the binding of all handles, which differ in their index only.
    uint32_t root = dxil::kNone;
    const dxil::Instruction* annotation = nullptr;  ///< kOne: of one of the handles; null: they have none.
    bool annotations_differ = false;
    bool is_non_uniform = false;  ///< The program says so of one of the indices.
    friend bool operator==(const Content&, const Content&) = default;
  };

  HandleOrigins(const dxil::Module& module, const dxil::Function& function, const HandleTypes& types)
      : module_(module), function_(function), types_(types) {}

  /// Errors: kUnsupported, for variables that cannot be replaced unless they `may_stay`.
  Result<void> find(bool may_stay);

  /// The variable that a local value points into, if it can be replaced; else kNone.
  uint32_t variable_of(dxil::ValueId value) const;
  const Content& content_of_variable(uint32_t variable) const { return variables_[variable].content; }
  /// One of the operations that make handles of that root.
  const dxil::Instruction& maker_of(uint32_t root) const { return *makers_[root]; }
  /// Whether the program says that an index on the way to the address differs between lanes.
  bool is_non_uniform(dxil::ValueId pointer) const {
    return is_non_uniform_[pointer - function_.first_local] != 0;
  }
  /// Whether a handle comes into such a variable, directly or by way of others.
  bool is_stored(dxil::ValueId handle) const {
    return handle >= function_.first_local && is_stored_[handle - function_.first_local] != 0;
  }
  /// Of an operation that makes a handle of an index; kNone: it does not.
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
  Vector<uint32_t> pointed_;        // By local: the variable that it points into.
  Vector<uint8_t> is_non_uniform_;  // By local.
  Vector<uint8_t> is_stored_;       // By local.
  Vector<Content> contents_;        // By local.
  Vector<Variable> variables_;
  Vector<const dxil::Instruction*> makers_;  // By root.
  Map<Vector<dxil::ValueId>, uint32_t> roots_;
};

}  // namespace trellis::lower

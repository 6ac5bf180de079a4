// Maps LLVM's objects to the numbers of the dxil::Module under construction: types, constants, globals and
// callees used so far.
#pragma once

#include <cstdint>
#include <string_view>

#include "dxil_frontend/metadata/constructors.hpp"
#include "dxil_frontend/module_builder/module_builder.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/pointer_map.hpp"

namespace llvm {
class BasicBlock;
class Constant;
class Function;
class Instruction;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace trellis::dxil {

class LlvmTables final : public ModuleBuilder {
 public:
  /// Adds functions (without bodies), globals and their initializers to the module. `bitcode_size` determines
  /// the initial size of the table. `source` must outlive this object.
  LlvmTables(const llvm::Module& source, Module& module, size_t bitcode_size);

  bool has_struct(std::string_view name) const override;
  TypeId struct_named(std::string_view name) override;

  TypeId type(const llvm::Type* type) {
    const uint32_t known = types_.find(type);
    return known != kNone ? known : add_type(type);
  }
  /// Returns the id of a constant, global or function of the program.
  ValueId constant(const llvm::Constant* constant);
  /// Returns the id of any operand: a module-level id, or a local number with kLocalTag. Returns kNone (and
  /// records an error) if it has none.
  ValueId value(const llvm::Value* value) {
    const uint32_t known = map_.find(value);
    return known != kNone ? known : add_value(value);
  }
  /// Returns the id of a module-level value used before, or kNone.
  ValueId find_value(const llvm::Value* value) const { return map_.find(value); }
  void define_local(const llvm::Value* value, uint32_t local) { map_.insert(value, local | kLocalTag); }

  /// Returns the callee for a function of the module; null if it cannot be called.
  const Callee* callee(const llvm::Function* function) const;
  uint32_t function_index(const llvm::Function* function) const;
  void define_block(const void* block, uint32_t id) { map_.insert(block, id); }
  uint32_t block(const void* block) const { return map_.find(block); }
  /// Returns the list llvm.global_ctors. Errors: kBadInput.
  Result<Vector<Constructor>> constructors() const;

  Vector<const llvm::BasicBlock*> blocks;  ///< The blocks of the current function.

 private:
  void declare_functions(const llvm::Module& source);
  void declare_globals(const llvm::Module& source);
  TypeId add_type(const llvm::Type* type);
  ValueId add_value(const llvm::Value* value);
  TypeId new_type(const llvm::Type* type);
  void fill_type(TypeId id, const llvm::Type* type);
  ValueId new_constant(const llvm::Constant* constant);
  void fill_constant(uint32_t index, const llvm::Constant* constant);
  void fill_constant_data(Constant& out, const llvm::Constant* constant);
  void fill_constant_elements(uint32_t index, const llvm::Constant* constant);
  void fill_constant_expression(uint32_t index, const llvm::Constant* constant);
  void drain_constants();

  struct PendingType {
    TypeId id;
    const llvm::Type* type;
  };
  struct PendingConstant {
    uint32_t index;
    const llvm::Constant* constant;
  };

  const llvm::Module& source_;
  PointerMap map_;  // Values and blocks.
  PointerMap types_;
  PointerMap callee_of_;
  Vector<Callee> callees_;
  Vector<PendingType> pending_types_;
  Vector<PendingConstant> pending_constants_;
  Vector<const llvm::Value*> aliases_;  // Scratch memory of add_value().
};

}  // namespace trellis::dxil

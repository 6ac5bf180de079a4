// What decoding a module's functions shares: the types, constants, globals and callees met so far. LLVM's
// objects are keys here; nothing of LLVM gets into dxil::Module.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace llvm {
class BasicBlock;
class Constant;
class Function;
class Instruction;
class LLVMContext;
class Module;
class StructType;
class Type;
class Value;
}  // namespace llvm

namespace trellis::dxil {

/// A hash table from addresses to 32-bit numbers: open addressing, linear probing, no removal.
class PointerMap {
 public:
  /// Empties the table and makes room for about `expected` entries; with more, it grows.
  void reset(size_t expected) {
    const size_t capacity = std::bit_ceil(expected * 2 + 16);
    size_ = 0;
    entries_.assign(capacity, {});
    set_capacity(capacity);
  }

  /// The number stored for `key`, or kNone.
  uint32_t find(const void* key) const {
    const Entry* const entries = entries_.data();
    for (size_t i = slot(key);; i = (i + 1) & mask_) {
      if (entries[i].key == key) return entries[i].value;
      if (entries[i].key == nullptr) return kNone;
    }
  }

  /// Stores another number for a key that has one.
  void replace(const void* key, uint32_t value) {
    for (size_t i = slot(key);; i = (i + 1) & mask_) {
      if (entries_[i].key == nullptr) return;
      if (entries_[i].key == key) {
        entries_[i].value = value;
        return;
      }
    }
  }

  /// Stores a number for a key that has none yet.
  void insert(const void* key, uint32_t value) {
    if (++size_ * 2 > mask_) grow();
    place(key, value);
  }

 private:
  struct Entry {
    const void* key = nullptr;
    uint32_t value = kNone;
  };

  void set_capacity(size_t capacity) {
    mask_ = capacity - 1;
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
  }
  // Multiplication by 2^64 over the golden ratio; the top bits are the well-mixed ones.
  size_t slot(const void* key) const {
    return (uint64_t{reinterpret_cast<uintptr_t>(key)} * 0x9E3779B97F4A7C15u) >> shift_;
  }
  void place(const void* key, uint32_t value) {
    size_t i = slot(key);
    while (entries_[i].key != nullptr) i = (i + 1) & mask_;
    entries_[i] = {key, value};
  }
  void grow();

  Vector<Entry> entries_ = Vector<Entry>(2);
  size_t size_ = 0;
  size_t mask_ = 1;
  unsigned shift_ = 63;
};

/// While a module is being decoded its final number of module-level values is unknown: ids of arguments and
/// instructions are local numbers with this bit set, replaced at the end.
inline constexpr uint32_t kLocalTag = 0x80000000u;

/// An instruction of LLVM's, and the number of the first that was made of it, or of what comes next if none
/// was.
struct InstructionOrigin {
  const llvm::Instruction* source = nullptr;
  uint32_t first = 0;
};

/// Working memory for one function at a time, kept for the next.
struct FunctionScratch {
  Vector<InstructionOrigin> origins;  ///< Of all but phis, in order, if they are to be kept.
  bool keep_origins = false;
  Vector<const llvm::BasicBlock*> blocks;
  Vector<uint8_t> reached;
  Vector<BlockId> pending;
  Vector<uint32_t> incoming_of;  ///< By block.
  Vector<BlockId> incoming;      ///< By value of a phi.
  Vector<uint32_t> edge_values;  ///< By in-edge of the current block: index of a phi's value.
  Vector<uint64_t> sorted_cases;
};

enum class CalleeKind : uint8_t { kUser, kDxOp, kNoOperation, kIntrinsic };

/// A function that instructions may call.
struct Callee {
  CalleeKind kind = CalleeKind::kUser;
  uint32_t index =
      kNone;  ///< kUser: into Module::functions; kDxOp: Module::dx_op_callees; kIntrinsic: Module::strings.
  uint32_t value = kNone;  ///< kUser: its ValueId.
};

/// The growing dxil::Module, and the map from LLVM's objects to it. The first error stays: results after it
/// are meaningless but harmless, and callers stop at their next check of failed().
class ModuleTables {
 public:
  /// Fills in functions (without bodies), globals and their initializers. `bitcode_size` sizes the table.
  void start(const llvm::Module& source, Module& module, size_t bitcode_size);

  Module& module() { return *module_; }
  const Module& module() const { return *module_; }
  llvm::LLVMContext& context() const { return *context_; }
  TypeId type(const llvm::Type* type) {
    const uint32_t known = types_.find(type);
    return known != kNone ? known : add_type(type);
  }
  /// Id of a type already met, or kNone.
  TypeId find_type(const llvm::Type* type) const { return types_.find(type); }
  /// Id of a constant, global or function of the program.
  ValueId constant(const llvm::Constant* constant);
  /// Id of any operand: a module-level id, or a local number with kLocalTag. kNone (and an error) if it has
  /// none.
  ValueId value(const llvm::Value* value) {
    const uint32_t known = map_.find(value);
    return known != kNone ? known : add_value(value);
  }
  /// Id of a module-level value already met, or kNone.
  ValueId find_value(const llvm::Value* value) const { return map_.find(value); }
  void define_local(const llvm::Value* value, uint32_t local) { map_.insert(value, local | kLocalTag); }

  /// What a function of the module is as a callee. Null if it cannot be called.
  const Callee* callee(const llvm::Function* function) const;
  uint32_t function_index(const llvm::Function* function) const;
  void define_block(const void* block, uint32_t id) { map_.insert(block, id); }
  uint32_t block(const void* block) const { return map_.find(block); }
  /// A number kept for a metadata node, or kNone.
  uint32_t note_number(const void* node) const { return map_.find(node); }
  void define_note(const void* node, uint32_t number) { map_.insert(node, number); }

  bool failed() const { return error_.has_value(); }
  /// Keeps the first error only.
  void fail(ErrorCode code, String message);
  Diagnostic& error() { return *error_; }

  /// The struct types met, so that the reader can take their names back.
  const Vector<llvm::StructType*>& named_structs() const { return named_structs_; }

  FunctionScratch& scratch() { return scratch_; }

 private:
  void declare_functions(const llvm::Module& source);
  void declare_globals(const llvm::Module& source);
  uint32_t declare_dx_op(const llvm::Function& function);
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

  Module* module_ = nullptr;
  llvm::LLVMContext* context_ = nullptr;
  PointerMap map_;  // Values, blocks.
  PointerMap types_;
  PointerMap callee_of_;
  Vector<Callee> callees_;
  Vector<PendingType> pending_types_;
  Vector<PendingConstant> pending_constants_;
  Vector<llvm::StructType*> named_structs_;
  Vector<const llvm::Value*> aliases_;  // Room for add_value.
  FunctionScratch scratch_;
  std::optional<Diagnostic> error_;
};

}  // namespace trellis::dxil

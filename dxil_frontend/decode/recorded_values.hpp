// Types and values by the numbers that bitcode has for them, for functions that are decoded from their
// records. LLVM's types and constants stand between: they are what the tables of a module go by, and metadata
// refer to.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/bitcode_check/recorded_code.hpp"
#include "dxil_frontend/decode/decode_tables.hpp"
#include "support/containers.hpp"

namespace llvm {
class Constant;
class Function;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace trellis::dxil {

class RecordedValues {
 public:
  /// `types`: LLVM's, by number. All arguments must outlive this.
  RecordedValues(const RecordedCode& code, const llvm::Module& source, std::span<llvm::Type* const> types,
                 ModuleTables& tables);

  /// Forgets the values of the function before. The arguments are its first locals.
  void enter(const RecordedFunction& function, uint32_t argument_count);
  /// The number of the first result's value.
  uint32_t first_result() const { return first_result_; }
  /// Makes room for that many results.
  void expect_results(uint32_t count) { slots_.resize(first_result_ + count); }

  /// A result's id is a local number.
  void define(uint32_t value, uint32_t local) { slots_[value].id = local | kLocalTag; }
  /// The value is another by a new name.
  void define_alias(uint32_t value, uint32_t original) { slots_[value].alias = original; }

  /// The id of any value, as ModuleTables::value gives it. kNone: it has none, or LLVM has to read the
  /// constant.
  ValueId value(uint32_t number) {
    const ValueId known = slots_[number].id;
    return known != kNone ? known : find(number);
  }
  TypeId type(uint32_t number) {
    const TypeId known = type_ids_[number];
    return known != kNone ? known : find_type(number);
  }

  llvm::Type* llvm_type(uint32_t number);
  /// Null if the number is not a function's.
  const llvm::Function* function(uint32_t number) const;
  /// Null if it is not a constant.
  const CodeRecord* constant_record(uint32_t number) const;
  /// Null if LLVM has to make it.
  llvm::Constant* constant(uint32_t number) { return constant(number, 0); }

 private:
  struct Slot {
    ValueId id = kNone;
    uint32_t alias = kNone;   ///< Number of another value.
    uint32_t record = kNone;  ///< Of a constant.
    llvm::Value* source = nullptr;
  };

  ValueId find(uint32_t number);
  TypeId find_type(uint32_t number);
  llvm::Type* derived_type(uint32_t number);
  llvm::Constant* constant(uint32_t number, uint32_t depth);
  llvm::Constant* make_constant(const CodeRecord& record, uint32_t depth);
  llvm::Constant* make_aggregate(const CodeRecord& record, uint32_t depth);
  llvm::Constant* make_data(const CodeRecord& record);
  llvm::Constant* make_text(const CodeRecord& record);
  llvm::Constant* make_cast(const CodeRecord& record, uint32_t depth);
  llvm::Constant* make_address(const CodeRecord& record, uint32_t depth);

  const RecordedCode& code_;
  ModuleTables& tables_;
  Vector<llvm::Type*> types_;  ///< By number; null: to be made.
  Vector<TypeId> type_ids_;
  Vector<Slot> slots_;  ///< By number: the module's, then those of the function being decoded.
  uint32_t module_values_ = 0;
  uint32_t first_result_ = 0;
};

}  // namespace trellis::dxil

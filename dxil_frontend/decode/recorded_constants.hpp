// LLVM's types and constants by the numbers that bitcode has for them, made of the records of constants. They
// are what the tables of a module go by, and metadata refer to.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/bitcode_check/recorded_code.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace llvm {
class Constant;
class Function;
class LLVMContext;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace trellis::dxil {

class RecordedConstants {
 public:
  /// `types`: LLVM's, by number. `code` and `source` must outlive this.
  RecordedConstants(const RecordedCode& code, const llvm::Module& source, std::span<llvm::Type* const> types);

  llvm::Type* llvm_type(uint32_t number);
  /// Null if the number is not a function's.
  const llvm::Function* function(uint32_t number) const;
  /// Null if it is not a constant.
  const CodeRecord* constant_record(uint32_t number) const;
  /// Null if LLVM has to make it.
  llvm::Constant* constant(uint32_t number) { return constant(number, 0); }

 protected:
  struct Slot {
    ValueId id = kNone;
    uint32_t alias = kNone;   ///< Number of another value.
    uint32_t record = kNone;  ///< Of a constant.
    llvm::Value* source = nullptr;
  };

  const RecordedCode& code_;
  Vector<Slot> slots_;  ///< By number: the module's, then those of the function being decoded.
  uint32_t module_values_ = 0;

 private:
  llvm::Type* derived_type(uint32_t number);
  llvm::Constant* constant(uint32_t number, uint32_t depth);
  llvm::Constant* make_constant(const CodeRecord& record, uint32_t depth);
  llvm::Constant* make_aggregate(const CodeRecord& record, uint32_t depth);
  llvm::Constant* make_data(const CodeRecord& record);
  llvm::Constant* make_text(const CodeRecord& record);
  llvm::Constant* make_cast(const CodeRecord& record, uint32_t depth);
  llvm::Constant* make_address(const CodeRecord& record, uint32_t depth);

  llvm::LLVMContext& context_;
  Vector<llvm::Type*> types_;  ///< By number; null: to be made.
};

}  // namespace trellis::dxil

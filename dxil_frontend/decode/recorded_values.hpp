// Types and values by the numbers that bitcode has for them, for functions that are decoded from their
// records.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/bitcode_check/recorded_code.hpp"
#include "dxil_frontend/decode/decode_tables.hpp"
#include "dxil_frontend/decode/recorded_constants.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

class RecordedValues : public RecordedConstants {
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

 private:
  ValueId find(uint32_t number);
  TypeId find_type(uint32_t number);

  ModuleTables& tables_;
  Vector<TypeId> type_ids_;
  uint32_t first_result_ = 0;
};

}  // namespace trellis::dxil

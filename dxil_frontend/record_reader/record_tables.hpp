// Maps the bitcode's numbers of types and values to those of the dxil::Module under construction.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/metadata/constructors.hpp"
#include "dxil_frontend/module_builder/data_layout.hpp"
#include "dxil_frontend/module_builder/module_builder.hpp"
#include "dxil_frontend/record_reader/record_constants.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

struct ConstantInteger {
  uint64_t bits = 0;  ///< Zero-extended.
  uint32_t width = 0;
};

class RecordTables final : public ModuleBuilder {
 public:
  /// Both arguments must outlive this object.
  RecordTables(const RecordedCode& code, Module& module);

  /// Adds functions (without bodies), globals and their initializers to the module. Returns false if the
  /// records do not suffice, or if there is an error (failed()).
  bool declare_all();

  bool has_struct(std::string_view name) const override;
  TypeId struct_named(std::string_view name) override;

  TypeId type(uint32_t number) {
    const TypeId known = type_ids_[number];
    return known != kNone ? known : add_type(number);
  }
  TypeId void_type();
  std::string_view name_of(uint32_t value) const { return names_[value]; }

  /// Starts a function and drops the values of the previous one. The arguments are its first local values.
  void enter(const RecordedFunction& function, uint32_t argument_count);
  /// Returns the number of the first result.
  uint32_t first_result() const { return first_result_; }
  /// Makes room for that many results.
  void expect_results(uint32_t count) { slots_.resize(first_result_ + count); }
  /// Defines a result, whose id is a local number.
  void define(uint32_t value, uint32_t local) { slots_[value].id = local | kLocalTag; }
  /// Defines a value as an alias of another one.
  void define_alias(uint32_t value, uint32_t original) { slots_[value].alias = original; }

  /// Returns the id of any value: that of a module-level value, or a local number with kLocalTag. Returns
  /// kNone if the records do not suffice, or if the value has none (failed()).
  ValueId value(uint32_t number) {
    if (number >= slots_.size()) return kNone;
    const ValueId known = slots_[number].id;
    return known != kNone ? known : find(number);
  }
  /// Returns the local number, with kLocalTag, of a value. Returns kNone if it has none, or if it is an alias
  /// that has not been used.
  ValueId known_local(uint32_t number) const;
  bool is_argument(uint32_t number) const {
    return number >= module_values_ && number - module_values_ < argument_count_;
  }
  /// Whether a value is a zero constant.
  bool is_zero(uint32_t number);
  DebugValue debug_value(uint32_t number);
  /// Same as value() for a module-level value, but returns kNone if it has not been used so far.
  ValueId find_value(uint32_t number);
  std::optional<ConstantInteger> constant_integer(uint32_t number) const;
  /// Returns the constant as a node of constants(), or RecordConstants::kNoNode if it is not a constant or
  /// only LLVM can compute it.
  uint32_t constant_node(uint32_t number);
  const RecordConstants& constants() const { return constants_; }
  /// Returns the module's data layout, which few modules need.
  const DataLayout& layout() {
    if (!layout_) layout_ = DataLayout::parse(code_.frame.data_layout).value_or(DataLayout());
    return *layout_;
  }

  /// Returns the callee for a value of the module; null if it is not a function.
  const Callee* callee(uint32_t value) const;
  /// Returns an index into Module::functions; kNone if the value is not a function of the program.
  uint32_t function_index(uint32_t value) const;

  /// Returns the list llvm.global_ctors, or nothing if the records do not suffice. Errors: kBadInput.
  std::optional<Result<Vector<Constructor>>> constructors();

 private:
  struct Slot {
    ValueId id = kNone;
    uint32_t alias = kNone;   ///< Number of the value that this one is an alias of.
    uint32_t record = kNone;  ///< For a constant: index into RecordedCode::constants.
  };

  bool collect_names();
  void declare_functions();
  void declare_variables();
  bool set_initializers();

  TypeId add_type(uint32_t number);
  TypeId new_type(uint32_t number);
  void fill_type(TypeId id, uint32_t number);
  TypeId pointer_type(uint32_t address_space);
  TypeId type_of_bytes();
  std::string_view struct_name(uint32_t number) const;

  ValueId find(uint32_t number);
  ValueId constant(uint32_t node);
  ValueId new_constant(uint32_t node);
  void fill_constant(uint32_t index, uint32_t node);
  void fill_elements(uint32_t index, uint32_t node);
  uint32_t node_value(const ConstantNode& node) const;

  struct NamedStruct {
    std::string_view name;
    uint32_t number = 0;
  };
  struct PendingType {
    TypeId id;
    uint32_t number;
  };
  struct PendingConstant {
    uint32_t index;
    uint32_t node;
  };

  const RecordedCode& code_;
  RecordConstants constants_;
  std::optional<DataLayout> layout_;  ///< Empty until first use.
  Vector<std::string_view> names_;    ///< Indexed by value of the module.
  Vector<NamedStruct> structs_;       ///< Sorted by name.
  Vector<TypeId> type_ids_;           ///< Indexed by type number.
  Vector<Callee> callees_;            ///< Indexed by function number.
  Vector<ValueId> variable_ids_;      ///< Indexed by variable number.
  Vector<Slot> slots_;                ///< Indexed by value: the module's, then those of the current function.
  Vector<PendingType> pending_types_;
  Vector<PendingConstant> pending_constants_;
  TypeId void_type_ = kNone;
  uint32_t module_values_ = 0;
  uint32_t first_result_ = 0;
  uint32_t argument_count_ = 0;
};

}  // namespace trellis::dxil

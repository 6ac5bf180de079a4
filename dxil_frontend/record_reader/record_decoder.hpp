// Decodes the body of a function from its records (recorded_code.hpp), with the same result as the reader
// that decodes LLVM's instructions.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/module_builder/function_builder.hpp"
#include "dxil_frontend/record_reader/record_tables.hpp"
#include "dxil_frontend/record_reader/recorded_debug_source.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

class RecordDecoder : public FunctionBuilder {
 public:
  /// Fills in `said` with the locations of instructions and, if `statements` is not null, with the debug
  /// statements about variables.
  RecordDecoder(const RecordedCode& code, RecordTables& tables, Function& function, FunctionDebug& said,
                StatementReader* statements)
      : FunctionBuilder(tables, function),
        code_(code),
        tables_(tables),
        said_(said),
        statements_(statements) {}

  /// Returns false if the records do not suffice. Errors: kUnsupported and kBadInput, with function, block
  /// and instruction.
  Result<bool> run(const RecordedFunction& recorded, std::string_view name);

 private:
  struct Block {
    uint32_t first_record = 0;
    uint32_t first_value = 0;  ///< The number of its first result.
  };

  /// Takes the operands of a record one by one. The type of a value that is defined later follows the value.
  class Operands {
   public:
    Operands(std::span<const uint64_t> operands, uint32_t next_value) : left_(operands), next_(next_value) {}
    size_t count() const { return left_.size(); }
    uint64_t number() {
      const uint64_t number = left_.front();
      left_ = left_.subspan(1);
      return number;
    }
    uint32_t type() { return static_cast<uint32_t>(number()); }
    /// Takes a value whose type is known, and returns its number.
    uint32_t typed_value() { return next_ - static_cast<uint32_t>(number()); }
    uint32_t value() {
      const uint32_t value = typed_value();
      later_type_ = value >= next_ ? type() : bitcode::kNoType;
      return value;
    }
    /// Returns the type number of the value that value() has taken; kNoType if the value is defined earlier.
    uint32_t later_type() const { return later_type_; }
    /// Takes a value of a phi, whose distance is signed, and returns its number.
    uint32_t signed_value() {
      const uint64_t rotated = number();
      const auto distance = static_cast<uint32_t>(rotated >> 1);
      return (rotated & 1) != 0 ? next_ + distance : next_ - distance;
    }
    std::span<const uint64_t> rest() const { return left_; }

   private:
    std::span<const uint64_t> left_;
    uint32_t next_;
    uint32_t later_type_ = bitcode::kNoType;
  };

  Operands operands_of(const CodeRecord& record) const { return {code_.operands_of(record), next_value_}; }
  std::span<const CodeRecord> records_of(BlockId block) const;

  // In the functions below, the result false means that there is an error (failed()), or that the records do
  // not suffice.

  // record_decoder.cpp: everything around the instructions.
  bool decode_body(const RecordedFunction& recorded);
  void begin(const RecordedFunction& recorded, std::string_view name);
  Diagnostic located_error();
  // instruction_names.cpp
  const char* instruction_name(const CodeRecord& record) const;
  bool find_blocks(const RecordedFunction& recorded);
  void add_successors(const CodeRecord& terminator, CompressedRows<BlockId>& successors) const;
  void number_results();
  void number_result(const CodeRecord& record);
  bool decode_block(BlockId block);
  bool decode_phi(BlockId block, const CodeRecord& record);
  void find_location(const CodeRecord& record);
  void note_location(uint32_t first);
  void note_statement(uint32_t callee, std::span<const uint64_t> arguments);
  void note_hints(uint8_t notes, BlockHints& hints) const;

  // record_instructions.cpp: single instructions.
  bool decode(const CodeRecord& record);
  bool decode_terminator(const CodeRecord& record);
  bool decode_switch(const CodeRecord& record);
  bool decode_binary(const CodeRecord& record);
  bool decode_cast(const CodeRecord& record);
  bool decode_compare(const CodeRecord& record);
  bool decode_select(const CodeRecord& record);
  bool decode_alloca(const CodeRecord& record);
  bool decode_gep(const CodeRecord& record);
  bool decode_load(const CodeRecord& record);
  bool decode_store(const CodeRecord& record);
  bool decode_atomic(const CodeRecord& record);
  bool decode_compare_exchange(const CodeRecord& record);
  bool decode_aggregate(const CodeRecord& record);
  bool decode_vector(const CodeRecord& record);
  bool decode_shuffle(const CodeRecord& record);
  bool add_shuffle_mask(uint32_t value);
  bool decode_one_operand(const CodeRecord& record, Opcode opcode);
  bool decode_call(const CodeRecord& record);
  bool decode_plain_call(const CodeRecord& record, Operands arguments, const Callee& callee);
  bool decode_dx_op(const CodeRecord& record, Operands arguments, const Callee& callee);

  Instruction& emit_of(Opcode opcode, const CodeRecord& record) {
    return emit_result(opcode, record.type == bitcode::kNoType ? void_type_ : tables_.type(record.type));
  }
  // Inline, because most instructions do little else than this.
  [[gnu::always_inline]] bool operand(uint32_t value) {
    const ValueId id = tables_.value(value);
    function_.operands.push_back(id);
    return id != kNone;
  }
  /// Returns the alignment in bytes for an exponent as in the bitcode; 0 stands for the alignment of the
  /// type.
  uint32_t alignment_of(uint64_t exponent, uint32_t type_number);
  TypeId type_of_value(ValueId value) const;
  bool is_pointer(TypeId type) const { return tables_.module().types[type].kind == TypeKind::kPointer; }
  bool is_float(TypeId type) const;
  bool refuse(ErrorCode code, const char* message) {
    fail(code, message);
    return false;
  }

  const RecordedCode& code_;
  RecordTables& tables_;
  FunctionDebug& said_;
  StatementReader* statements_;
  std::span<const RecordedLocation> locations_;  ///< From the current record's location on.
  DebugLocation location_;                       ///< Location of the current record.
  bool is_debug_call_ = false;                   ///< The current record calls an llvm.dbg function.
  uint32_t debug_calls_ = 0;                     ///< Such calls before it in its block. Messages skip them.
  std::span<const CodeRecord> records_;          ///< Records of the function.
  Vector<Block> blocks_;
  Vector<BlockId> last_incoming_;  ///< Incoming blocks of the previous phi.
  uint32_t next_value_ = 0;        ///< The number of the next result.
  const CodeRecord* current_ = nullptr;
};

}  // namespace trellis::dxil

// What the check has read, as plain tables: for decoding without LLVM's reader, whose objects take longer to
// make and destroy than the check and the decoding together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "dxil_frontend/bitcode/metadata_tables.hpp"
#include "dxil_frontend/bitcode/types.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Bits of CodeRecord::notes: metadata attached to the instruction.
enum InstructionNotes : uint8_t {
  kNotePrecise = 1,
  kNoteNonUniform = 2,
  kNoteBranch = 4,       ///< [branch]
  kNoteFlatten = 8,      ///< [flatten]
  kNoteUnroll = 16,      ///< [unroll], on the branch that closes a loop
  kNoteDontUnroll = 32,  ///< [loop]
};

/// The record of a constant or an instruction. Operands are as in the bitcode (value ids of instructions
/// relative), but an integer constant has one: its bits, zero-extended. Two instructions have one more, a
/// canonical type that the record does not name: a non-atomic store without an alignment (0) has the type of
/// its value, for the default alignment; a compare-exchange of the oldest form, which returns only the old
/// value, has the type of the pair that later forms return.
struct CodeRecord {
  uint32_t code = 0;                 ///< bitcode::ConstantCode or FunctionCode.
  uint32_t type = bitcode::kNoType;  ///< Of the result, canonical; kNoType: there is none.
  uint32_t first_operand = 0;        ///< Into RecordedCode::operands.
  uint32_t operand_count = 0;
  uint8_t notes = 0;
};

/// The attributes of functions that are texts, as far as DXIL has them.
struct FunctionAttributes {
  String denorm_mode;  ///< fp32-denorm-mode, or empty.
  bool waves_include_helper_lanes = false;

  bool empty() const { return denorm_mode.empty() && !waves_include_helper_lanes; }
};

/// Where an instruction comes from.
struct RecordedLocation {
  uint32_t record = 0;  ///< Into RecordedCode::records.
  uint32_t line = 0, column = 0;
  uint32_t scope = 0, inlined_at = 0;  ///< Into MetadataTables::records, + 1; 0: none.
};

/// What a function calls an argument or a result.
struct RecordedLocalName {
  uint32_t value = 0;
  RecordedText text;
};

/// A function of the module, in the order of their records. Value ids count: the module's values, the
/// arguments, the function's constants, its results.
struct RecordedFunction {
  uint32_t first_constant = 0, constant_count = 0;  ///< Into RecordedCode::constants.
  uint32_t first_record = 0, record_count = 0;  ///< Instructions, into RecordedCode::records; none: no body.
  uint32_t block_count = 0;
  bool is_complete = true;           ///< False if the records do not say all there is to know of the body.
  uint32_t type = bitcode::kNoType;  ///< Of the function itself, canonical.
  uint32_t address_space = 0;
  uint32_t attributes = 0;  ///< Into RecordedCode::function_attributes, + 1; 0: none.
  uint32_t first_metadata = 0;  ///< Into MetadataTables::records. Ids count from those of the module on.
  uint32_t first_location = 0, location_count = 0;  ///< Into RecordedCode::locations.
  uint32_t first_name = 0, name_count = 0;          ///< Into RecordedCode::local_names.
  uint32_t debug_scope = 0;  ///< The function of the source that is attached to it: like RecordedLocation::scope.
};

/// A global variable, in the order of their records.
struct RecordedVariable {
  uint32_t type = bitcode::kNoType;  ///< Of what it holds, canonical.
  uint32_t address_space = 0;
  uint32_t initializer = 0;  ///< A value id + 1, or 0.
  bool is_constant = false;
  bool is_external = false;  ///< By its linkage.
};

/// The name of a value or of a struct type, by its number.
struct RecordedName {
  uint32_t number = 0;
  uint32_t first = 0, length = 0;  ///< Into RecordedFrame::characters.
};

/// What is outside of functions and metadata.
struct RecordedFrame {
  Vector<RecordedVariable> variables;
  Vector<RecordedName> struct_names;  ///< One for each named struct.
  Vector<RecordedName> value_names;   ///< In the order in which they are given.
  String characters;
  String data_layout;
  /// False if LLVM may refuse it, or give types other names than the records.
  bool is_readable = true;
  /// False if LLVM would make something else of functions and variables than the records say, or is_readable
  /// is.
  bool is_complete = true;

  void give_up() { is_readable = is_complete = false; }

  std::string_view text(const RecordedName& name) const {
    return std::string_view(characters).substr(name.first, name.length);
  }
  template <class Characters>
  RecordedName add_name(uint32_t number, const Characters& text) {
    const RecordedName name{number, static_cast<uint32_t>(characters.size()),
                            static_cast<uint32_t>(text.size())};
    for (const auto character : text) characters += static_cast<char>(character);
    return name;
  }
};

/// A value of the module: a global variable or function, by its number among those, or a constant.
struct RecordedValue {
  enum Kind : uint8_t { kGlobal, kFunction, kConstant } kind = kConstant;
  uint32_t index = 0;
};

struct RecordedCode {
  /// Elements of a constant may take a bit each in the bitcode. dxc's take six at least: constants that would make all operands more
  /// than two for each byte are left out.
  static constexpr size_t kMostOperandsPerByte = 2;
  /// But small ones never are.
  static constexpr size_t kFewOperands = 64;
  static constexpr uint32_t kLeftOut = UINT32_MAX;  ///< The code of such a record.

  bitcode::TypeTable types;
  Vector<RecordedValue> values;  ///< Of the module.
  Vector<CodeRecord> constants;  ///< Of the module, then of its functions.
  Vector<CodeRecord> records;
  Vector<uint64_t> operands;
  Vector<RecordedFunction> functions;
  Vector<FunctionAttributes> function_attributes;
  Vector<RecordedLocation> locations;      ///< By record, of those that have one.
  Vector<RecordedLocalName> local_names;   ///< Only if they are wanted; the last of a value counts.
  MetadataTables metadata;
  RecordedFrame frame;

  /// Whether all of the module has been recorded that decoding reads.
  bool is_complete() const {
    const auto is_whole = [](const RecordedFunction& function) { return function.is_complete; };
    return metadata.is_complete && metadata.has_constants && frame.is_complete &&
           std::all_of(functions.begin(), functions.end(), is_whole);
  }

  /// For bitcode of that many bytes, or a little less.
  void reserve(size_t size) {
    records.reserve(size / 12);
    operands.reserve(size / 3);
    constants.reserve(size / 40);
    most_operands_ = size * kMostOperandsPerByte;
  }
  /// Whether a constant of that many operands may be recorded.
  bool has_room_for(size_t count) const { return count <= kFewOperands || operands.size() + count <= most_operands_; }
  std::span<const uint64_t> operands_of(const CodeRecord& record) const {
    return {operands.data() + record.first_operand, record.operand_count};
  }
  CodeRecord make_record(uint32_t code, uint32_t type, std::span<const uint64_t> given) {
    const auto first = static_cast<uint32_t>(operands.size());
    operands.insert(operands.end(), given.begin(), given.end());
    return {code, type, first, static_cast<uint32_t>(given.size()), 0};
  }

 private:
  size_t most_operands_ = 0;
};

}  // namespace trellis::dxil

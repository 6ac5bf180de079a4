// The contents of a module as the bitcode check has read them, in plain tables. They allow decoding without
// LLVM's reader: creating and destroying its objects takes longer than checking and decoding together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "dxil_frontend/bitcode/metadata_tables.hpp"
#include "dxil_frontend/bitcode/operand_buffer.hpp"
#include "dxil_frontend/bitcode/types.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Bits of CodeRecord::notes: metadata attached to an instruction.
enum InstructionNotes : uint8_t {
  kNotePrecise = 1,
  kNoteNonUniform = 2,
  kNoteBranch = 4,       ///< [branch]
  kNoteFlatten = 8,      ///< [flatten]
  kNoteUnroll = 16,      ///< [unroll], on the branch that closes a loop
  kNoteDontUnroll = 32,  ///< [loop]
};

/// The record of a constant or an instruction. Operands are as in the bitcode (instructions have relative
/// value ids), except that an integer constant has one operand, its zero-extended bits. Two kinds of
/// instructions have an additional last operand, a canonical type that their records do not contain: a
/// non-atomic store without an alignment (0) has the type of its value, for the default alignment; a
/// compare-exchange of the oldest form, which returns only the old value, has the type of the pair that later
/// forms return.
struct CodeRecord {
  uint32_t code = 0;                 ///< bitcode::ConstantCode or FunctionCode.
  uint32_t type = bitcode::kNoType;  ///< Type of the result, canonical; kNoType if there is no result.
  uint32_t first_operand = 0;        ///< Index into RecordedCode::operands.
  uint32_t operand_count = 0;
  uint8_t notes = 0;
};

/// The string attributes of functions that DXIL uses.
struct FunctionAttributes {
  String denorm_mode;  ///< fp32-denorm-mode, or empty.
  bool waves_include_helper_lanes = false;

  bool empty() const { return denorm_mode.empty() && !waves_include_helper_lanes; }
};

/// The source location of an instruction.
struct RecordedLocation {
  uint32_t record = 0;  ///< Index into RecordedCode::records.
  uint32_t line = 0, column = 0;
  uint32_t scope = 0, inlined_at = 0;  ///< Index into MetadataTables::records, + 1; 0 for none.
};

/// The name of an argument or a result.
struct RecordedLocalName {
  uint32_t value = 0;
  RecordedText text;
};

/// A function of the module, in record order. Value ids are, in order: the module's values, the arguments,
/// the function's constants, its results. The ids of its metadata follow those of the module.
struct RecordedFunction {
  uint32_t first_constant = 0, constant_count = 0;  ///< Range in RecordedCode::records; empty: no body.
  uint32_t first_record = 0, record_count = 0;      ///< Range in RecordedCode::records.
  uint32_t block_count = 0;
  bool is_complete = true;           ///< False if decoding the body needs more than the records.
  uint32_t type = bitcode::kNoType;  ///< Canonical function type.
  uint32_t address_space = 0;
  uint32_t attributes = 0;      ///< Index into RecordedCode::function_attributes, + 1; 0 for none.
  uint32_t first_metadata = 0;  ///< Index into MetadataTables::records of its first metadata.
  uint32_t first_location = 0, location_count = 0;  ///< Range in RecordedCode::locations.
  uint32_t first_name = 0, name_count = 0;          ///< Range in RecordedCode::local_names.
  uint32_t debug_scope = 0;  ///< The attached subprogram, in the form of RecordedLocation::scope.
};

/// A global variable, in record order.
struct RecordedVariable {
  uint32_t type = bitcode::kNoType;  ///< Canonical type of its value.
  uint32_t address_space = 0;
  uint32_t initializer = 0;  ///< A value id + 1; 0 for none.
  bool is_constant = false;
  bool is_external = false;  ///< Has one of the external linkages.
};

/// The name of a value or of a struct type.
struct RecordedName {
  uint32_t number = 0;
  uint32_t first = 0, length = 0;  ///< Range in RecordedFrame::characters.
};

/// Everything outside of functions and metadata.
struct RecordedFrame {
  Vector<RecordedVariable> variables;
  Vector<RecordedName> struct_names;  ///< One for each named struct.
  Vector<RecordedName> value_names;   ///< In the order of the name records.
  String characters;
  String data_layout;
  /// False if LLVM may reject it, or may rename types.
  bool is_readable = true;
  /// False if LLVM would change functions or variables while reading them, or if is_readable is false.
  bool is_complete = true;

  void give_up() { is_readable = is_complete = false; }

  std::string_view text(const RecordedName& name) const {
    return std::string_view(characters).substr(name.first, name.length);
  }
  template <class Characters>
  RecordedName add_name(uint32_t number, const Characters& text) {
    const size_t first = characters.size();
    characters.resize(first + text.size());
    std::transform(text.begin(), text.end(), characters.begin() + static_cast<ptrdiff_t>(first),
                   [](auto character) { return static_cast<char>(character); });
    return {number, static_cast<uint32_t>(first), static_cast<uint32_t>(text.size())};
  }
};

/// A value of the module: a constant, or a global variable or function. `index` is its number among those of
/// its kind.
struct RecordedValue {
  enum Kind : uint8_t { kGlobal, kFunction, kConstant } kind = kConstant;
  uint32_t index = 0;
};

struct RecordedCode {
  /// A constant's elements may take a single bit each in the bitcode, but at least six bits as dxc writes
  /// them. To bound memory, a constant is left out if it would bring the number of all operands above two for
  /// each byte of bitcode.
  static constexpr size_t kMostOperandsPerByte = 2;
  /// Constants with at most this many operands are always recorded.
  static constexpr size_t kFewOperands = 64;
  static constexpr uint32_t kLeftOut = UINT32_MAX;  ///< The code of a constant that was left out.

  bitcode::TypeTable types;
  Vector<RecordedValue> values;  ///< Values of the module.
  Vector<CodeRecord> constants;  ///< Constants of the module, then of its functions.
  Vector<CodeRecord> records;
  bitcode::OperandBuffer operands;
  Vector<RecordedFunction> functions;
  Vector<FunctionAttributes> function_attributes;
  Vector<RecordedLocation> locations;     ///< Sorted by record; only those of records with a location.
  Vector<RecordedLocalName> local_names;  ///< Only if requested. The last name of a value is valid.
  MetadataTables metadata;
  RecordedFrame frame;

  /// Whether everything that decoding reads has been recorded.
  bool is_complete() const {
    const auto is_whole = [](const RecordedFunction& function) { return function.is_complete; };
    return metadata.is_complete && metadata.has_constants && frame.is_complete &&
           std::all_of(functions.begin(), functions.end(), is_whole);
  }

  /// Reserves memory for bitcode of `size` bytes, or slightly less than it needs. The reader of the bitstream
  /// reads operands into it.
  void reserve(size_t size) {
    records.reserve(size / 12);
    operands.resize(size / 2);
    constants.reserve(size / 40);
    // DXIL has a dozen lists, and small shaders have some twenty strings.
    metadata.lists.reserve(16);
    metadata.texts.reserve(32);
    most_operands_ = size * kMostOperandsPerByte;
  }
  /// Whether a constant with that many operands may be recorded after `recorded` ones.
  bool has_room_for(size_t count, size_t recorded) const {
    return count <= kFewOperands || recorded + count <= most_operands_;
  }
  std::span<const uint64_t> operands_of(const CodeRecord& record) const {
    return {operands.data() + record.first_operand, record.operand_count};
  }

 private:
  size_t most_operands_ = 0;
};

}  // namespace trellis::dxil

// A module's metadata as the bitcode check has read it, in plain tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "support/containers.hpp"

namespace trellis::dxil {

/// The record that defines a metadata id.
struct MetadataRecord {
  uint8_t code = 0;           ///< The record's code (kMdNode also for distinct nodes), or kMdLocalValue.
  bool checked_tbaa = false;  ///< Is a valid TBAA node, or is being checked.
  uint16_t depth = 0;         ///< Length of the longest chain of operands that come before it.
  /// Index into the operands, which are ids + 1, or 0 for null. kMdStringOld: index into the texts. kMdValue:
  /// the id of the value's type as in the record, not canonical, because it names the pointee.
  uint32_t first_operand = 0;
  uint32_t operand_count = 0;
  /// kMdValue: the value id; in recorded metadata, that of the value without address casts. kMdLocalValue:
  /// the value id. kMdStringOld: a LoopHint. Debug information: start of its fields, if they are recorded.
  uint32_t value = 0;
};

/// The location and encoding of a string's characters in the bitcode.
struct RecordedText {
  enum class Form : uint8_t {
    kFixed,  ///< Each character is a number of fixed width.
    kChar6,  ///< Each character is an index into bitcode's alphabet of 64 characters.
    kVbr6,   ///< Each character is a number in 6-bit chunks.
  };

  uint64_t position = 0;  ///< Bit position of the first character.
  uint32_t length = 0;    ///< In characters.
  uint8_t width = 8;      ///< kFixed: bits per character.
  Form form = Form::kFixed;

  /// Returns the text; `bitcode` is the stream that contains it.
  String read(std::span<const uint8_t> bitcode) const;
};

/// A named list of nodes.
struct RecordedList {
  String name;
  uint32_t first = 0, count = 0;  ///< Range in MetadataTables::listed.
};

struct MetadataTables {
  /// Indexed by id. The records of functions follow those of the module (RecordedFunction::first_metadata).
  Vector<MetadataRecord> records;
  uint32_t module_count = 0;  ///< Number of records of the module.
  Vector<uint32_t> operands;
  Vector<RecordedText> texts;
  Vector<RecordedList> lists;
  Vector<uint32_t> listed;  ///< Metadata ids.
  /// The operands of debug information nodes: for each node their number, then the operands. References in
  /// them are indices into `records`, + 1.
  Vector<uint64_t> fields;
  /// False if the tables do not contain everything that decoding needs.
  bool is_complete = true;
  /// False if they refer to a constant that was not recorded, of which only the type is known.
  bool has_constants = true;

  /// Returns the fields of a debug information node, starting with the first operand of its record.
  std::span<const uint64_t> fields_of(const MetadataRecord& node) const {
    return std::span(fields).subspan(node.value + size_t{1}, fields[node.value]);
  }
  /// Returns null if there is none.
  const RecordedList* find_list(std::string_view name) const;
};

/// Returns the column of a location. LLVM stores columns in 16 bits: larger ones count as unknown.
inline uint32_t location_column(uint64_t column) {
  const auto number = static_cast<uint32_t>(column);
  return number > UINT16_MAX ? 0 : number;
}

}  // namespace trellis::dxil

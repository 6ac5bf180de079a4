// What the check has read of a module's metadata, as plain tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "support/containers.hpp"

namespace trellis::dxil {

/// What a metadata id stands for.
struct MetadataRecord {
  uint8_t code = 0;           ///< That of its record (kMdNode for distinct nodes, too), or kMdLocalValue.
  bool checked_tbaa = false;  ///< Found to be a good tbaa node, or about to be.
  uint16_t depth = 0;         ///< Longest chain of operands that come before it.
  /// Into the operands: id + 1, 0 for null. kMdStringOld: into the texts. kMdValue: the number of the type
  /// that the record gives the value, which is not canonical: it says what a pointer points at.
  uint32_t first_operand = 0;
  uint32_t operand_count = 0;
  /// kMdValue: the value id (recorded: of the value without casts of its address). kMdLocalValue: the value id.
  /// kMdStringOld: its LoopHint. Debug information: where its fields are, if they are recorded.
  uint32_t value = 0;
};

/// Where the characters of a string lie in the bitcode.
struct RecordedText {
  enum class Form : uint8_t {
    kFixed,  ///< A number of fixed width each.
    kChar6,  ///< A number in bitcode's alphabet of 64 characters.
    kVbr6,   ///< A number in chunks of 6 bits.
  };

  uint64_t position = 0;  ///< Of the first bit.
  uint32_t length = 0;    ///< In characters.
  uint8_t width = 8;      ///< kFixed: bits of each.
  Form form = Form::kFixed;

  /// `bitcode`: where it was found.
  String read(std::span<const uint8_t> bitcode) const;
};

/// A list of nodes that has a name.
struct RecordedList {
  String name;
  uint32_t first = 0, count = 0;  ///< Into MetadataTables::listed.
};

struct MetadataTables {
  /// By id; behind those of the module, those of its functions (RecordedFunction::first_metadata).
  Vector<MetadataRecord> records;
  uint32_t module_count = 0;  ///< Records of the module.
  Vector<uint32_t> operands;
  Vector<RecordedText> texts;
  Vector<RecordedList> lists;
  Vector<uint32_t> listed;  ///< Ids.
  /// The operands of debug information: for each node their number, then they themselves. The references among them are
  /// places in `records`, + 1.
  Vector<uint64_t> fields;
  /// False if the tables do not say all there is to know.
  bool is_complete = true;
  /// False if a constant among them is one that was left out. Nothing but its type is known.
  bool has_constants = true;

  /// Of a node of debug information, from the first of its record on.
  std::span<const uint64_t> fields_of(const MetadataRecord& node) const {
    return std::span(fields).subspan(node.value + size_t{1}, fields[node.value]);
  }
  /// Null if there is none.
  const RecordedList* find_list(std::string_view name) const;
};

/// The column of a location, which LLVM keeps in 16 bits; larger ones are not known.
inline uint32_t location_column(uint64_t column) {
  const auto number = static_cast<uint32_t>(column);
  return number > UINT16_MAX ? 0 : number;
}

}  // namespace trellis::dxil

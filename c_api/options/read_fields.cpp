#include "c_api/options/read_fields.hpp"

#include <array>
#include <cstring>
#include <span>

#include "c_api/options/versioned.hpp"
#include "option_table/table.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

using option_table::CField;
using option_table::CStruct;
using option_table::Kind;
using option_table::Row;
using option_table::Word;

double number_at(const void* given, const CField& field) {
  const auto* at = static_cast<const unsigned char*>(given) + field.offset;
  if (field.is_float) {
    float number = 0;
    std::memcpy(&number, at, sizeof number);
    return number;
  }
  uint32_t number = 0;
  std::memcpy(&number, at, sizeof number);
  return number;
}

Diagnostic refusal(const Row& row, String message) {
  return invalid_argument(String(option_table::path_of(row.field.owner)) + row.field.name,
                          std::move(message));
}

Result<double> read_word(const Row& row, uint32_t number) {
  for (const Word& word : row.words) {
    if (word.c_number == number) return static_cast<double>(word.cpp_value);
  }
  return refusal(row, row.no_such_word + decimal(number));
}

Result<double> read_word_set(const Row& row, uint32_t bits) {
  uint32_t value = 0, unknown = bits;
  for (const Word& word : row.words) {
    if ((bits & word.c_number) != word.c_number) continue;  // A word may stand for several bits.
    value |= word.cpp_value;
    unknown &= ~word.c_number;
  }
  if (unknown != 0) return refusal(row, row.no_such_word + decimal(bits));
  return static_cast<double>(value);
}

/// Returns the value of the member for a field's number.
Result<double> value_of(const Row& row, double number) {
  if (row.member.kind == Kind::kWordSet) return read_word_set(row, static_cast<uint32_t>(number));
  if (!row.words.empty()) return read_word(row, static_cast<uint32_t>(number));
  const option_table::Range& range = row.range;
  if (!(number >= range.least && number <= range.greatest)) {
    return refusal(row, "is not from " + decimal(static_cast<uint64_t>(range.least)) + " to " +
                            decimal(static_cast<uint64_t>(range.greatest)));
  }
  return number;
}

/// The rows of each struct, collected once because every translation reads several structs.
class FieldRows {
 public:
  FieldRows() {
    for (const option_table::Section& section : option_table::sections()) {
      for (const Row& row : section.rows) {
        if (row.field.owner != CStruct::kNone) add(row);
      }
    }
  }
  std::span<const Row* const> of(CStruct kind) const {
    const List& list = lists_[static_cast<size_t>(kind)];
    return {list.rows.data(), list.count};
  }

 private:
  struct List {
    std::array<const Row*, 48> rows = {};
    size_t count = 0;
  };
  void add(const Row& row) {
    List& list = lists_[static_cast<size_t>(row.field.owner)];
    list.rows.at(list.count++) = &row;
  }
  std::array<List, static_cast<size_t>(CStruct::kPipelineLayout) + 1> lists_;
};

}  // namespace

Result<void> read_fields(CStruct kind, const void* given, option_table::Asked& asked) {
  static const FieldRows rows;
  for (const Row* row : rows.of(kind)) {
    auto value = value_of(*row, number_at(given, row->field));
    if (!value) return std::move(value.error());
    row->member.set(asked, *value);
  }
  return {};
}

}  // namespace trellis::c_api

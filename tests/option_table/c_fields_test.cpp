// For every field of the C structs in the table: its default equals that of C++, it is read, and values
// without a meaning are refused.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "c_api/options/read_fields.hpp"
#include "option_table/table.hpp"
#include "tests/support/files.hpp"

namespace trellis::option_table {
namespace {

/// The bytes of one of the C structs, initialized by its INIT macro.
struct Bytes {
  CStruct kind;
  std::vector<unsigned char> bytes;

  template <class Struct>
  explicit Bytes(const Struct& made) : kind(c_struct<Struct>()), bytes(sizeof made) {
    std::memcpy(bytes.data(), &made, sizeof made);
  }
  void set(const CField& field, double number) {
    if (field.is_float) {
      const auto value = static_cast<float>(number);
      std::memcpy(bytes.data() + field.offset, &value, sizeof value);
    } else {
      const auto value = static_cast<uint32_t>(number);
      std::memcpy(bytes.data() + field.offset, &value, sizeof value);
    }
  }
};

Bytes made(CStruct kind) {
  switch (kind) {
    case CStruct::kRead:
      return Bytes(TrellisReadOptions TRELLIS_READ_OPTIONS_INIT);
    case CStruct::kTranslate:
      return Bytes(TrellisTranslateOptions TRELLIS_TRANSLATE_OPTIONS_INIT);
    case CStruct::kDevice:
      return Bytes(TrellisDeviceOptions TRELLIS_DEVICE_OPTIONS_INIT);
    case CStruct::kStage:
      return Bytes(TrellisStageOptions TRELLIS_STAGE_OPTIONS_INIT);
    case CStruct::kHeaps:
      return Bytes(TrellisHeapOptions TRELLIS_HEAP_OPTIONS_INIT);
    case CStruct::kViews:
      return Bytes(TrellisViewOptions TRELLIS_VIEW_OPTIONS_INIT);
    case CStruct::kInstrumentation:
      return Bytes(TrellisInstrumentation TRELLIS_INSTRUMENTATION_INIT);
    default:
      return Bytes(TrellisPipelineLayoutOptions TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT);
  }
}

Result<void> read(const Bytes& given, Asked& asked) {
  return c_api::read_fields(given.kind, given.bytes.data(), asked);
}

std::string path(const Row& row) { return std::string(path_of(row.field.owner)) + row.field.name; }

/// Returns a number for the field that is not its default, and the C++ value that it stands for.
std::pair<double, double> another(const Row& row) {
  const double initial = row.member.get({});
  for (const Word& word : row.words) {
    if (word.cpp_value != initial) return {word.c_number, word.cpp_value};
  }
  if (row.member.kind == Kind::kSwitch) return {1, 1};
  const double value = row.range.is_limited() ? row.range.least : initial - 1;
  return initial == 0 ? std::pair(3.0, 3.0) : std::pair(value, value);
}

/// Calls `visit` with each row that has a C field.
template <class Visit>
void for_each_field(Visit visit) {
  for (const Section& section : sections()) {
    for (const Row& row : section.rows) {
      if (row.field.owner != CStruct::kNone) visit(row);
    }
  }
}

TEST(CFields, DefaultsAreThoseOfCpp) {
  int count = 0;
  for_each_field([&](const Row& row) {
    ++count;
    Asked asked;
    row.member.set(asked, another(row).second);  // If the field is not read, the wrong value stays.
    ASSERT_TRUE(read(made(row.field.owner), asked)) << path(row);
    EXPECT_EQ(row.member.get(asked), row.member.get({})) << path(row);
  });
  EXPECT_GT(count, 60);
}

TEST(CFields, AreRead) {
  for_each_field([](const Row& row) {
    Bytes given = made(row.field.owner);
    const auto [number, value] = another(row);
    given.set(row.field, number);
    Asked asked;
    ASSERT_TRUE(read(given, asked)) << path(row);
    EXPECT_EQ(row.member.get(asked), value) << path(row);
    EXPECT_NE(row.member.get(asked), row.member.get({})) << path(row);
  });
}

TEST(CFields, NumbersWithoutAMeaningAreRefused) {
  constexpr uint32_t kNoMeaning = 99'000;  // Larger than all choices, ranges and masks.
  int count = 0;
  for_each_field([&](const Row& row) {
    const bool has_meanings = !row.words.empty() || row.range.is_limited();
    if (!has_meanings) return;
    ++count;
    Bytes given = made(row.field.owner);
    given.set(row.field, kNoMeaning);
    Asked asked;
    const auto done = read(given, asked);
    ASSERT_FALSE(done) << path(row);
    EXPECT_EQ(done.error().where.part, path(row));
    EXPECT_EQ(done.error().code, ErrorCode::kBadInput);
    if (!row.words.empty()) {
      EXPECT_EQ(done.error().message, std::string(row.no_such_word) + std::to_string(kNoMeaning))
          << path(row);
    }
  });
  EXPECT_GT(count, 15);
}

TEST(CFields, EveryWordIsRead) {
  for_each_field([](const Row& row) {
    for (const Word& word : row.words) {
      Bytes given = made(row.field.owner);
      given.set(row.field, word.c_number);
      Asked asked;
      ASSERT_TRUE(read(given, asked)) << path(row) << word.name;
      EXPECT_EQ(row.member.get(asked), word.cpp_value) << path(row) << word.name;
    }
  });
}

// The record of the C interface lists all fields. Each needs a row that reads it or mentions it.
TEST(CFields, NoneIsMissing) {
  const char* const structs[] = {"TrellisReadOptions",     "TrellisTranslateOptions",
                                 "TrellisDeviceOptions",   "TrellisStageOptions",
                                 "TrellisHeapOptions",     "TrellisViewOptions",
                                 "TrellisInstrumentation", "TrellisPipelineLayoutOptions"};
  std::set<std::string> told;
  for (const Section& section : sections()) {
    for (const Row& row : section.rows) {
      if (row.field.owner != CStruct::kNone) {
        told.insert(std::string(structs[static_cast<int>(row.field.owner) - 1]) + "." + row.field.name);
      }
      const std::string names = std::string(", ") + row.also_in_c + ",";
      for (const char* each : structs) {
        for (size_t at = 0, end; (end = names.find(',', at + 2)) != std::string::npos; at = end) {
          told.insert(std::string(each) + "." + names.substr(at + 2, end - at - 2));
        }
      }
    }
  }
  std::ifstream record(test_support::source_path("tests/c_api/abi.txt"));
  int count = 0;
  for (std::string line; std::getline(record, line);) {
    for (const char* each : structs) {
      const std::string start = std::string("  ") + each + ".";
      // Pointers to structs of options are not options themselves.
      if (!line.starts_with(start) || line.ends_with("Options*") ||
          line.ends_with("TrellisInstrumentation*")) {
        continue;
      }
      const std::string field = line.substr(2, line.find(" at ") - 2);
      if (field.ends_with(".struct_size") || field.find(".reserved") != std::string::npos) continue;
      ++count;
      EXPECT_TRUE(told.count(field)) << field << " has no row in the table of options";
    }
  }
  EXPECT_GT(count, 80);
}

}  // namespace
}  // namespace trellis::option_table

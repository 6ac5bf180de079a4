// Rules that hold for all rows.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "option_table/table.hpp"

namespace trellis::option_table {
namespace {

template <class Visit>
void for_each_row(Visit visit) {
  for (const Section& section : sections()) {
    for (const Row& row : section.rows) visit(row);
  }
}

/// Returns the name of a row for this file's messages.
std::string name_of(const Row& row) { return std::string(row.flag) + " " + row.field.name + row.also_in_c; }

TEST(Rows, HaveNames) {
  std::set<std::string> flags, fields;
  for_each_row([&](const Row& row) {
    const bool is_in_c = row.field.owner != CStruct::kNone || *row.also_in_c != '\0';
    EXPECT_TRUE(*row.flag != '\0' || is_in_c) << row.help;
    if (*row.flag != '\0') {
      EXPECT_TRUE(flags.insert(std::string(long_name(row))).second) << row.flag;
    }
    if (row.field.owner == CStruct::kNone) return;
    EXPECT_TRUE(fields
                    .insert(std::string(path_of(row.field.owner)) + row.field.name +
                            std::to_string(static_cast<int>(row.field.owner)))
                    .second)
        << row.field.name;
  });
}

TEST(Rows, FieldsHaveMembers) {
  for_each_row([](const Row& row) {
    if (row.field.owner != CStruct::kNone) {
      EXPECT_NE(row.member.kind, Kind::kNone) << name_of(row);
    }
    if (row.member.kind == Kind::kNone) return;
    Asked asked;
    const double initial = row.member.get(asked);
    row.member.set(asked, initial == 1 ? 0 : 1);
    EXPECT_NE(row.member.get(asked), initial) << name_of(row);
    row.member.set(asked, initial);
    EXPECT_EQ(row.member.get(asked), initial) << name_of(row);
  });
}

// A row without help text must be mentioned in `also_in_c` of a row with a flag, whose help covers both.
TEST(Rows, HaveHelpOrAreCoveredByAnotherRow) {
  std::string spoken_for;
  for_each_row([&](const Row& row) { spoken_for += std::string(", ") + row.also_in_c + ","; });
  for_each_row([&](const Row& row) {
    const std::string help = row.help;
    if (help.empty()) {
      EXPECT_STREQ(row.flag, "") << name_of(row);
      EXPECT_NE(spoken_for.find(std::string(" ") + row.field.name + ","), std::string::npos) << name_of(row);
    } else {
      EXPECT_TRUE(help.back() != '.' || help.ends_with("...")) << name_of(row);
    }
  });
}

TEST(Rows, ValuesAreNamed) {
  for_each_row([](const Row& row) {
    if (*row.flag != '-') return;
    const bool is_switch = row.member.kind == Kind::kSwitch;
    EXPECT_FALSE(is_switch && takes_value(row)) << name_of(row);
    if (is_choice(row) && takes_value(row)) {
      for (const Word& word : row.words) EXPECT_STRNE(word.name, "") << name_of(row);
    }
    EXPECT_FALSE(row.member.kind == Kind::kWord && takes_value(row) && row.words.empty()) << name_of(row);
  });
}

// A help text must not spell out a default: it uses {default}, which becomes the member's value.
TEST(Rows, DefaultsAreFilledIn) {
  int count = 0;
  for_each_row([&](const Row& row) {
    const std::string help(help_text(row));
    EXPECT_EQ(help.find("{default}"), std::string::npos) << name_of(row);
    count += std::strstr(row.help, "{default}") != nullptr ? 1 : 0;
    const size_t at = std::string(row.help).find("(default: ");
    if (at == std::string::npos || row.member.kind != Kind::kNumber) return;
    EXPECT_FALSE(std::isdigit(row.help[at + std::strlen("(default: ")])) << "say {default}: " << row.help;
  });
  EXPECT_GE(count, 4);
}

TEST(Rows, DefaultsAsText) {
  const auto default_of = [](std::string_view name) {
    std::string text = "no such option";
    for_each_row([&](const Row& row) {
      if (long_name(row) == name) text = default_text(row);
    });
    return text;
  };
  EXPECT_EQ(default_of("--target"), "vulkan1.3");
  EXPECT_EQ(default_of("--max-tess-factor"), "64");
  EXPECT_EQ(default_of("--memory-limit"), "4096");
  EXPECT_EQ(default_of("--view-method"), "multiview");
  EXPECT_EQ(default_of("--preserves-denorms"), "");
  EXPECT_EQ(default_of("--invert-y"), "");
}

}  // namespace
}  // namespace trellis::option_table

// Tests every row of the option table on the command line: its help, and the member that its flag changes.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <regex>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "option_table/table.hpp"
#include "tests/tools/program.hpp"
#include "tools/arguments/named_options.hpp"
#include "tools/arguments/row_options.hpp"
#include "tools/settings.hpp"

namespace trellis::tools_test {
namespace {

using option_table::Asked;
using option_table::Kind;
using option_table::Row;
using option_table::Section;
using option_table::Word;
using tools::Settings;

/// Parses `trellis shader.dxil -o out.spv` with further options.
Asked asked_by(const std::vector<std::string>& options) {
  std::vector<const char*> arguments = {"trellis", "shader.dxil", "-o", "out.spv"};
  for (const std::string& option : options) arguments.push_back(option.c_str());
  auto parsed = tools::parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  Settings* settings = std::get_if<Settings>(&parsed);
  EXPECT_NE(settings, nullptr);
  if (settings == nullptr) return {};
  return {settings->read, std::move(settings->translate), settings->layout.options};
}

/// Returns the options that the row requires.
std::vector<std::string> companions(const Section& section, const Row& row) {
  if (std::string(row.flag).starts_with("--record-")) return {"--local-root-signature", "embedded:name"};
  if (row.flag == std::string("--matrix-formats")) return {"--memory-model", "vulkan"};
  if (row.flag == std::string("--matrix-shape")) {
    return {"--memory-model", "vulkan", "--matrix-formats", "f16"};
  }
  if (section.heading == std::string("Root signature")) return {"--root-signature", "embedded"};
  if (section.heading == std::string("Instrumentation") && row.member.kind != Kind::kSwitch) {
    const bool is_of_counts = std::string(row.flag).find("counter") != std::string::npos;
    return {is_of_counts ? "--count-instructions" : "--check-descriptors"};
  }
  const std::string flag = row.flag;
  if (flag == "--heap-stride" || flag == "--sampler-heap-stride" || flag == "--heap-counter-distance") {
    return {"--heaps", "extension"};
  }
  if (section.heading == std::string("Views")) return {"--views", "2"};
  const bool is_of_floats = row.field.name == std::string("denorm_independence");
  if (row.member.kind == Kind::kWordSet || is_of_floats) return {"--float-controls", "supported"};
  return {};
}

/// Returns a value that is not the default, and the words that select it.
std::pair<double, std::string> another(const Row& row) {
  if (row.field.name == std::string("stages")) return {1, "vertex"};
  const double initial = row.member.get({});
  for (const Word& word : row.words) {
    if (word.cpp_value != initial) return {word.cpp_value, word.name};
  }
  const bool is_free = row.range.is_limited() && row.range.least != initial;
  const double value = is_free ? row.range.least : initial + 3;
  return {value, std::to_string(static_cast<uint64_t>(value))};
}

/// Returns the number of rows that the parser learns for these words; SIZE_MAX for all.
size_t rows_named_by(const std::vector<const char*>& words) {
  if (tools::names_others(words, option_table::sections())) return SIZE_MAX;
  size_t count = 0;
  for (const Section& section : option_table::sections()) {
    for (const Row& row : section.rows) count += tools::is_named(words, row) ? 1 : 0;
  }
  return count;
}

TEST(Flags, AreFoundInEverySpelling) {
  EXPECT_EQ(rows_named_by({"shader.dxil"}), 0u);
  EXPECT_EQ(rows_named_by({"-", "shader.dxil", "-o", "x.spv"}), 1u);
  EXPECT_EQ(rows_named_by({"-ox.spv"}), 1u);
  EXPECT_EQ(rows_named_by({"--output=x.spv", "--output", "y.spv"}), 1u);
  EXPECT_EQ(rows_named_by({"-q", "--views=2", "--reflect"}), 3u);
  // Any other word that looks like an option needs all rows, since several short options may share a word.
  for (const char* other : {"-qv", "--emitt", "--help", "-h", "-1", "--", "--=", "-Z"}) {
    EXPECT_EQ(rows_named_by({other}), SIZE_MAX) << other;
  }
}

/// Binds a variable to the row, parses an empty command line, and returns the variable as text. The parser
/// learns the row only if `is_taught`.
template <class Value>
std::string initial_value(const Row& row, bool is_taught) {
  const std::string name(option_table::long_name(row));
  Value value = {};
  CLI::App app;
  tools::RowOptions rows;
  rows.bind(name, value);
  const Section section = {"Options", std::span(&row, 1)};
  std::vector<const char*> words;
  if (is_taught) words.push_back("--unknown");
  rows.add_named(app, std::span(&section, 1), words);
  EXPECT_EQ(app.get_option_no_throw(name) != nullptr, is_taught) << name;
  app.parse(std::vector<std::string>());
  std::ostringstream text;
  text << value;
  return text.str();
}

// Most command lines name few options, so initial values are stored without the parser.
TEST(Flags, HaveTheirInitialValueIfNotNamed) {
  int count = 0;
  for (const Section& section : option_table::sections()) {
    for (const Row& row : section.rows) {
      if (*row.initial == '\0') continue;
      ++count;
      for (const bool is_taught : {false, true}) {
        EXPECT_EQ(initial_value<std::string>(row, is_taught), row.initial) << row.flag;
        if (!row.range.is_limited()) continue;
        EXPECT_EQ(initial_value<double>(row, is_taught), row.initial) << row.flag;
        EXPECT_EQ(initial_value<uint64_t>(row, is_taught), row.initial) << row.flag;
      }
    }
  }
  EXPECT_GT(count, 4);
}

TEST(Flags, ChangeTheirMember) {
  int count = 0;
  for (const Section& section : option_table::sections()) {
    for (const Row& row : section.rows) {
      if (*row.flag == '\0' || row.member.kind == Kind::kNone) continue;
      ++count;
      std::vector<std::string> options = companions(section, row);
      const Asked before = asked_by(options);
      EXPECT_EQ(row.member.get(before), row.member.get({})) << row.flag;
      options.push_back(std::string(option_table::long_name(row)));
      double value = 1;
      if (option_table::takes_value(row)) {
        std::string word;
        std::tie(value, word) = another(row);
        options.push_back(word);
      }
      const Asked after = asked_by(options);
      EXPECT_NE(row.member.get(after), row.member.get(before)) << row.flag;
      if (option_table::takes_value(row) || row.member.kind == Kind::kSwitch) {
        EXPECT_EQ(row.member.get(after), value) << row.flag;
      }
    }
  }
  EXPECT_GT(count, 30);
}

TEST(Flags, KnowEveryWord) {
  for (const Section& section : option_table::sections()) {
    for (const Row& row : section.rows) {
      if (row.member.kind != Kind::kWord || !option_table::takes_value(row)) continue;
      for (const Word& word : row.words) {
        std::vector<std::string> options = companions(section, row);
        options.insert(options.end(), {row.flag, word.name});
        if (row.flag == std::string("--float-controls")) options = {row.flag, word.name};
        EXPECT_EQ(row.member.get(asked_by(options)), word.cpp_value) << row.flag << " " << word.name;
      }
    }
  }
}

// The value only follows `=`, so the next word is still an input.
TEST(Flags, MayHaveAValueAfterEquals) {
  const auto level = [](const std::vector<std::string>& options) {
    return asked_by(options).translate.debug_info;
  };
  EXPECT_EQ(level({}), spirv::DebugInfoLevel::kNone);
  EXPECT_EQ(level({"--debug-info"}), spirv::DebugInfoLevel::kLines);
  EXPECT_EQ(level({"--debug-info=lines"}), spirv::DebugInfoLevel::kLines);
  EXPECT_EQ(level({"--debug-info=full"}), spirv::DebugInfoLevel::kFull);
  EXPECT_EQ(level({"--debug-info=none"}), spirv::DebugInfoLevel::kNone);
}

TEST(Flags, CanBeTurnedOff) {
  EXPECT_FALSE(asked_by({"--invert-y=false"}).translate.stage.invert_y);
  EXPECT_TRUE(asked_by({"--no-demote=false"}).translate.device.demote);
  EXPECT_FALSE(asked_by({"--no-demote"}).translate.device.demote);
}

bool is_instrument_place(const std::string& flag) {
  return flag.ends_with("-buffer") || flag.ends_with("-table");
}

/// Returns the values for an option that takes several at once.
std::vector<std::string> several_values(const std::string& flag) {
  if (flag.ends_with("-shift")) return {"16", "0"};
  if (flag.ends_with("-heap")) return {"7", "1"};
  if (is_instrument_place(flag)) return {"7", "1"};
  if (flag == "--heap-type-binding") return {"cbv", "7", "1"};
  if (flag == "--subgroup-sizes") return {"8", "16"};
  if (flag == "--matrix-shape") return {"8", "16", "8"};
  if (flag == "--vertex-input") return {"COLOR1", "4"};
  if (flag == "--location") return {"output", "COLOR1", "4.2"};
  if (flag == "--stream-output") return {"SV_Position.xyz", "0", "next"};
  if (flag == "--stream-output-stride") return {"0", "16"};
  if (flag == "--output-swizzle") return {"0", "bgra"};
  if (flag == "--view-location") return {"0", "0", "1"};
  if (flag == "--ags" || flag == "--nvapi") return {"3", "0"};
  if (flag == "--space-set") return {"7", "1"};
  return {};
}

/// Returns the inputs that the parser finds in a command line.
std::vector<std::string> inputs_of(const std::vector<std::string>& words) {
  std::vector<const char*> arguments = {"trellis", "-o", "out.spv"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  auto parsed = tools::parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  const Settings* settings = std::get_if<Settings>(&parsed);
  return settings == nullptr ? std::vector<std::string>() : settings->inputs;
}

// An option takes exactly its number of values, and not the input after them.
TEST(Flags, DoNotChangeTheInput) {
  const std::vector<std::string> shader = {"shader.dxil"};
  int count = 0;
  for (const Section& section : option_table::sections()) {
    for (const Row& row : section.rows) {
      const std::string flag(option_table::long_name(row));
      if (flag.empty() || std::string_view(row.metavariable).find(' ') == std::string_view::npos) continue;
      ++count;
      std::vector<std::string> use = several_values(flag);
      ASSERT_FALSE(use.empty()) << flag << " needs values here";
      use.insert(use.begin(), flag);
      std::vector<std::string> words = companions(section, row);
      words.insert(words.end(), use.begin(), use.end());
      const auto with_input_at = [&](size_t place) {
        std::vector<std::string> line = words;
        line.insert(line.begin() + static_cast<std::ptrdiff_t>(place), shader[0]);
        return inputs_of(line);
      };
      EXPECT_EQ(with_input_at(0), shader) << flag << ", after the input";
      EXPECT_EQ(with_input_at(words.size()), shader) << flag << ", before the input";
      // Options that take a single value are refused if they are repeated.
      if (flag == "--subgroup-sizes" || flag == "--matrix-shape" || flag.ends_with("-heap") ||
          is_instrument_place(flag))
        continue;
      const size_t between = words.size();
      words.insert(words.end(), use.begin(), use.end());
      EXPECT_EQ(with_input_at(0), shader) << flag << ", twice after the input";
      EXPECT_EQ(with_input_at(between), shader) << flag << ", before and after the input";
      EXPECT_EQ(with_input_at(words.size()), shader) << flag << ", twice before the input";
    }
  }
  EXPECT_GE(count, 15);
}

// The help lists each row once, under its heading, in the table's order.
TEST(Flags, HelpIsTheTable) {
  const std::string help = std::regex_replace(trellis({"--help", "all"}).output, std::regex("\n {30}"), " ");
  size_t at = help.find("\nOptions:\n");
  ASSERT_NE(at, std::string::npos);
  for (const Section& section : option_table::sections()) {
    const size_t heading = help.find(std::string("\n") + section.heading + ":\n");
    ASSERT_NE(heading, std::string::npos) << section.heading;
    EXPECT_GE(heading, at);
    at = heading;
    for (const Row& row : section.rows) {
      if (*row.flag != '-') continue;
      const size_t line = help.find(std::string("\n  ") + row.flag, at);
      ASSERT_NE(line, std::string::npos) << row.flag << " is not where the table has it";
      at = line;
      EXPECT_NE(help.find(std::string(option_table::help_text(row)), at), std::string::npos) << row.flag;
    }
  }
}

/// Two valid values and an unknown one for an option that takes a list.
struct ListValues {
  std::string first, second, unknown = "nosuch";
};
ListValues list_values(const Row& row) {
  const std::string flag(option_table::long_name(row));
  if (flag == "--extensions") return {"SPV_KHR_ray_query", "SPV_EXT_mesh_shader"};
  if (flag == "--capabilities") return {"Shader", "Float64"};
  if (flag == "--primitive-input") return {"TINT", "IDS1"};
  if (row.words.begin() + 1 >= row.words.end()) return {};
  return {row.words.begin()->name, (row.words.begin() + 1)->name};
}

/// Returns the members that the list options of a command line set, as text; "refused" if parsing fails.
std::string lists_asked_by(const std::vector<std::string>& options) {
  std::vector<const char*> arguments = {"trellis", "shader.dxil", "-o", "out.spv"};
  for (const std::string& option : options) arguments.push_back(option.c_str());
  auto parsed = tools::parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  const Settings* settings = std::get_if<Settings>(&parsed);
  if (settings == nullptr) return "refused";
  std::ostringstream text;
  for (const std::string& input : settings->inputs) text << input << " ";
  const Asked asked = {settings->read, settings->translate, settings->layout.options};
  for (const Section& section : option_table::sections()) {
    for (const Row& row : section.rows) {
      if (row.member.kind == Kind::kWordSet) text << row.flag << "=" << row.member.get(asked) << " ";
    }
  }
  text << settings->checks.uniformity << settings->checks.convergence;
  const spirv::DeviceOptions& device = asked.translate.device;
  for (const auto& name : asked.translate.stage.primitive_inputs) text << " input " << name;
  if (device.extensions) {
    for (uint32_t n = 0; n < spirv::kExtensionCount; ++n)
      text << device.extensions->has(static_cast<spirv::Extension>(n));
  }
  if (device.capabilities) {
    for (const uint32_t capability : *device.capabilities) text << " capability " << capability;
  }
  return text.str();
}

class Lists : public InFolder {};

// Commas and repeated options are equivalent, and the metavariable of such an option shows that it takes a
// list.
TEST_F(Lists, WithCommasAndRepeated) {
  int count = 0;
  for (const Section& section : option_table::sections()) {
    for (const Row& row : section.rows) {
      const std::string flag(option_table::long_name(row));
      const bool is_list = std::string_view(row.metavariable).ends_with(",...");
      if (row.member.kind == Kind::kWordSet) {
        EXPECT_TRUE(is_list) << flag;
      }
      if (!is_list) continue;
      ++count;
      const ListValues values = list_values(row);
      ASSERT_FALSE(values.second.empty()) << flag << " needs values here";
      std::vector<std::string> base = companions(section, row);
      const auto with = [&](std::vector<std::string> words) {
        words.insert(words.begin(), base.begin(), base.end());
        return lists_asked_by(words);
      };
      const std::string both = with({flag, values.first + "," + values.second});
      EXPECT_NE(both, "refused") << flag;
      EXPECT_NE(both, with({flag, values.first})) << flag << ": the second value does nothing";
      EXPECT_NE(both, with({flag, values.second})) << flag << ": the first value does nothing";
      EXPECT_EQ(with({flag, values.first, flag, values.second}), both) << flag << ", repeated";
      EXPECT_EQ(with({flag + "=" + values.first + "," + values.second}), both) << flag << ", with =";
      EXPECT_EQ(with({flag, values.first + "," + values.first, flag, values.second}),
                with({flag, values.first, flag, values.first + "," + values.second}))
          << flag << ", one value twice";
    }
  }
  EXPECT_GE(count, 8);
}

TEST_F(Lists, UnknownNamesAreErrorsThatNameThem) {
  const std::string pixel = shader("stages/ps_barycentrics_two_modes").string();
  for (const Section& section : option_table::sections()) {
    for (const Row& row : section.rows) {
      if (!std::string_view(row.metavariable).ends_with(",...")) continue;
      const std::string flag(option_table::long_name(row));
      const ListValues values = list_values(row);
      for (const std::string& list : {values.unknown, values.first + "," + values.unknown}) {
        std::vector<std::string> words = companions(section, row);
        words.insert(words.begin(), pixel);
        // Names of a shader's inputs are only checked when it is translated.
        const bool is_of_shader = flag == "--primitive-input";
        words.insert(words.end(), {"-o", path("out.spv"), flag, is_of_shader ? values.unknown : list});
        const RunResult run = trellis(words);
        EXPECT_EQ(run.exit_code, is_of_shader ? 1 : 2) << flag << ": " << run.errors;
        EXPECT_NE(run.errors.find("nosuch"), std::string::npos) << flag << ": " << run.errors;
        EXPECT_FALSE(exists("out.spv")) << flag;
      }
    }
  }
}

}  // namespace
}  // namespace trellis::tools_test

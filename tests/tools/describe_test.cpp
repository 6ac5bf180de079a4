// The completion, the manual and the options page contain what the program's help has, and nothing else.
#include "tools/describe/describe.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "option_table/table.hpp"
#include "tests/support/files.hpp"
#include "tests/tools/program.hpp"
#include "tools/commands.hpp"

namespace trellis::tools_test {
namespace {

using Flags = std::set<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Flags flags_in(const std::string& text, const std::string& pattern) {
  Flags flags;
  const std::regex regex(pattern);
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    flags.insert((*match)[1]);
  }
  return flags;
}

/// Returns the flags that the help of a command lists: "  -o,--output OUT".
Flags flags_of_help(const tools::Command& command) {
  std::vector<std::string> arguments = {"--help", "all"};
  if (*command.name != '\0') arguments = {command.name, "--help"};
  const std::string help = trellis(arguments).output;
  Flags flags;
  for (const std::string& line : lines_of(help.substr(0, help.find("\nExamples:")))) {
    if (!line.starts_with("  -")) continue;
    std::istringstream names(line.substr(2, line.find(' ', 2) - 2));
    for (std::string name; std::getline(names, name, ',');) flags.insert(name);
  }
  EXPECT_GT(flags.size(), 5u) << help;
  return flags;
}

/// Returns the lines of the function with that name.
std::string function_in(const std::string& script, const std::string& name) {
  const size_t at = script.find("\n" + name + "() {\n");
  EXPECT_NE(at, std::string::npos) << name;
  return script.substr(at, script.find("\n}\n", at) - at);
}

std::string function_name(const tools::Command& command) {
  return std::string("_trellis_") + (*command.name == '\0' ? "translate" : command.name);
}

class Describe : public InFolder {
 protected:
  /// Runs a script in a shell and returns its output; empty if that shell is not installed.
  std::string output_of(const std::string& shell, const std::string& script) {
    write("script", script);
    const std::string out = path("out");
    const std::string run =
        "command -v " + shell + " >/dev/null && " + shell + " " + path("script") + " >" + out + " 2>&1";
    return std::system(run.c_str()) == 0 ? read("out") : std::string();
  }
  /// Returns what bash offers for the last of the words of a command line.
  std::vector<std::string> bash_offers(const std::vector<std::string>& words) {
    write("completion", tools::bash_completion());
    std::string line;
    for (const std::string& word : words) line += " '" + word + "'";
    return lines_of(output_of("bash", "cd " + folder_.string() + "\nshopt -s extglob\nsource " +
                                          path("completion") + "\nCOMP_WORDS=(" + line +
                                          ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) +
                                          "\n_trellis\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"));
  }
};

TEST_F(Describe, BashOffersTheFlagsOfTheHelp) {
  for (const tools::Command& command : tools::commands()) {
    std::vector<std::string> words = {"trellis", "-"};
    if (*command.name != '\0') words.insert(words.begin() + 1, command.name);
    const std::vector<std::string> offers = bash_offers(words);
    EXPECT_EQ(Flags(offers.begin(), offers.end()), flags_of_help(command)) << command.name;
  }
}

TEST_F(Describe, BashOffersWordsFilesAndCommands) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(bash_offers({"trellis", "a.dxil", "--emit", ""}),
            (Words{"spv", "spvasm", "glsl", "hlsl", "msl", "header", "llvm"}));
  EXPECT_EQ(bash_offers({"trellis", "a.dxil", "--precise", "p"}), Words{"propagated"});
  EXPECT_EQ(bash_offers({"trellis", "--inv"}), (Words{"--invert-y", "--invariant-position"}));
  EXPECT_EQ(bash_offers({"trellis", "tiny"}), Words{"tinywgsl"});
  EXPECT_EQ(bash_offers({"trellis", "hel"}), Words{"help"});
  EXPECT_EQ(bash_offers({"trellis", "help", "bin"}), Words{"binding"});
  EXPECT_EQ(bash_offers({"trellis", "help", "c"}), (Words{"cfg", "checks"}));
  EXPECT_NE(tools::zsh_completion().find("'help:Help on a command or a topic'"), std::string::npos);
  EXPECT_NE(tools::fish_completion().find("-a help -d"), std::string::npos);
  EXPECT_EQ(bash_offers({"trellis", "tinywgsl", "--st"}), Words{"--states"});
  write("a.dxil", "x");
  write("a.txt", "x");
  EXPECT_EQ(bash_offers({"trellis", path("a")}), Words{path("a.dxil")});
  EXPECT_EQ(bash_offers({"trellis", "a.dxil", "--root-signature", "emb"}), Words{"embedded"});
}

TEST_F(Describe, ZshOffersTheFlagsOfTheHelp) {
  const std::string script = tools::zsh_completion();
  EXPECT_TRUE(script.starts_with("#compdef trellis\n"));
  for (const tools::Command& command : tools::commands()) {
    const std::string function = function_in(script, function_name(command));
    Flags flags = flags_in(function, R"(\n +'\*?(--?[A-Za-z0-9-]+)[=\[])");
    for (const std::string& both :
         flags_in(function, R"(\n +'\(-[A-Za-z]+ --[a-z-]+\)'\{([A-Za-z,=-]+)\})")) {
      flags.insert(both.substr(0, both.find(',')));
      flags.insert(both.substr(both.find(',') + 1, both.find('=') - both.find(',') - 1));
    }
    EXPECT_EQ(flags, flags_of_help(command)) << command.name;
  }
  // zsh reports a syntax error.
  write("_trellis", script);
  const std::string checked = output_of("zsh", "zsh -n " + path("_trellis") + " && echo fine\n");
  if (!checked.empty()) {
    EXPECT_EQ(checked, "fine\n");
  }
}

TEST_F(Describe, FishOffersTheFlagsOfTheHelp) {
  const std::string script = tools::fish_completion();
  for (const tools::Command& command : tools::commands()) {
    const std::string condition =
        std::string("'__trellis_command_is ") + (*command.name == '\0' ? "translate" : command.name) + "'";
    Flags flags;
    for (const std::string& line : lines_of(script)) {
      if (line.find(condition) == std::string::npos) continue;
      const std::string start = line.substr(0, line.find(" -d '"));
      for (const std::string& name : flags_in(start, R"( -l ([a-z0-9-]+))")) flags.insert("--" + name);
      for (const std::string& name : flags_in(start, R"( -s ([A-Za-z]))")) flags.insert("-" + name);
    }
    EXPECT_EQ(flags, flags_of_help(command)) << command.name;
  }
  write("completion", script);
  const std::string offers =
      output_of("fish", "source " + path("completion") + "\ncomplete -C 'trellis a.dxil --precise '\n");
  if (!offers.empty()) {
    EXPECT_EQ(flags_in(offers, "(\\w+)\t"), (Flags{"all", "marked", "propagated"}));
  }
}

TEST_F(Describe, TheManualHasTheFlagsOfTheHelp) {
  std::string manual = tools::manual_sections();
  for (size_t at = 0; (at = manual.find("\\-", at)) != std::string::npos;) manual.replace(at, 2, "-");
  const Flags flags = flags_in(manual, R"(\\fB(--?[A-Za-z0-9-]+)\\fR)");
  Flags expected;
  for (const tools::Command& command : tools::commands()) expected.merge(flags_of_help(command));
  EXPECT_EQ(flags, expected);
  EXPECT_NE(manual.find("Sections"), 0u);
  EXPECT_EQ(manual.find("]("), std::string::npos) << "a link of Markdown";
  EXPECT_EQ(manual.find('`'), std::string::npos);
}

TEST_F(Describe, ThePageIsCurrent) {
  std::ifstream file(test_support::source_path("docs/options.md"), std::ios::binary);
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_TRUE(page == tools::with_tables(page))
      << "docs/options.md is stale: make its tables again with\n"
         "  build/release/bin/trellis-describe page docs/options.md docs/options.md";
  for (const option_table::Section& section : option_table::sections()) {
    EXPECT_NE(page.find(std::string("<!-- table: ") + section.heading + " -->"), std::string::npos)
        << section.heading;
    for (const option_table::Row& row : section.rows) {
      if (*row.flag == '-') {
        EXPECT_NE(page.find("`" + std::string(option_table::long_name(row))), std::string::npos) << row.flag;
      }
      if (*row.field.name != '\0') {
        EXPECT_NE(page.find("`" + std::string(row.field.name) + "`"), std::string::npos) << row.field.name;
      }
    }
  }
}

}  // namespace
}  // namespace trellis::tools_test

// Reading the part STAT from records gives the same result as reading it with LLVM.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "dxil_frontend/container/container.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/dxil_frontend/metadata/reflection_both_ways.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/dxc.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of_corpus(const char* extension) {
  std::vector<fs::path> paths;
  for (const auto& file : fs::recursive_directory_iterator(test_support::corpus_root())) {
    if (file.path().extension() == extension) paths.push_back(file.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

struct Counts {
  uint32_t parts = 0, recorded = 0, names = 0;
};

/// Compares both ways of reading the file's part STAT, if it has one.
void compare(const fs::path& path, Counts& counts) {
  const auto bytes = test_support::read_binary_file(path);
  ASSERT_TRUE(bytes.ok()) << path;
  const auto container = parse_container(*bytes);
  if (!container) return;
  const Part* part = container->find(fourcc("STAT"));
  if (part == nullptr) return;
  const auto program = parse_program(*part);
  if (!program) return;
  const ReflectionBothWays both = read_reflection_both_ways(program->bitcode);
  EXPECT_EQ(both.difference, "") << path;
  if (!both.is_checked) return;
  EXPECT_TRUE(both.is_recorded) << path;
  counts.parts += 1;
  counts.recorded += both.is_recorded ? 1 : 0;
  counts.names += both.names;
}

TEST(RecordedReflection, OfTheCorpusEqualsLlvms) {
  Counts counts;
  for (const fs::path& path : files_of_corpus(".dxil")) compare(path, counts);
  EXPECT_GE(counts.parts, 300u);
  EXPECT_EQ(counts.recorded, counts.parts);
  EXPECT_GE(counts.names, 1000u);
}

/// Returns the command that compiles a source according to its header, with the part STAT as dxc writes it.
/// Empty if the header is insufficient.
std::vector<std::string> command_of(const fs::path& source, const fs::path& target) {
  std::ifstream in(source);
  std::map<std::string, std::string> header;
  for (std::string line; std::getline(in, line) && line.starts_with("// ");) {
    if (const size_t colon = line.find(": "); colon != std::string::npos) {
      header[line.substr(3, colon - 3)] = line.substr(colon + 2);
    }
  }
  if (header["profile"].empty()) return {};
  std::vector<std::string> command = {source.string(), "-T", header["profile"], "-Fo", target.string()};
  if (!header["entry"].empty()) command.insert(command.end(), {"-E", header["entry"]});
  std::istringstream flags(header["flags"]);
  for (std::string flag; flags >> flag;) command.push_back(flag);
  return command;
}

// The shipped containers of most folders have no names, so this test compiles every seventh source again.
// Those of large/ would take minutes.
TEST(RecordedReflection, OfDxcEqualsLlvms) {
  if (!test_support::installed_dxc()) GTEST_SKIP() << test_support::kNoDxc;
  const fs::path folder = fs::path(testing::TempDir()) / "trellis reflection";
  fs::create_directories(folder);
  std::vector<std::vector<std::string>> commands;
  std::vector<fs::path> targets;
  const std::vector<fs::path> sources = files_of_corpus(".hlsl");
  for (size_t i = 0; i < sources.size(); i += 7) {
    const fs::path target = folder / (std::to_string(i) + ".dxil");
    if (sources[i].parent_path().filename() == "large") continue;
    auto command = command_of(sources[i], target);
    if (command.empty()) continue;
    commands.push_back(std::move(command));
    targets.push_back(target);
  }
  const auto results = test_support::compile_all(commands, 300);
  ASSERT_TRUE(results) << results.error().to_string();
  Counts counts;
  for (size_t i = 0; i < targets.size(); ++i) {
    if ((*results)[i].done) compare(targets[i], counts);
  }
  EXPECT_GE(counts.parts, 150u);
  EXPECT_EQ(counts.recorded, counts.parts);
  EXPECT_GE(counts.names, 500u);
  std::error_code error;
  fs::remove_all(folder, error);
}

ReflectionBothWays of_text(const std::string& text) {
  const auto bitcode = assemble(text);
  EXPECT_TRUE(bitcode) << bitcode.error().to_string();
  return bitcode ? read_reflection_both_ways(*bitcode) : ReflectionBothWays{};
}

/// Returns a module with a constant buffer whose symbol is `symbol`, and the description of the struct
/// %Frame.
std::string frame_text(const std::string& symbol,
                       const std::string& members = "{ float, <2 x i32>, [3 x i32] }") {
  return "%Frame = type " + members + "\n@frame = external constant [2 x %Frame]\ndeclare void @main()\n" +
         compute_metadata() +
         "!dx.resources = !{!50}\n!50 = !{null, null, !52, null}\n!52 = !{!54}\n!54 = !{i32 0, " + symbol +
         ", !\"Frame\", i32 0, i32 2, i32 1, i32 96, null}\n!dx.typeAnnotations = !{!60}\n"
         "!60 = !{i32 0, %Frame undef, !61}\n!61 = !{i32 96, !{i32 6, !\"a\"}, !{i32 6, !\"b\"}, !{i32 6, "
         "!\"c\"}}\n";
}

TEST(RecordedReflection, OfSymbolsOfEachKind) {
  for (const char* symbol : {"ptr @frame", "ptr undef", "ptr poison", "ptr null", "ptr @main", "%Frame undef",
                             "[4 x %Frame] undef", "i32 7", "float 1.0", "%Frame poison"}) {
    const ReflectionBothWays both = of_text(frame_text(symbol));
    EXPECT_EQ(both.difference, "") << symbol;
    EXPECT_TRUE(both.is_recorded) << symbol;
    EXPECT_TRUE(both.is_read) << symbol;
    EXPECT_EQ(both.names, 4u) << symbol << ": found by its name, if not by its type";
  }
}

TEST(RecordedReflection, ErrorsAreTheSame) {
  for (const char* symbol : {"!\"text\"", "!{}"}) {
    const ReflectionBothWays both = of_text(frame_text(symbol));
    EXPECT_EQ(both.difference, "") << symbol;
    EXPECT_TRUE(both.is_recorded) << symbol;
    EXPECT_FALSE(both.is_read) << symbol;
  }
  const ReflectionBothWays both = of_text(frame_text("ptr @frame", "{ float, i32, i32, i32 }"));
  EXPECT_EQ(both.difference, "");
  EXPECT_TRUE(both.is_recorded);
  EXPECT_FALSE(both.is_read) << "an annotation has a node for each member";
}

TEST(RecordedReflection, IsReadBesideDebugInformation) {
  const ReflectionBothWays both = of_text(
      frame_text("ptr @frame") + "!dx.more = !{!70}\n!70 = !DIFile(filename: \"a\", directory: \"b\")\n");
  EXPECT_EQ(both.difference, "");
  EXPECT_TRUE(both.is_recorded && both.is_read);
}

TEST(RecordedReflection, LeavesIncompleteRecordsToLlvm) {
  // A data layout that LLVM may reject, and constants that it may fold.
  const std::string text = frame_text("ptr @frame");
  for (const std::string& whole :
       {"target datalayout = \"E-p:64:64\"\n" + text,
        text + "!dx.more = !{!70}\n!70 = !{{ { i32 } } { { i32 } { i32 1 } }}\n"}) {
    const ReflectionBothWays both = of_text(whole);
    EXPECT_TRUE(both.is_checked) << whole;
    EXPECT_TRUE(both.is_read) << whole;
    EXPECT_FALSE(both.is_recorded) << whole;
  }
}

}  // namespace
}  // namespace trellis::dxil::test

// Compares both readers on debug information of current dxc, with and without optimization.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "dxil_frontend/read_shader.hpp"
#include "tests/differential/hlsl/compiler.hpp"
#include "tests/dxil_frontend/readers/both_ways.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

using differential::hlsl::Compilation;
using differential::hlsl::Compiler;

constexpr size_t kEvery = 64;  // Compiling with dxc takes much longer than reading.

/// Returns every kEvery-th shader of the corpus.
std::vector<std::string> sources() {
  std::vector<std::filesystem::path> paths;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test_support::corpus_root())) {
    if (file.path().extension() == ".hlsl") paths.push_back(file.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (size_t i = 0; i < paths.size(); i += kEvery) {
    const auto bytes = test_support::read_binary_file(paths[i]);
    if (bytes) texts.emplace_back(bytes->begin(), bytes->end());
  }
  return texts;
}

/// Returns the value of a line such as "// profile: cs_6_0" in a source's header; empty if there is none.
std::string said(const std::string& source, const std::string& what) {
  const std::string label = "// " + what + ": ";
  const size_t at = source.find(label);
  if (at == std::string::npos) return "";
  const size_t begin = at + label.size();
  return source.substr(begin, source.find_first_of("\r\n", begin) - begin);
}

std::vector<Compilation> with_debug_info() {
  std::vector<Compilation> list;
  for (const std::string& source : sources()) {
    const std::string profile = said(source, "profile"), entry = said(source, "entry");
    if (profile.empty()) continue;
    for (const char* optimization : {"-Od", "-O3"}) {
      Compilation one{source, {"-Zi", "-Qembed_debug", optimization, "-T", profile}};
      if (!entry.empty()) one.arguments.insert(one.arguments.end(), {"-E", entry});
      std::istringstream flags(said(source, "flags"));
      for (std::string flag; flags >> flag;) {
        if (!flag.starts_with("-O")) one.arguments.push_back(flag);
      }
      list.push_back(std::move(one));
    }
  }
  return list;
}

TEST(DebugInformationOfDxc, IsTheSameByRecordsAndByLlvm) {
  const std::optional<Compiler> compiler = Compiler::find();
  if (!compiler) GTEST_SKIP() << differential::hlsl::kNoCompiler;
  const std::vector<Compilation> list = with_debug_info();
  const auto compiled = compiler->compile(list);
  ASSERT_TRUE(compiled) << compiled.error().to_string();
  ReadOptions options;
  options.debug_info = true;
  size_t count = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    const std::vector<uint8_t>& container = (*compiled)[i].container;
    if (container.empty()) continue;
    const auto bitcode = find_bitcode(container, options);
    ASSERT_TRUE(bitcode) << list[i].source;
    const BothWays both = decode_both_ways(*bitcode);
    EXPECT_EQ(both.difference, "") << list[i].arguments[2] << "\n" << list[i].source;
    EXPECT_TRUE(both.is_recorded && both.has_debug_info) << list[i].arguments[2] << "\n" << list[i].source;
    ++count;
  }
  EXPECT_GT(count, list.size() / 2);
  EXPECT_GT(count, 25u);
}

}  // namespace
}  // namespace trellis::dxil::test

// Malformed debug metadata is left out: the program is still translated, and the module is valid.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "api/translator.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/debug_info/damaged_metadata.hpp"
#include "tests/dxil_frontend/readers/both_ways.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

std::vector<std::filesystem::path> debug_variants() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(test_support::corpus_root() / "variants")) {
    if (entry.path().string().ends_with(".debug.dxil")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const std::filesystem::path& path) {
  const auto bytes = test_support::read_binary_file(path);
  EXPECT_TRUE(bytes) << path;
  ReadOptions reading;
  reading.debug_info = true;
  const auto text = disassemble(*bytes, reading);
  EXPECT_TRUE(text) << path;
  return text ? std::string(*text) : std::string();
}

TranslateOptions full_debug_info() {
  TranslateOptions options;
  options.debug_info = spirv::DebugInfoLevel::kFull;
  options.validate = true;
  return options;
}

TEST(DamagedDebugMetadata, ChangesNothingElse) {
  uint32_t translated = 0, complaints = 0;
  for (const auto& path : debug_variants()) {
    const std::string text = text_of(path);
    for (uint64_t seed = 0; seed < 12; ++seed) {
      const auto damaged = damage_debug_metadata(text, seed, 1 + static_cast<uint32_t>(seed % 8));
      ASSERT_TRUE(damaged) << path << ": " << damaged.error().to_string();
      TranslateOptions options = full_debug_info();
      options.log = [&](LogLevel, std::string_view line) {
        complaints += line.find("debug information is ignored") != std::string_view::npos ? 1 : 0;
      };
      const auto translation = Translator().translate(*damaged, options);
      if (!translation) {
        // LLVM's reader, or the check before it, rejects some programs.
        EXPECT_EQ(translation.error().code, ErrorCode::kBadInput)
            << path << " " << seed << ": " << translation.error().to_string();
        continue;
      }
      ++translated;
      if (seed % 4 != 0) continue;
      const auto again = Translator().translate(*damaged, full_debug_info());
      EXPECT_TRUE(again && again->spirv == translation->spirv) << path << " " << seed;
    }
  }
  EXPECT_GT(translated, 100u);
  EXPECT_GT(complaints, 10u);
}

TEST(DamagedDebugMetadata, IsTheSameByRecordsAndByLlvm) {
  uint32_t read = 0;
  for (const auto& path : debug_variants()) {
    const std::string text = text_of(path);
    for (uint64_t seed = 1000; seed < 1024; ++seed) {
      const auto damaged = damage_debug_metadata(text, seed, 1 + static_cast<uint32_t>(seed % 8));
      ASSERT_TRUE(damaged) << path << ": " << damaged.error().to_string();
      const BothWays both = decode_both_ways(*damaged);
      EXPECT_EQ(both.difference, "") << path << " " << seed;
      read += both.has_debug_info ? 1 : 0;
    }
  }
  EXPECT_GT(read, 200u);
}

TEST(DamagedDebugMetadata, WithoutDamageIsTranslated) {
  for (const auto& path : debug_variants()) {
    const auto written = damage_debug_metadata(text_of(path), 0, 0);
    ASSERT_TRUE(written) << path << ": " << written.error().to_string();
    const auto translation = Translator().translate(*written, full_debug_info());
    ASSERT_TRUE(translation) << path << ": " << translation.error().to_string();
  }
}

}  // namespace
}  // namespace trellis::dxil::test

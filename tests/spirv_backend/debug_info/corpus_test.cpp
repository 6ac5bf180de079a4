// Translates every shader with full debug information. Modules that contain it must be valid for the newest
// validator, which checks that instruction set. Modules of shaders without debug information must equal those
// made without the option.
#include "tests/support/corpus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "dxil_frontend/read_shader.hpp"
#include "support/run_program.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

constexpr double kMostSeconds = 60;

std::string newest_verdict(const Vector<uint32_t>& module) {
  const std::span<const char> bytes(reinterpret_cast<const char*>(module.data()), module.size() * 4);
  const auto run = run_program({TRELLIS_SPIRV_VAL, "--target-env", "vulkan1.3", "--scalar-block-layout", "-"},
                               bytes, kMostSeconds);
  if (!run) return run.error().to_string();
  if (run->finished && run->exit_status == 0) return "";
  return "exit status " + std::to_string(run->exit_status) + ": " + std::string(run->errors + run->output);
}

bool has_set(const Vector<uint32_t>& module) {
  const std::string_view name = "NonSemantic.Shader.DebugInfo.100";
  const std::string_view words(reinterpret_cast<const char*>(module.data()), module.size() * 4);
  return words.find(name) != std::string_view::npos;
}

/// Checks one shader. Returns whether one of its modules uses the instruction set.
bool check_shader(const std::filesystem::path& path) {
  const auto bytes = test_support::read_binary_file(path);
  EXPECT_TRUE(bytes.ok()) << path;
  dxil::ReadOptions reading;
  reading.debug_info = true;
  const auto shader = dxil::read_shader(*bytes, reading);
  EXPECT_TRUE(shader.ok()) << path << ": " << shader.error().to_string();
  if (!shader.ok()) return false;
  bool found = false;
  for (const dxil::EntryPoint& entry : shader->entry_points) {
    spirv::EmitOptions options;
    options.debug_info = spirv::DebugInfoLevel::kLines;
    const auto lines = translate(*shader, entry, options);
    options.debug_info = spirv::DebugInfoLevel::kFull;
    const auto full = translate(*shader, entry, options);
    EXPECT_EQ(lines.ok(), full.ok()) << path << ", " << entry.name << ": "
                                     << (full.ok() ? "" : full.error().to_string());
    if (!lines || !full) continue;
    if (!has_set(*full)) {
      EXPECT_EQ(*full, *lines) << path << ", " << entry.name;
      continue;
    }
    found = true;
    EXPECT_EQ(newest_verdict(*full), "") << path << ", " << entry.name;
    const auto again = translate(*shader, entry, options);
    EXPECT_TRUE(again && *again == *full) << path << ", " << entry.name;
  }
  return found;
}

class FullDebugInfo : public testing::TestWithParam<const char*> {};

TEST_P(FullDebugInfo, IsValid) {
  if (!std::filesystem::exists(TRELLIS_SPIRV_VAL)) GTEST_SKIP() << "no newest spirv-val: run scripts/setup";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(test_support::corpus_root() / GetParam())) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".dxil" || entry.path().string().ends_with(".full.pdb")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  uint32_t count = 0;
  for (const auto& file : files) {
    const std::string name = file.filename().string();
    // The other files of `containers` lack the program or the debug information; other tests cover them.
    if (std::strcmp(GetParam(), "containers") == 0 && name.find("embedded_debug") == std::string::npos &&
        name.find("full.pdb") == std::string::npos) {
      continue;
    }
    count += check_shader(file) ? 1 : 0;
  }
  const std::string_view folder = GetParam();
  const std::map<std::string_view, uint32_t> least = {
      {"variants", 16}, {"containers", 80}, {"debug_info", 14}};
  const auto known = least.find(folder);
  EXPECT_GE(count, known == least.end() ? 0u : known->second);
}

INSTANTIATE_TEST_SUITE_P(Corpus, FullDebugInfo,
                         testing::Values("control_flow", "programs", "uniformity", "reconvergence", "breaks",
                                         "ops", "resources", "stages", "raytracing", "variants", "containers",
                                         "wild", "sm69", "debug_info"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace trellis::test_backend

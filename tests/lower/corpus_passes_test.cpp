// Every reference shader goes through the passes, and the verifier runs after each of them.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "dxil_frontend/read_shader.hpp"
#include "lower/lower.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::lower {
namespace {

class PassCounter final : public PassObserver {
 public:
  void after_pass(std::string_view pass, const LoweredProgram&) override { ++counts[std::string(pass)]; }
  std::map<std::string, size_t> counts;
};

TEST(CorpusPasses, LeaveSoundPrograms) {
  PassCounter counter;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test_support::corpus_root())) {
    if (file.path().extension() != ".dxil") continue;
    const auto bytes = test_support::read_binary_file(file.path());
    ASSERT_TRUE(bytes) << bytes.error().to_string();
    dxil::ReadOptions reading;
    reading.debug_info = true;
    const auto shader = dxil::read_shader(*bytes, reading);
    if (!shader) continue;  // Some are there to be refused.
    for (const dxil::EntryPoint& entry : shader->entry_points) {
      for (const bool is_maximal : {false, true}) {
        Options options;
        options.maximal_reconvergence = is_maximal;
        options.observer = &counter;
        options.verify = true;
        const Result<LoweredProgram> program = lower(*shader, entry, options);
        if (program) continue;
        EXPECT_NE(program.error().code, ErrorCode::kInternalCheck)
            << file.path() << ", " << entry.name << ": " << program.error().to_string();
      }
    }
  }
  for (const Pass& pass : passes()) {
    // No shader has 16384 cases, and dxc's functions return from one block.
    if (std::string_view(pass.name) == "large-switches" || std::string_view(pass.name) == "single-returns")
      continue;
    EXPECT_GT(counter.counts[pass.name], 0u) << pass.name;
  }
}

}  // namespace
}  // namespace trellis::lower

// Translates every reference shader with the program: each is translated and valid, or refused with a reason.
// No check fails, and nothing crashes.
#include "tests/support/corpus.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

class CorpusFolder : public InFolder, public testing::WithParamInterface<const char*> {
 protected:
  RunResult translate_all() const {
    return trellis({(test_support::corpus_root() / GetParam()).string(), "-o", path("out"), "--validate"});
  }
};

/// Returns true for the error of a validator that is older than a module's extensions (the corpus test of
/// spirv_backend has the reasons).
bool is_old_validator(const std::string& line) {
  if (line.find("the SPIR-V validator refuses the module") == std::string::npos) return false;
  return line.find("ms_derivatives_66.dxil") != std::string::npos ||
         line.find("ms_primitive_system_values.dxil") != std::string::npos;
}

TEST_P(CorpusFolder, IsTranslatedOrRefusedByName) {
  const RunResult run = translate_all();
  // 2: a library, for which an entry point has to be named. 4: see is_old_validator().
  EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 2 || run.exit_code == 3 || run.exit_code == 4)
      << run.exit_code << '\n'
      << run.errors;
  std::istringstream lines(run.errors);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(": error: ") == std::string::npos) continue;
    // Shaders that are neither translated nor unsupported are libraries, for which an entry point has to be
    // named.
    const bool refused = line.find("not translated yet") != std::string::npos ||
                         line.find("not supported") != std::string::npos ||
                         line.find("choose one with --entry") != std::string::npos ||
                         line.find("nothing to translate") != std::string::npos;
    EXPECT_TRUE(refused || is_old_validator(line)) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusFolder,
                         testing::Values("control_flow", "programs", "uniformity", "reconvergence", "ops",
                                         "resources", "variants", "large", "stages", "raytracing"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace trellis::tools_test

// Every reference shader through the program: translated and valid, or refused by name. No check fails,
// nothing crashes.
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

TEST_P(CorpusFolder, IsTranslatedOrRefusedByName) {
  const RunResult run = translate_all();
  // 1: nothing but libraries is left, of which an entry point has to be named.
  EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 1 || run.exit_code == 3) << run.exit_code << '\n' << run.errors;
  EXPECT_EQ(run.errors.find("internal check failed"), std::string::npos) << run.errors;
  std::istringstream lines(run.errors);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(": error: ") == std::string::npos) continue;
    // What is neither translated nor unsupported are libraries of which an entry point has to be named.
    const bool refused = line.find("not translated yet") != std::string::npos ||
                         line.find("not supported") != std::string::npos ||
                         line.find("one has to be named") != std::string::npos ||
                         line.find("has no entry point") != std::string::npos;
    EXPECT_TRUE(refused) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusFolder,
                         testing::Values("control_flow", "programs", "uniformity", "reconvergence", "ops",
                                         "resources", "variants", "large", "stages", "raytracing"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace trellis::tools_test

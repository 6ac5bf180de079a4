#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::vulkan {

std::unique_ptr<Runner> RunnerTest::runner_;
std::string RunnerTest::reason_;

void RunnerTest::SetUpTestSuite() {
  auto runner = Runner::create();
  if (runner) {
    runner_ = std::move(*runner);
  } else {
    reason_ = runner.error().to_string();
  }
}

std::vector<std::vector<uint32_t>> RunnerTest::dispatched(const Dispatch& dispatch) {
  const auto results = runner().dispatch(dispatch);
  if (!results) {
    ADD_FAILURE() << results.error().to_string();
    return {};
  }
  return words_of(*results);
}

}  // namespace trellis::vulkan

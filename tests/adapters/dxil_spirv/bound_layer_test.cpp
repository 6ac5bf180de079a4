// Runs reference shaders bound through the callbacks of dxil-spirv's interface in each of its modes, and
// expects the same results.
#include "tests/adapters/dxil_spirv/bound_layer.hpp"

#include "tests/support/case_header.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_dxil_spirv {
namespace {

using test_c_api::Mode;

struct ModeCase {
  Mode mode;
  uint32_t least;     ///< Minimum number of shaders that must run.
  uint32_t step = 9;  ///< Runs one in `step` executable compute shaders.
};

class DxilSpirvBindings : public vulkan::RunnerTest, public testing::WithParamInterface<ModeCase> {};

TEST_P(DxilSpirvBindings, GiveTheExpectedResults) {
  const test_c_api::Translator translator = test_c_api::make_translator();
  const std::string_view folders[] = {"programs", "resources", "ops", "control_flow"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  uint32_t passed = 0;
  for (size_t n = 1; n < shaders->size(); n += GetParam().step) {
    const test_support::CorpusShader& shader = (*shaders)[n];
    const auto header = test_support::read_case_header(shader.hlsl);
    ASSERT_TRUE(header);
    if (header->execution != test_support::Execution::kYes || !header->is_compute()) continue;
    const LayerResult result = run_bound(runner(), translator, shader, GetParam().mode);
    if (result.outcome == Outcome::kPassed) ++passed;
    EXPECT_NE(result.outcome, Outcome::kFailed) << shader.label() << ": " << result.text;
  }
  RecordProperty("shaders", static_cast<int>(passed));
  EXPECT_GE(passed, GetParam().least);
}

INSTANTIATE_TEST_SUITE_P(
    All, DxilSpirvBindings,
    testing::Values(ModeCase{Mode::kTable, 20}, ModeCase{Mode::kHeap, 20}, ModeCase{Mode::kAddress, 15},
                    ModeCase{Mode::kTexelBuffer, 15}, ModeCase{Mode::kStorageConstants, 3, 5},
                    ModeCase{Mode::kHeapStorageConstants, 3, 5}, ModeCase{Mode::kRootConstants, 3, 5},
                    ModeCase{Mode::kInlineBlock, 3, 5}, ModeCase{Mode::kTableRange, 10, 13}),
    [](const auto& parameter) { return name_of(parameter.param.mode); });

}  // namespace
}  // namespace trellis::test_dxil_spirv

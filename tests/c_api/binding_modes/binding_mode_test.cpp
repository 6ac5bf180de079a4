// Runs reference shaders with their resources bound in every mode: the results are the same each time.
#include "tests/c_api/binding_modes/bound_case.hpp"
#include "tests/support/case_header.hpp"
#include "tests/vulkan/heaps/device_heaps.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_c_api {
namespace {

struct ModeCase {
  Mode mode;
  uint32_t least;  ///< Minimum number of shaders that must run.
  /// Runs one in `step` executable compute shaders: the modes differ in how resources are reached, not in
  /// what is computed. Modes with a check before each access take long in the device's compiler.
  uint32_t step = 3;
};

class BindingModes : public vulkan::RunnerTest, public testing::WithParamInterface<ModeCase> {};

TEST_P(BindingModes, GiveTheSameResults) {
  if (uses_device_heaps(GetParam().mode) && !vulkan::DeviceHeaps::are_supported(runner().device())) {
    GTEST_SKIP() << "the device has no VK_EXT_descriptor_heap";
  }
  const Translator translator = make_translator();
  const std::string_view folders[] = {"programs", "resources", "ops", "control_flow"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  uint32_t passed = 0;
  for (size_t n = 0; n < shaders->size(); n += GetParam().step) {
    const test_support::CorpusShader& shader = (*shaders)[n];
    const auto header = test_support::read_case_header(shader.hlsl);
    ASSERT_TRUE(header);
    if (header->execution != test_support::Execution::kYes || !header->is_compute()) continue;
    const CaseResult result = run_bound(runner(), translator, shader, GetParam().mode);
    if (result.outcome == Outcome::kPassed) ++passed;
    EXPECT_NE(result.outcome, Outcome::kFailed) << shader.label() << ": " << result.text;
  }
  RecordProperty("shaders", static_cast<int>(passed));
  EXPECT_GE(passed, GetParam().least);
}

INSTANTIATE_TEST_SUITE_P(
    All, BindingModes,
    testing::Values(ModeCase{Mode::kTable, 60}, ModeCase{Mode::kArrayElement, 60}, ModeCase{Mode::kHeap, 60},
                    ModeCase{Mode::kUpdateAfterBind, 60}, ModeCase{Mode::kAddress, 60},
                    ModeCase{Mode::kBoundedAddress, 50}, ModeCase{Mode::kAddressTable, 40, 4},
                    ModeCase{Mode::kTexelBuffer, 50}, ModeCase{Mode::kStorageConstants, 10},
                    ModeCase{Mode::kHeapStorageConstants, 10}, ModeCase{Mode::kRootConstants, 10},
                    ModeCase{Mode::kInlineBlock, 10}, ModeCase{Mode::kRootRange, 20, 7},
                    ModeCase{Mode::kTableRange, 20, 7}, ModeCase{Mode::kTexelRange, 20, 7},
                    ModeCase{Mode::kDeviceHeap, 20, 9}, ModeCase{Mode::kDeviceHeapConstants, 10},
                    ModeCase{Mode::kDeviceHeapTexels, 10, 14}, ModeCase{Mode::kDeviceHeapRange, 10, 14}),
    [](const auto& parameter) { return name_of(parameter.param.mode); });

}  // namespace
}  // namespace trellis::test_c_api

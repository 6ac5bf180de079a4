// Runs reference shaders under root signatures that hold their resources in every form, with every kind of
// layout, and expects the same results each time. The bindings come only from the layout.
#include "tests/pipeline_layout/layout_binder.hpp"
#include "tests/pipeline_layout/root_case.hpp"
#include "tests/support/case_header.hpp"
#include "tests/vulkan/heaps/device_heaps.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_layout {
namespace {

class LayoutModes : public vulkan::RunnerTest, public testing::WithParamInterface<VersionedMode> {};

/// Runs every sixth executable compute shader: layouts differ in how resources are reached, not in what is
/// computed.
constexpr size_t kStep = 6;

TEST_P(LayoutModes, GiveTheSameResults) {
  const bool needs_mutable = GetParam().mode.types == TRELLIS_TYPES_MUTABLE;
  if (needs_mutable && !device().has_extension("VK_EXT_mutable_descriptor_type")) {
    GTEST_SKIP() << "the device has no mutable descriptors";
  }
  const bool needs_heaps = GetParam().mode.tables == TRELLIS_TABLES_EXTENSION;
  if (needs_heaps && !vulkan::DeviceHeaps::are_supported(device())) {
    GTEST_SKIP() << "the device has no VK_EXT_descriptor_heap";
  }
  const test_c_api::Translator translator = test_c_api::make_translator();
  TrellisPipelineLayoutOptions options = options_of(GetParam().mode);
  options.resource_heap_descriptors = options.unbounded_descriptors = 256;
  options.stages = VK_SHADER_STAGE_COMPUTE_BIT;
  const std::string_view folders[] = {"programs", "resources", "ops", "control_flow"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  uint32_t passed = 0, constants = 0, root_descriptors = 0, table_ranges = 0;
  for (size_t n = 0; n < shaders->size(); n += kStep) {
    const test_support::CorpusShader& shader = (*shaders)[n];
    const auto header = test_support::read_case_header(shader.hlsl);
    ASSERT_TRUE(header);
    if (header->execution != test_support::Execution::kYes || !header->is_compute()) continue;
    const RootCaseResult result =
        run_by_root_signature(runner(), translator, shader, options, GetParam().version);
    EXPECT_TRUE(result.passed) << shader.label() << ": " << result.text;
    passed += result.passed ? 1 : 0;
    constants += result.constants;
    root_descriptors += result.root_descriptors;
    table_ranges += result.table_ranges;
  }
  EXPECT_GE(passed, 40u);
  EXPECT_GE(constants, 3u);
  EXPECT_GE(root_descriptors, 30u);
  EXPECT_GE(table_ranges, 30u);
}

INSTANTIATE_TEST_SUITE_P(All, LayoutModes, testing::ValuesIn(kLayoutModes),
                         [](const auto& parameter) { return std::string(parameter.param.mode.name); });
INSTANTIATE_TEST_SUITE_P(Newest, LayoutModes, testing::Values(VersionedMode{kDeviceHeapMode, 2}),
                         [](const auto& parameter) { return std::string(parameter.param.mode.name); });

}  // namespace
}  // namespace trellis::test_layout

// The pipelines of tests that draw, compiled for a GPU that need not be present: all stages together, as they
// are linked where they are drawn.
#pragma once

#include <string>
#include <vector>

#include "tests/gpu_compiler/statistics_table.hpp"
#include "tests/vulkan/draw.hpp"

namespace trellis::gpu_compiler {

struct DrawnPipeline {
  std::string name;  ///< The test's, and which of its pipelines it is: "PixelStageTest.Discard#1".
  vulkan::Draw draw;
};

/// Runs the tests of this program and keeps what they draw with; of draws of one test that differ in data
/// alone, the first. An error if a test fails.
Result<std::vector<DrawnPipeline>> collect_drawn_pipelines();

struct CompiledPipelines {
  StatisticsTable table;  ///< By pipeline and executable: "PixelStageTest.Discard#1:fragment".
  std::string failures;   ///< A line each.
  size_t lacking = 0;     ///< How many pipelines need what the GPU lacks.
};

/// Compiles all of them in child processes. What has risen over `recorded` is compiled again: Mesa's compiler
/// now and then makes other code of the same module.
CompiledPipelines compile_pipelines(const std::string& family, const std::vector<DrawnPipeline>& pipelines,
                                    const StatisticsTable& recorded);

}  // namespace trellis::gpu_compiler

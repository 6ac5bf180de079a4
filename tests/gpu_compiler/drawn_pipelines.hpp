// Compiles the pipelines of tests that draw, for a GPU that need not be present. All stages of a pipeline are
// compiled and linked together, as they are for drawing.
#pragma once

#include <string>
#include <vector>

#include "tests/gpu_compiler/statistics_table.hpp"
#include "tests/vulkan/draws/draw.hpp"

namespace trellis::gpu_compiler {

struct DrawnPipeline {
  /// The test's name and the number of the pipeline in it, such as "PixelStageTest.Discard#1".
  std::string name;
  vulkan::Draw draw;
};

/// Runs the tests of this program and collects the pipelines of their draws. If draws of one test differ only
/// in data, keeps the first one. Returns an error if a test fails.
Result<std::vector<DrawnPipeline>> collect_drawn_pipelines();

struct CompiledPipelines {
  StatisticsTable table;  ///< By pipeline and executable, such as "PixelStageTest.Discard#1:fragment".
  std::string failures;   ///< One line per failure.
  size_t lacking = 0;     ///< How many pipelines need something that the GPU lacks.
};

/// Compiles the pipelines in child processes. Compiles one again if its figures exceed those in `recorded`:
/// Mesa's compiler occasionally generates different code for the same module.
CompiledPipelines compile_pipelines(const std::string& family, const std::vector<DrawnPipeline>& pipelines,
                                    const StatisticsTable& recorded);

}  // namespace trellis::gpu_compiler

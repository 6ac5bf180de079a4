// Binds a reference shader through the callbacks of dxil-spirv's interface in one of the modes, runs it and
// compares the results with the expected ones.
#pragma once

#include <string>

#include "tests/c_api/binding_modes/binder.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::test_dxil_spirv {

enum class Outcome { kPassed, kFailed, kNothingToBind };
struct LayerResult {
  Outcome outcome = Outcome::kFailed;
  std::string text;
};

/// Returns Outcome::kNothingToBind if the shader has no resource for the mode, or if the mode does not
/// support the shader.
LayerResult run_bound(vulkan::Runner& runner, const test_c_api::Translator& translator,
                      const test_support::CorpusShader& shader, test_c_api::Mode mode);

}  // namespace trellis::test_dxil_spirv

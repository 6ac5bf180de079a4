// A reference shader bound through the callbacks of dxil-spirv's interface in one of the ways there are, run,
// and held against what is expected.
#pragma once

#include <string>

#include "tests/c_api/binder.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::test_dxil_spirv {

enum class Outcome { kPassed, kFailed, kNothingToBind };
struct LayerResult {
  Outcome outcome = Outcome::kFailed;
  std::string text;
};

/// Outcome kNothingToBind: the shader has no resource for the mode, or the mode cannot do what it does.
LayerResult run_bound(vulkan::Runner& runner, const test_c_api::Translator& translator,
                      const test_support::CorpusShader& shader, test_c_api::Mode mode);

}  // namespace trellis::test_dxil_spirv

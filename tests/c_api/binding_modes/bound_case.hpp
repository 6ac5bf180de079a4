// Binds a reference shader's buffers in one of the modes, runs it and compares the results with the expected
// ones.
#pragma once

#include <string>

#include "tests/c_api/binding_modes/binder.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::test_c_api {

enum class Outcome { kPassed, kFailed, kNothingToBind };
struct CaseResult {
  Outcome outcome = Outcome::kFailed;
  std::string text;
};

/// Returns Outcome::kNothingToBind if the shader has no resource for the mode, or if the translator reports
/// that the mode does not support the shader.
CaseResult run_bound(vulkan::Runner& runner, const Translator& translator,
                     const test_support::CorpusShader& shader, Mode mode);

}  // namespace trellis::test_c_api

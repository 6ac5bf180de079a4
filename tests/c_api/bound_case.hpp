// A reference shader's buffers bound in one of the ways there are, run, and held against what is expected.
#pragma once

#include <string>

#include "tests/c_api/binder.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::test_c_api {

enum class Outcome { kPassed, kFailed, kNothingToBind };
struct CaseResult {
  Outcome outcome = Outcome::kFailed;
  std::string text;
};

/// Outcome kNothingToBind: the shader has no resource for the mode, or the translator says that the mode
/// cannot do what the shader does.
CaseResult run_bound(vulkan::Runner& runner, const Translator& translator,
                     const test_support::CorpusShader& shader, Mode mode);

}  // namespace trellis::test_c_api

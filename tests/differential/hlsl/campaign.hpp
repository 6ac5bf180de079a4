// Programs compiled by dxc at several levels of optimization, translated, and run: each has to leave what the
// machine says.
#pragma once

#include <functional>
#include <memory>

#include "api/translator.hpp"
#include "tests/differential/hlsl/compiler.hpp"
#include "tests/differential/hlsl/generate.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential::hlsl {

inline constexpr const char* kLevels[] = {"-Od", "-O1", "-O3"};

enum class Stage : uint8_t { kCompile, kTranslate, kValidate, kRun, kCompare };

struct Finding {
  uint64_t seed = 0;
  size_t program = 0;  ///< Among those tried.
  std::string level;   ///< Of optimization.
  Stage stage = Stage::kCompile;
  std::string text;
};
std::string to_text(const Finding& finding);

struct Verdicts {
  uint32_t tried = 0, left_out = 0;  ///< Programs; left out: what they compute is not defined.
  uint32_t unmarked = 0;             ///< Entries that are compared only at -Od (unmarked_votes.hpp).
  uint32_t refused = 0;              ///< Compilations that dxc refuses; they are among the findings.
  std::vector<Finding> findings;
};

/// What programs are tried on.
struct Workbench {
  const Compiler& compiler;
  vulkan::Runner& runner;
  std::vector<std::string> levels = {std::begin(kLevels), std::end(kLevels)};
  TranslateOptions options = {};
};

/// An error if dxc cannot be run at all.
Result<Verdicts> try_programs(const Workbench& bench, const std::vector<Program>& programs);

/// A smaller program of which the level says the same thing at the same stage.
Program reduced(const Workbench& bench, const Program& program, const Finding& finding);

}  // namespace trellis::differential::hlsl

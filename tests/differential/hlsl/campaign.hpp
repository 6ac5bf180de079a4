// Compiles programs with dxc at several levels of optimization, translates them and runs them. The results
// must be those of the interpreter in machine.hpp.
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
  size_t program = 0;  ///< Index among the programs tried.
  std::string level;   ///< The level of optimization.
  Stage stage = Stage::kCompile;
  std::string text;
};
std::string to_text(const Finding& finding);

struct Verdicts {
  uint32_t tried = 0, left_out = 0;  ///< Number of programs. Those left out compute undefined results.
  uint32_t unmarked = 0;             ///< Number of entries with unmarked votes.
  uint32_t refused = 0;              ///< Number of compilations that dxc refuses; also in findings.
  std::vector<Finding> findings;
};

/// Everything needed to try programs.
struct Workbench {
  const Compiler& compiler;
  vulkan::Runner& runner;
  std::vector<std::string> levels = {std::begin(kLevels), std::end(kLevels)};
  TranslateOptions options = {};
};

/// Tries each program. Fails if dxc cannot be run at all.
Result<Verdicts> try_programs(const Workbench& bench, const std::vector<Program>& programs);

/// Returns a smaller program with the same kind of finding at the same level and stage.
Program reduced(const Workbench& bench, const Program& program, const Finding& finding);

}  // namespace trellis::differential::hlsl

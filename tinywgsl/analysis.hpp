// The uniformity analysis of TinyWGSL (section 4.2 and figures 8 and 9 of the paper).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tinywgsl/deviations.hpp"
#include "tinywgsl/program.hpp"

namespace trellis::tinywgsl {

/// What a function's callers have to know about it, each with the reason in words.
struct Summary {
  bool call_site_uniform = false;              ///< It must be called in uniform control flow.
  bool return_non_uniform = false;             ///< Its result may differ whatever its arguments are.
  std::vector<bool> parameters_required;       ///< Parameters that have to be uniform.
  std::vector<bool> parameters_affect_return;  ///< Parameters the result depends on.
  std::string call_site_reason, return_reason;
  std::vector<std::string> parameter_reasons;
};

/// Something that must be uniform and may not be.
struct Finding {
  uint32_t function = kNone;
  Place place;                     ///< Where the barrier or call is.
  std::string requirement;         ///< "the barrier at 8:3 has to be in uniform control flow".
  std::vector<std::string> chain;  ///< "control flow after the if at 5:5", ...: each depends on the next.
};

struct Analysis {
  std::vector<Summary> summaries;  ///< By function, in order, up to the first that has findings.
  std::vector<Finding> findings;   ///< Those of that function; empty: the shader is accepted.

  bool accepted() const { return findings.empty(); }
};

/// Analyses the functions in order, until one has a finding. kUnsupported if a function's graph gets too
/// large.
Result<Analysis> analyse(const Program& program, Deviations deviations = {});

/// Verdict, summaries and findings, in lines.
std::string to_string(const Program& program, const Analysis& analysis);

}  // namespace trellis::tinywgsl

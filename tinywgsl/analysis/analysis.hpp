// The uniformity analysis of TinyWGSL (section 4.2 and figures 8 and 9 of the paper).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tinywgsl/analysis/deviations.hpp"
#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

/// What a function's callers have to know about it, each fact with the reason in words.
struct Summary {
  bool call_site_uniform = false;   ///< The function must be called in uniform control flow.
  bool return_non_uniform = false;  ///< The result may differ between threads regardless of the arguments.
  std::vector<bool> parameters_required;       ///< By parameter: the parameter has to be uniform.
  std::vector<bool> parameters_affect_return;  ///< By parameter: the result depends on the parameter.
  std::string call_site_reason, return_reason;
  std::vector<std::string> parameter_reasons;
};

/// Something that must be uniform and may not be.
struct Finding {
  uint32_t function = kNone;
  Place place;              ///< Location of the barrier or call.
  std::string requirement;  ///< For example "the barrier at 8:3 has to be in uniform control flow".
  /// For example "control flow after the if at 5:5". Each entry depends on the next.
  std::vector<std::string> chain;
};

struct Analysis {
  std::vector<Summary> summaries;  ///< By function, in order, up to the first function with findings.
  /// Findings of the first function that has any. If empty, the shader is accepted.
  std::vector<Finding> findings;

  bool accepted() const { return findings.empty(); }
};

/// Analyses the functions in order until one has a finding. Fails with kUnsupported if a function's graph
/// gets too large.
Result<Analysis> analyse(const Program& program, Deviations deviations = {});

/// Returns the verdict, summaries and findings as lines of text.
std::string to_string(const Program& program, const Analysis& analysis);

}  // namespace trellis::tinywgsl

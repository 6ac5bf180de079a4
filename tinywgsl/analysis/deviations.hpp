// Single changes to the rules of the analysis. Tests show that the oracle detects each of them.
#pragma once

#include <cstdint>

namespace trellis::tinywgsl {

enum class Deviation : uint8_t {
  // Unsound: each accepts programs that diverge.
  kLidUniform,
  kSharedUniform,
  kLiteralWithoutControl,
  kLocalWithoutControl,
  kOperatorLeftOnly,
  kBarrierWithoutRequirement,
  kConditionIgnored,         ///< The branches of an if depend only on the control flow before it.
  kIfWithoutBehaviours,      ///< Control flow after an if is always that before it.
  kIfMergesThenOnly,         ///< Variables after an if are those of its then-branch.
  kBreakIfWithoutCondition,  ///< Figure 10a.
  kLoopControlWithoutBackEdge,
  kLoopVariablesWithoutBackEdge,
  kReturnsFromLoopIgnored,  ///< Line 12 of the rule for loops yields the control flow from before the loop.
  kLeavingLoopIgnored,      ///< Line 11 of that rule yields the control flow from before the loop.
  kBreakWithoutVariables,
  kContinueWithoutVariables,
  /// Figure 8 taken literally: a break out of a `continuing` does not let control past the loop.
  kFigure8Letter,
  kCallSiteIgnored,
  kCallParametersIgnored,
  kCallResultWithoutParameters,
  kCallResultUniform,
  kCallResultWithoutControl,
  // Sound but less precise: the rules before the paper's changes.
  kReturningLoopAsAnyOther,  ///< Figure 10b.
  kAlwaysBackEdges,          ///< Figure 10c.
  kAlwaysContinuing,         ///< Figure 10d.
};
inline constexpr uint8_t kUnsoundDeviations = static_cast<uint8_t>(Deviation::kReturningLoopAsAnyOther);
inline constexpr uint8_t kDeviations = static_cast<uint8_t>(Deviation::kAlwaysContinuing) + 1;

/// Returns the deviation's name without the k, for reports.
const char* to_string(Deviation deviation);

/// A set of deviations. The empty set stands for the paper's rules.
class Deviations {
 public:
  Deviations() = default;
  explicit Deviations(Deviation deviation) : bits_(bit(deviation)) {}
  bool has(Deviation deviation) const { return (bits_ & bit(deviation)) != 0; }

 private:
  static uint32_t bit(Deviation deviation) { return uint32_t{1} << static_cast<uint8_t>(deviation); }
  uint32_t bits_ = 0;
};

}  // namespace trellis::tinywgsl

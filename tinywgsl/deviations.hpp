// Changes to the rules of the analysis, one by one: tests show that the oracle notices each of them.
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
  kConditionIgnored,         ///< The branches of an if depend on control flow before it alone.
  kIfWithoutBehaviours,      ///< Control flow after an if is always that before it.
  kIfMergesThenOnly,         ///< Variables after an if are those of its then-branch.
  kBreakIfWithoutCondition,  ///< Figure 10a.
  kLoopControlWithoutBackEdge,
  kLoopVariablesWithoutBackEdge,
  kReturnsFromLoopIgnored,  ///< Line 12 of the rule for loops gives control flow before the loop.
  kLeavingLoopIgnored,      ///< Line 11 does.
  kBreakWithoutVariables,
  kContinueWithoutVariables,
  kFigure8Letter,  ///< A break out of a `continuing` does not let control past the loop.
  kCallSiteIgnored,
  kCallParametersIgnored,
  kCallResultWithoutParameters,
  kCallResultUniform,
  kCallResultWithoutControl,
  // Sound, but less precise: the rules before the paper's changes.
  kReturningLoopAsAnyOther,  ///< Figure 10b.
  kAlwaysBackEdges,          ///< Figure 10c.
  kAlwaysContinuing,         ///< Figure 10d.
};
inline constexpr uint8_t kUnsoundDeviations = static_cast<uint8_t>(Deviation::kReturningLoopAsAnyOther);
inline constexpr uint8_t kDeviations = static_cast<uint8_t>(Deviation::kAlwaysContinuing) + 1;

/// Its name without the k, for reports.
const char* to_string(Deviation deviation);

/// A set of deviations; none: the paper's rules.
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

#include "tinywgsl/analysis/deviations.hpp"

#include <array>
#include <cstddef>

namespace trellis::tinywgsl {

const char* to_string(Deviation deviation) {
  constexpr std::array<const char*, kDeviations> kNames = {
      "LidUniform",
      "SharedUniform",
      "LiteralWithoutControl",
      "LocalWithoutControl",
      "OperatorLeftOnly",
      "BarrierWithoutRequirement",
      "ConditionIgnored",
      "IfWithoutBehaviours",
      "IfMergesThenOnly",
      "BreakIfWithoutCondition",
      "LoopControlWithoutBackEdge",
      "LoopVariablesWithoutBackEdge",
      "ReturnsFromLoopIgnored",
      "LeavingLoopIgnored",
      "BreakWithoutVariables",
      "ContinueWithoutVariables",
      "Figure8Letter",
      "CallSiteIgnored",
      "CallParametersIgnored",
      "CallResultWithoutParameters",
      "CallResultUniform",
      "CallResultWithoutControl",
      "ReturningLoopAsAnyOther",
      "AlwaysBackEdges",
      "AlwaysContinuing",
  };
  return kNames[static_cast<size_t>(deviation)];
}

}  // namespace trellis::tinywgsl

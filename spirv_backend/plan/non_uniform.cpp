#include "spirv_backend/plan/non_uniform.hpp"

#include <algorithm>

#include "uniformity/analysis.hpp"

namespace trellis::spirv {
namespace {

bool is_indexed(const LocalPlan& local) {
  const Reference& reference = local.reference;
  return (reference.kind == ReferenceKind::kResource || reference.kind == ReferenceKind::kHeap) &&
         !reference.is_static;
}

/// Without the extension there is nothing to mark with: what the program itself marks is refused later.
bool has_marks(const DeviceOptions& device) {
  return !device.extensions || device.extensions->has(Extension::kDescriptorIndexing);
}

}  // namespace

void decide_non_uniform(const dxil::Shader& shader, ModulePlan& plan) {
  const NonUniformIndices mode = plan.options.non_uniform;
  if (mode == NonUniformIndices::kDeclared || !has_marks(plan.options.device)) return;
  const bool is_needed =
      std::any_of(plan.functions.begin(), plan.functions.end(), [](const FunctionPlan& function) {
        return std::any_of(function.locals.begin(), function.locals.end(), is_indexed);
      });
  if (!is_needed) return;
  Result<uniformity::Analysis> analysis = uniformity::Analysis{};
  if (mode != NonUniformIndices::kAlways) {
    uniformity::AnalysisRequest request;
    request.entry = plan.entry_point;
    request.want_findings = false;
    analysis = uniformity::analyse(shader, request);
  }
  const bool is_known = mode != NonUniformIndices::kAlways && analysis.ok();
  for (FunctionPlan& function : plan.functions) {
    for (size_t local = 0; local < function.locals.size(); ++local) {
      if (!is_indexed(function.locals[local])) continue;
      bool& non_uniform = function.locals[local].reference.non_uniform;
      bool differs = true;
      if (is_known) {
        const auto& marks = analysis->functions[function.function].values_where_read;
        differs = (marks[local] & bit(uniformity::Scope::kSubgroup)) != 0;
      }
      non_uniform = differs || (non_uniform && mode == NonUniformIndices::kInferredOrDeclared);
    }
  }
}

}  // namespace trellis::spirv

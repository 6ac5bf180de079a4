#include "api/check_uniformity.hpp"

namespace trellis {

Result<Vector<uniformity::Finding>> check_uniformity(const Program& program,
                                                     const uniformity::Options& options) {
  uniformity::AnalysisRequest request;
  request.options = options;
  auto analysis = uniformity::analyse(program.shader, request);
  if (!analysis) return analysis.error();
  return std::move(analysis->findings);
}

}  // namespace trellis

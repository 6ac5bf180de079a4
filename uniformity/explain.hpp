// Describes findings in words.
#pragma once

#include <memory>

#include "support/containers.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::uniformity {

struct ExplainContext {
  const dxil::Shader& shader;
  const dxil::Module& module;
  const Vector<RoutedPointer<FunctionGraph>>& graphs;  ///< By function index.
  const Vector<Vector<Need>>& needs;                   ///< By function index.
};

/// Returns the finding for a need that is not met according to the marks. The explanation is the path through
/// the implications from the need to what differs.
Finding explain(const ExplainContext& context, uint32_t function, const Need& need, const Marks& marks);

}  // namespace trellis::uniformity

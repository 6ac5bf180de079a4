// Linear algebra of shader model 6.10, which more than one folder refuses.
#pragma once

#include "dxil_frontend/program/dxil_op.hpp"

namespace trellis::dxil {

/// Why it is not translated.
inline constexpr char kNoLinearAlgebra[] =
    "linear algebra is not translated: shader model 6.10 is a preview and its operations may still change";

/// Whether the operation makes, uses or converts matrices or the vectors they are multiplied with.
constexpr bool is_linear_algebra(Op op) {
  return op >= Op::kLinAlgMatrixMultiplyAccumulate && op <= Op::kLinAlgVectorAccumulateToDescriptor;
}

}  // namespace trellis::dxil

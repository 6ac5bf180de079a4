// The linear algebra operations of shader model 6.10, which several folders reject.
#pragma once

#include "dxil_frontend/program/dxil_op.hpp"

namespace trellis::dxil {

/// The reason for a message.
inline constexpr char kNoLinearAlgebra[] =
    "linear algebra is not translated: shader model 6.10 is a preview and its operations may still change";

/// Whether the operation creates, uses or converts matrices, or the vectors that they are multiplied with.
constexpr bool is_linear_algebra(Op op) {
  return op >= Op::kLinAlgMatrixMultiplyAccumulate && op <= Op::kLinAlgVectorAccumulateToDescriptor;
}

}  // namespace trellis::dxil

// Linear algebra of shader model 6.10, which more than one room refuses.
#pragma once

#include "dxil_frontend/program/dxil_op.hpp"

namespace trellis::spirv {

/// Why it is not translated.
inline constexpr char kNoLinearAlgebra[] =
    "linear algebra is not translated: shader model 6.10 is a preview and its operations may still change";

/// Whether the operation makes, uses or converts matrices or the vectors they are multiplied with.
constexpr bool is_linear_algebra(dxil::Op op) {
  return op >= dxil::Op::kLinAlgMatrixMultiplyAccumulate &&
         op <= dxil::Op::kLinAlgVectorAccumulateToDescriptor;
}

}  // namespace trellis::spirv

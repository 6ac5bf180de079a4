// Tests for NaN and infinity: which of them need SignedZeroInfNanPreserve.
//
// Without this mode, Vulkan lets drivers assume that neither operands nor results of arithmetic are NaN or
// infinite. With it, they cannot rely on that anywhere in the shader, whatever the arithmetic has to do with
// the test. Two kinds of tests do not need it:
//
// - Bounds of the value decide the test. min(x, 65504) is never NaN in D3D, whatever x is.
// - No arithmetic made the value: it comes from a resource that the shader cannot write, from an input or a
//   constant, and passed through nothing but selections and phis. A comparison of its bits, which is
//   arithmetic of integers, finds what is stored there.
#pragma once

#include <optional>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"

namespace trellis::spirv {

/// Returns the result of a test for NaN or infinity, if the bounds of its scalar operand decide it.
std::optional<bool> decided_test(const dxil::Module& module, const dxil::Function& function,
                                 const ValueBounds& bounds, const dxil::Instruction& test);

/// Returns true if the function tests for NaN or infinity a value that arithmetic may have made, or that is
/// not a scalar of 32 bits, and bounds do not decide the test.
bool tests_computed_floats(const dxil::Shader& shader, const dxil::Function& function,
                           const ValueBounds& bounds);

}  // namespace trellis::spirv

// Constants in the sums of which indices consist. The elements around one have indices like (x + 1) + y * 16.
// If the constant is added last, they share the rest, and the constant becomes the offset of the load or
// store: compilers do not reorder sums whose parts have other uses.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/module/code_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class FunctionEmitter;

/// How a 32-bit integer was computed: (first + second) * factor + constant, modulo 2^32. It always depends on
/// a constant that could be added later.
struct IntegerTerms {
  Id first = 0, second = 0;  ///< second == 0: none.
  uint32_t factor = 1, constant = 0;
};

/// A value plus a constant, modulo 2^32.
struct IndexSum {
  Id value = 0;  ///< 0: none.
  uint32_t constant = 0;
};

/// Call for each instruction of the program that is a sum or a product, when its result is set.
void note_integer_terms(FunctionEmitter& e, const dxil::Instruction& i);

/// Returns the index as a sum, with the constants of its parts. May write the value.
IndexSum index_sum(FunctionEmitter& e, Id index);
/// These add the constants, and write code for the values.
IndexSum added(FunctionEmitter& e, const IndexSum& a, const IndexSum& b);
IndexSum scaled(FunctionEmitter& e, const IndexSum& sum, uint32_t factor);
/// Returns the sum as one id. index_sum() finds it again.
Id index_of(FunctionEmitter& e, const IndexSum& sum);

}  // namespace trellis::spirv

// Finds programs whose optimized DXIL does not determine which lanes vote together.
#pragma once

#include <cstdint>

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

/// Returns true if lanes may vote in a loop and then leave it by `return`, in the function or in one that it
/// calls. dxc does not mark such returns (it marks some breaks), and its optimizer moves the votes after the
/// loop, where lanes of all iterations meet. So only -Od preserves what such a function computes.
bool has_unmarked_votes(const Program& program, uint32_t function);

}  // namespace trellis::differential::hlsl

// Programs of which optimized DXIL does not say which lanes vote together.
#pragma once

#include <cstdint>

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

/// True if lanes may vote in a loop and then leave it by `return`, in a function or one that it calls. dxc marks
/// no such return (it marks some breaks), and its optimizers move the votes after the loop, where lanes of all
/// iterations meet: what such a function computes is the source's at -Od only.
bool has_unmarked_votes(const Program& program, uint32_t function);

}  // namespace trellis::differential::hlsl

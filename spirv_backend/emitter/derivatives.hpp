// Where derivatives come from, which samples with an implicit level of detail need too.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Quads of threads: of fragments; of compute, mesh and amplification shaders either four consecutive lanes,
/// or 2x2 threads if both X and Y of the group are even.
enum class QuadShape : uint8_t { kNative, kLinear, kSquare };
QuadShape quad_shape(const FunctionEmitter& e);

/// False for thread groups that do not consist of quads: a single thread, odd sizes. D3D has no derivatives
/// there, but applications take them; drivers give zero.
bool has_quads(const FunctionEmitter& e);

/// Whether a shader's derivatives are made by other operations: the group has no quads, or the device has no
/// derivatives in compute shaders. In the latter case quads are four lanes in a row.
bool makes_derivatives(FunctionEmitter& e);
/// Such a derivative, one for the whole quad.
Id made_derivative(FunctionEmitter& e, NumericType type, Id value, bool is_y);

/// Whether four lanes in a row are given the ids of 2x2 threads, for a compute shader that takes derivatives
/// on a device that makes no such quads.
bool renumbers_threads(FunctionEmitter& e);

/// Thread ids under which lanes in a row make squares.
struct SquareIds {
  Id thread[3] = {};  ///< Within the group.
  Id index = 0;       ///< The same, flattened.
};
/// Computed where it is asked for. `wants_index`: else that one is left out.
SquareIds square_ids(FunctionEmitter& e, bool wants_index);

/// Declares what instructions with derivatives in them need. Errors: kBadInput if the stage has none.
Result<void> require_derivatives(FunctionEmitter& e, const dxil::Instruction& i);

}  // namespace trellis::spirv

// How derivatives are computed. Samples with an implicit level of detail depend on this too.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// How threads form quads. kNative: fragments. In compute, mesh and amplification shaders either four
/// consecutive lanes (kLinear) or, if the group's X and Y are both even, 2x2 threads (kSquare).
enum class QuadShape : uint8_t { kNative, kLinear, kSquare };
QuadShape quad_shape(const FunctionEmitter& e);

/// Returns false for thread groups that cannot be divided into quads: single threads, sizes that are not
/// multiples of 4. D3D defines no derivatives there, but applications use them; drivers return zero.
bool has_quads(const FunctionEmitter& e);

/// Returns true if derivatives must be emulated: the group has no quads, or the device has no derivatives in
/// compute shaders. In the latter case, quads are four consecutive lanes.
bool makes_derivatives(FunctionEmitter& e);
/// Returns an emulated derivative, which is the same for the whole quad.
Id made_derivative(FunctionEmitter& e, NumericType type, Id value, bool is_y);

/// Returns true if four consecutive lanes get the thread ids of 2x2 threads, for a compute shader that uses
/// derivatives on a device without such quads.
bool renumbers_threads(FunctionEmitter& e);

/// Thread ids with which consecutive lanes form squares.
struct SquareIds {
  Id thread[3] = {};  ///< The thread's id within the group.
  Id index = 0;       ///< The same as a flat index.
};
/// Computes the ids at the current position. `index` is computed only if wants_index is true.
SquareIds square_ids(FunctionEmitter& e, bool wants_index);

/// Declares the capabilities and modes that instructions with derivatives need. Error: kBadInput if the stage
/// has no derivatives.
Result<void> require_derivatives(FunctionEmitter& e, const dxil::Instruction& i);

}  // namespace trellis::spirv

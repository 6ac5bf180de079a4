// Functions a module gets for the wave operations that have no instruction of their own in core SPIR-V: each
// is a loop that all active lanes run equally often, so no lane leaves early and nothing hangs on where lanes
// meet.
#pragma once

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// A mask of lanes: bit n of the four words, low word first, is lane n.
inline constexpr NumericType kLaneMask{BaseType::kInt, 32, 4};

/// mask f(value): the active lanes whose value equals this lane's. Floats are equal by value or by bits, so
/// that a NaN at least matches itself. One turn of the loop a distinct value.
Id wave_match_function(ModuleBuilder& module, NumericType type);

/// T f(T value, mask members): `opcode` over the values of the lanes in members, ascending, beginning with
/// identity: of those that are active and below this one. One turn of the loop a lane.
Id wave_prefix_function(ModuleBuilder& module, NumericType type, spv::Op opcode, Id identity);

}  // namespace trellis::spirv

// Functions of the module for wave operations without an instruction in core SPIR-V: each is a loop that all
// active lanes run the same number of times, so no lane leaves early and the result does not depend on where
// lanes reconverge.
#pragma once

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// A mask of lanes: bit n of the four words, low word first, stands for lane n.
inline constexpr NumericType kLaneMask{BaseType::kInt, 32, 4};

/// mask f(value): returns the active lanes whose value equals this lane's. Floats are equal by value or by
/// bits, so that a NaN matches at least itself. The loop has one iteration for each distinct value.
Id wave_match_function(ModuleBuilder& module, NumericType type);

/// T f(T value, mask members): folds `opcode`, starting with identity, over the values of the lanes in
/// members that are active and below this one, in ascending order. The loop has one iteration per lane.
Id wave_prefix_function(ModuleBuilder& module, NumericType type, spv::Op opcode, Id identity);

}  // namespace trellis::spirv

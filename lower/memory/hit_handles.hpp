// Hit objects (shader model 6.9) are values of a struct that holds a pointer. The back end sees them as
// numbers: which of the module's hit objects one is (plan/hit_plan.hpp). Then phis, selects, local variables
// and parameters of functions hold them as they hold any other integer.
#pragma once

#include "dxil_frontend/program/shader.hpp"

namespace trellis::lower {

/// Whether the program has values of that type.
bool has_hit_objects(const dxil::Module& module);
/// The type; kNone if there is none.
dxil::TypeId hit_object_type(const dxil::Module& module);

/// Makes the type an integer of 32 bits; null and undefined hit objects become 0, which is a nop.
void make_handles_of_hit_objects(dxil::Module& module);

}  // namespace trellis::lower

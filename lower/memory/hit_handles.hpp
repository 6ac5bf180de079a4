// Hit objects (shader model 6.9) are values of a struct that holds a pointer. The back end represents them as
// integers that number the module's hit objects (plan/rays/hit_plan.hpp). Phis, selects, local variables and
// function parameters then hold them like any other integer.
#pragma once

#include "dxil_frontend/program/shader.hpp"

namespace trellis::lower {

/// Whether the module has the type of hit objects.
bool has_hit_objects(const dxil::Module& module);
/// Returns the type of hit objects; kNone if there is none.
dxil::TypeId hit_object_type(const dxil::Module& module);

/// Turns the type into a 32-bit integer. Null and undefined hit objects become 0, the number of the nop
/// object.
void make_handles_of_hit_objects(dxil::Module& module);

}  // namespace trellis::lower

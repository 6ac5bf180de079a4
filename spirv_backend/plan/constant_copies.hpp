// Local arrays that hold a copy of evenly spaced words of a constant buffer. dxc generates them for dynamic
// indices into rows, and for arrays that functions take by value. Loads can read the buffer instead, which
// does not change while a shader runs, and the array disappears: compilers would keep it in memory, or select
// among all of its elements. In a loop, such a selection is faster than a load per iteration, so small arrays
// that loops read stay.
#pragma once

#include "cfg/post_visit_order.hpp"
#include "spirv_backend/plan/plan.hpp"

namespace trellis::spirv {

/// Finds the copies among a function's local arrays, once its references are known. Records them in their
/// objects and in `plan`, and removes them from the function's own objects.
void find_constant_copies(ModulePlan& plan, FunctionPlan& function, const cfg::PostVisitOrder& order);

}  // namespace trellis::spirv

// Local arrays that hold a copy of a part of a constant buffer, evenly spaced: what dxc makes of computed
// indices into rows, and of arrays that functions take by value. Loads from them can read the buffer itself,
// which does not change while a shader runs. Then there is no array: compilers would keep it in memory, or
// select from all of its elements. In loops that is quicker than a load in each round: small arrays stay.
#pragma once

#include "cfg/post_visit_order.hpp"
#include "spirv_backend/plan/plan.hpp"

namespace trellis::spirv {

/// Finds the copies among the local arrays of a function whose references are known, notes them in their
/// objects and in `plan`, and takes them out of the function's own.
void find_constant_copies(ModulePlan& plan, FunctionPlan& function, const cfg::PostVisitOrder& order);

}  // namespace trellis::spirv

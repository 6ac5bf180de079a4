// Known driver bugs: graphs that trigger them only run in interpreters.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::differential {

/// Returns true if Mesa (25.0 and before, all drivers) may lose a continue of the function. Its SPIR-V reader
/// turns a switch, and an `if` that is left early, into a pseudo-loop. A continue that has to leave two of
/// these leaves only one, unless the real loop also has a break.
bool may_lose_continue(const structurizer::Flow& flow, const structurizer::Structured& function);

}  // namespace trellis::differential

// What drivers are known to get wrong: graphs that are tested by interpreters alone.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::differential {

/// True if Mesa (25.0 and before, every driver of it) may lose a continue of the function. Its SPIR-V reader
/// turns a switch case, and an if that is left early, into a loop of its own; a continue that has to leave
/// two of these leaves only one, unless the real loop has a break as well.
bool may_lose_continue(const structurizer::Flow& flow, const structurizer::Structured& function);

}  // namespace trellis::differential

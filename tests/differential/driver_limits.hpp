// What drivers are known to get wrong: graphs that are tested by interpreters alone.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::fleshing {

/// True if Mesa (25.0 and before, every driver of it) may lose a continue of the function. Its SPIR-V reader
/// turns a switch case, and an if that is left early, into a loop of its own; a continue that has to leave
/// two of these leaves but one, unless a break of the real loop shows the way.
bool may_lose_continue(const structurizer::Flow& flow, const structurizer::Structured& function);

}  // namespace trellis::fleshing

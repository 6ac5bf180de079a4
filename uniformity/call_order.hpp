// Orders functions so that callees come first.
#pragma once

#include <cstdint>
#include <span>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::uniformity {

/// Returns the functions that the roots reach, each once, callees before callers. Errors: kBadInput for
/// recursion, kUnsupported for calls of functions without a body.
Result<Vector<uint32_t>> callees_first(const dxil::Module& module, std::span<const uint32_t> roots);

}  // namespace trellis::uniformity

// Merges several SPIR-V modules into one that has all their entry points: a library of shaders in one module.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

/// Merges modules that Trellis emitted, in this machine's byte order and of one SPIR-V version. Types,
/// constants, imported sets and decorated variables that they have in common occur once. Functions stay
/// separate, and so does memory that invocations share. Entry points must differ in name or execution model.
/// Fails with kInternalCheck for modules that cannot be merged, and for those with instructions that the
/// module check does not know. The module check need not have run on them before.
Result<Vector<uint32_t>> merge_modules(std::span<const Vector<uint32_t>> modules);

}  // namespace trellis

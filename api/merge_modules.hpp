// Several SPIR-V modules as one, which has the entry points of all of them: a library of shaders in one
// module.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

/// Merges modules of ours, in this machine's byte order, of one SPIR-V version. Types, constants, imported
/// sets and decorated variables that they have in common occur once; functions stay apart, and so does memory
/// that invocations share. Entry points must differ in name or execution model. Errors: kUnsupported if
/// SPIRV-Tools knows too little of a module to tell its ids from its numbers; kInternalCheck for modules that
/// cannot be merged.
Result<Vector<uint32_t>> merge_modules(std::span<const Vector<uint32_t>> modules);

}  // namespace trellis

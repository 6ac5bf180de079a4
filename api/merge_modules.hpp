// Several SPIR-V modules as one, which has the entry points of all: a library of shaders in one piece.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

/// Modules of ours, in this machine's byte order, of one SPIR-V version. Types, constants, imported sets and
/// decorated variables that they have in common are there once; functions stay apart, and so does memory that
/// invocations share. Names of entry points must differ, or their execution models. Errors: kUnsupported if
/// SPIRV-Tools knows too little of a module to tell its ids from its numbers; kInternalCheck for modules that
/// cannot go together.
Result<Vector<uint32_t>> merge_modules(std::span<const Vector<uint32_t>> modules);

}  // namespace trellis

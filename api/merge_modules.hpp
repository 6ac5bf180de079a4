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
/// that invocations share. Entry points must differ in name or execution model. Errors: kInternalCheck for
/// modules that cannot be merged, and for those with instructions that the module check does not know. It
/// need not have seen them before.
Result<Vector<uint32_t>> merge_modules(std::span<const Vector<uint32_t>> modules);

}  // namespace trellis

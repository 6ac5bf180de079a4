// llvm.global_ctors: the functions of a library that initialize its static variables.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

struct Constructor {
  uint32_t priority = 0;
  uint32_t function = kNone;  ///< Index into Module::functions; kNone if it is not a function of the program.
};

/// Returns the error for an invalid list.
[[gnu::cold]] Diagnostic bad_constructors(const char* message);
inline constexpr const char* kConstructorsAreNoArray = "the list of constructors is not an array";
inline constexpr const char* kConstructorIsNoPair = "an element is not a pair of a priority and a function";

/// Makes the entry points call the constructors first, in the order of their priorities: each invocation has
/// its own static variables. Errors: kBadInput, kUnsupported.
Result<void> run_constructors_first(Vector<Constructor> constructors, Shader& shader);

}  // namespace trellis::dxil

// Reads a reflection module from the records of the bitcode check, without LLVM.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "dxil_frontend/metadata/reflection_module.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Returns the same as read_reflection_module() for the module read by LLVM. `code` was recorded from
/// `bitcode`. Returns nothing if the records do not suffice, so that LLVM must read the module.
std::optional<Result<ReflectionModule>> read_recorded_reflection(const RecordedCode& code,
                                                                 std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil

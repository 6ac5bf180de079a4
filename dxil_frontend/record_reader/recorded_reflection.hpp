// A reflection module read from what the bitcode check has recorded of it, without LLVM.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/bitcode/recorded_code.hpp"
#include "dxil_frontend/metadata/reflection_module.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// What read_reflection_module() makes of the same module read by LLVM. `bitcode` is what `code` was recorded
/// of. Nothing if the records do not suffice: LLVM has to read the module.
std::optional<Result<ReflectionModule>> read_recorded_reflection(const RecordedCode& code,
                                                                 std::span<const uint8_t> bitcode);

}  // namespace trellis::dxil

// Determines the kind of output from the file's suffix.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/settings.hpp"

namespace trellis::tools {

/// Returns the kind of output for the suffixes .spvasm, .glsl, .hlsl, .ll, .json, .spv and the like; nothing
/// for any other name.
std::optional<Emit> kind_by_suffix(std::string_view file);

/// Returns true for suffixes of formats that are not supported: a SPIR-V module under such a name would be
/// misleading.
bool is_foreign_suffix(std::string_view file);

}  // namespace trellis::tools

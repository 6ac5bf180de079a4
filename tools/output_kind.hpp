// What is written, by the suffix of the output.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/settings.hpp"

namespace trellis::tools {

/// The kind that a file's name has in its suffix: .spvasm, .glsl, .hlsl, .ll, .json, .spv. None: it has another suffix, or none.
std::optional<Emit> kind_by_suffix(std::string_view file);

/// True for suffixes of what is not written: a SPIR-V module under such a name would mislead.
bool is_foreign_suffix(std::string_view file);

}  // namespace trellis::tools

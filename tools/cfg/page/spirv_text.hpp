// SPIR-V as text, for builds that have no SPIRV-Tools: to be read, not to be assembled.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trellis::tools {

/// A line for each instruction of a module, in the manner of SPIRV-Tools: "%15 = OpIAdd %uint %a %uint_5".
/// Names are those of OpName; types and constants of numbers say what they are. Enumerators that are rare in
/// functions are numbers. Empty if the words are not a module.
std::vector<std::string> spirv_lines(std::span<const uint32_t> spirv);

}  // namespace trellis::tools

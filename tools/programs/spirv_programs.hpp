// Programs that take a module: spirv-cross, which writes it in another language, and spirv-opt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/outcome.hpp"

namespace trellis::tools {

enum class SourceLanguage : uint8_t { kGlsl, kHlsl };

/// Vulkan GLSL, or HLSL of shader model 6, by spirv-cross; an outcome that says why not.
std::optional<Outcome> write_source(const std::vector<uint32_t>& spirv, SourceLanguage language, std::string& source);

/// The module after spirv-opt's passes; an outcome if that is not installed. SPIRV-Tools of today do not know all
/// capabilities that modules have: a module that spirv-opt refuses, or whose result does not validate, stays as it is,
/// and a warning says so.
std::optional<Outcome> optimize(const Settings& settings, std::vector<uint32_t>& spirv,
                                std::vector<std::string>& warnings);

}  // namespace trellis::tools

// Programs that take a module: spirv-cross, which writes it in another language, and spirv-opt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/outcome.hpp"

namespace trellis::tools {

enum class SourceLanguage : uint8_t { kGlsl, kHlsl, kMsl };

/// Vulkan GLSL, HLSL of shader model 6 or Metal Shading Language 2.4, by spirv-cross; an outcome that says why not.
std::optional<Outcome> write_source(const std::vector<uint32_t>& spirv, SourceLanguage language, std::string& source);

/// The module after spirv-opt's passes; an outcome if that is not installed. SPIRV-Tools of today do not know all
/// capabilities that modules have: a module that spirv-opt refuses, or whose result does not validate, stays as it is,
/// and a warning says so.
std::optional<Outcome> optimize(const Settings& settings, std::vector<uint32_t>& spirv,
                                std::vector<std::string>& warnings);

/// What spirv-opt or spirv-cross says of itself; an outcome if it is not installed.
std::optional<Outcome> version_of_program(const std::string& program, std::string& version);

}  // namespace trellis::tools

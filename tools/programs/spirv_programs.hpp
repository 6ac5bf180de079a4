// Runs external programs on a module: spirv-cross, which converts it to a shading language, and spirv-opt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/reports/outcome.hpp"

namespace trellis::tools {

enum class SourceLanguage : uint8_t { kGlsl, kHlsl, kMsl };

/// Converts the module to Vulkan GLSL, HLSL of shader model 6 or Metal Shading Language 2.4 with spirv-cross.
/// Returns a failure, or nothing.
std::optional<Outcome> write_source(const std::vector<uint32_t>& spirv, SourceLanguage language,
                                    std::string& source);

/// Optimizes the module with spirv-opt. Returns a failure if spirv-opt is not installed. Current SPIRV-Tools
/// do not know all capabilities that modules use: if spirv-opt refuses a module, or its result does not
/// validate, the module stays unchanged and a warning is added.
std::optional<Outcome> optimize(const Settings& settings, std::vector<uint32_t>& spirv,
                                std::vector<Warning>& warnings);

/// Gets the version text of spirv-opt or spirv-cross. Returns a failure if the program is not installed.
std::optional<Outcome> version_of_program(const std::string& program, std::string& version);

}  // namespace trellis::tools

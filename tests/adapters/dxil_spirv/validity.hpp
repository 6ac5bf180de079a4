// Validates the modules that the interface's library makes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "api/modules/validate.hpp"

namespace trellis::test_dxil_spirv {

/// Returns an empty string if the module is valid, else the validator's message. Allows texel offsets that
/// are not constant: the library assumes VK_KHR_maintenance8.
inline std::string validate_words(const uint32_t* words, size_t count) {
  constexpr bool kComputedOffsets = true;
  const auto valid = validate_module(std::span(words, count), Target::kVulkan1_3, kComputedOffsets);
  return valid ? std::string() : std::string(valid.error().to_string());
}

}  // namespace trellis::test_dxil_spirv

// Modules as the interface's library makes them, against the validator.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "api/validate.hpp"

namespace trellis::test_dxil_spirv {

/// Empty if the module is valid, else what the validator says. Texel offsets may be computed: the library
/// takes VK_KHR_maintenance8 for granted.
inline std::string validate_words(const uint32_t* words, size_t count) {
  constexpr bool kComputedOffsets = true;
  const auto valid = validate_module(std::span(words, count), Target::kVulkan1_3, kComputedOffsets);
  return valid ? std::string() : std::string(valid.error().to_string());
}

}  // namespace trellis::test_dxil_spirv

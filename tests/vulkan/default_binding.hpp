// The translator's default binding, as tests expect it: where each HLSL register ends up in Vulkan. Kept
// apart from the translator's own code on purpose, so that a mistake there does not go unnoticed here.
#pragma once

#include <cstdint>

#include "tests/support/case_header.hpp"

namespace trellis::vulkan {

/// Bindings a register class has to itself; a register's number has to be smaller.
inline constexpr uint32_t kBindingsPerClass = 1000;
/// UAV counters follow the four classes: u3's counter is binding 4003.
inline constexpr uint32_t kFirstCounterBinding = 4000;

struct DescriptorPlace {
  uint32_t set = 0;
  uint32_t binding = 0;

  bool operator==(const DescriptorPlace&) const = default;
};

/// Set = space; binding = register + 1000 * class, in the order b, t, u, s.
DescriptorPlace default_binding(test_support::RegisterClass register_class, uint32_t index, uint32_t space);

/// Where the hidden counter of an unordered-access register is.
DescriptorPlace default_counter_binding(uint32_t index, uint32_t space);

}  // namespace trellis::vulkan

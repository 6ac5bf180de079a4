// The translator's default binding as tests expect it: the Vulkan binding of each HLSL register. It
// intentionally does not use the translator's code, so that a mistake there is detected here.
#pragma once

#include <cstdint>

#include "tests/support/case_header.hpp"

namespace trellis::vulkan {

/// Number of bindings reserved for each register class; register numbers must be smaller.
inline constexpr uint32_t kBindingsPerClass = 1000;
/// UAV counters follow the four classes: u3's counter is binding 4003.
inline constexpr uint32_t kFirstCounterBinding = 4000;
/// The heaps of shader model 6.6, in set 0: the acceleration structures in ResourceDescriptorHeap have a
/// binding of their own.
inline constexpr uint32_t kResourceHeapBinding = 5000, kCounterHeapBinding = 5001, kSamplerHeapBinding = 5002,
                          kStructureHeapBinding = 5007;

struct DescriptorPlace {
  uint32_t set = 0;
  uint32_t binding = 0;

  bool operator==(const DescriptorPlace&) const = default;
};

/// Set = space; binding = register + 1000 * class, in the order b, t, u, s.
DescriptorPlace default_binding(test_support::RegisterClass register_class, uint32_t index, uint32_t space);

/// Returns the binding of an unordered-access register's hidden counter.
DescriptorPlace default_counter_binding(uint32_t index, uint32_t space);

}  // namespace trellis::vulkan

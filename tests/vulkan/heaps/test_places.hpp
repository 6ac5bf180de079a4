// Where tests that draw or trace rays put the descriptors of default bindings if they are to be in the
// device's own heaps. The same tests then run with the same resources and results, but without sets.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/case_header.hpp"
#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

/// How a module finds resources that have no binding of their own in a test.
enum class TestPlaces : uint8_t {
  kSets,    ///< At the default bindings.
  kHeaps,   ///< At fixed indices of the device's heaps.
  kTables,  ///< In tables of a root signature that are slices of the device's heaps; b0 is at an address.
};

/// The environment variable that chooses: "heaps" or "tables".
inline constexpr char kPlacesVariable[] = "TRELLIS_TEST_PLACES";
/// Returns the choice; kSets if the variable is not set or has another value.
TestPlaces chosen_places();

/// Spaces of registers that have places in the heaps, and the number of places of a class in each of them.
inline constexpr uint32_t kHeapSpaces = 12, kPlacesPerClass = 128;
/// The first places are those of ResourceDescriptorHeap and SamplerDescriptorHeap.
inline constexpr uint32_t kFirstHeapPlace = 64;
/// The distance from a buffer to its hidden counter.
inline constexpr uint32_t kCounterDistance = kFirstHeapPlace + 3 * kHeapSpaces * kPlacesPerClass;

/// Returns the index of register 0 of a class and space in its heap.
uint32_t heap_place(test_support::RegisterClass register_class, uint32_t space);

/// The root data of kTables: the address of b0, then the bases of the tables, ordered by space and class.
inline constexpr uint32_t kRootAddressOffset = 0, kFirstTableOffset = 8;
std::vector<uint8_t> table_root_data();

/// Moves the resources at default bindings to the device's heaps; others keep their sets and bindings. With
/// kTables, the address of b0 is added to `addresses`.
void move_to_heaps(TestPlaces places, std::vector<BoundResource>& resources,
                   std::vector<PlacedAddress>& addresses);

}  // namespace trellis::vulkan

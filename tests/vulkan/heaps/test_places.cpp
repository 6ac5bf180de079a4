#include "tests/vulkan/heaps/test_places.hpp"

#include <cstdlib>
#include <string_view>

#include "tests/vulkan/default_binding.hpp"

namespace trellis::vulkan {
namespace {

using test_support::RegisterClass;

bool is_heap(uint32_t binding) {
  return binding == kResourceHeapBinding || binding == kCounterHeapBinding ||
         binding == kSamplerHeapBinding || binding == kStructureHeapBinding;
}

bool is_root_descriptor(const BoundResource& resource) {
  const DescriptorPlace b0 = default_binding(RegisterClass::kConstantBuffer, 0, 0);
  return resource.set == b0.set && resource.binding == b0.binding;
}

void move_to_heap(BoundResource& resource) {
  resource.in_heap = resource.binding < kResourceHeapBinding || is_heap(resource.binding);
  if (!resource.in_heap) return;
  if (is_heap(resource.binding)) {
    if (resource.binding == kCounterHeapBinding) resource.element += kCounterDistance;
    return;
  }
  uint32_t at = resource.binding;
  const bool is_counter = at >= kFirstCounterBinding;
  if (is_counter) at -= kFirstCounterBinding - 2 * kBindingsPerClass;
  const auto register_class = static_cast<RegisterClass>(at / kBindingsPerClass);
  resource.element += heap_place(register_class, resource.set) + at % kBindingsPerClass;
  if (is_counter) resource.element += kCounterDistance;
}

}  // namespace

TestPlaces chosen_places() {
  const char* value = std::getenv(kPlacesVariable);
  const std::string_view choice = value == nullptr ? "" : value;
  if (choice == "heaps") return TestPlaces::kHeaps;
  return choice == "tables" ? TestPlaces::kTables : TestPlaces::kSets;
}

uint32_t heap_place(RegisterClass register_class, uint32_t space) {
  constexpr uint32_t kResourceClasses = 3;
  const auto number = static_cast<uint32_t>(register_class);
  const uint32_t block =
      register_class == RegisterClass::kSampler ? space : space * kResourceClasses + number;
  return kFirstHeapPlace + block * kPlacesPerClass;
}

std::vector<uint8_t> table_root_data() {
  std::vector<uint32_t> words(kFirstTableOffset / sizeof(uint32_t));
  for (uint32_t space = 0; space < kHeapSpaces; ++space) {
    for (const auto register_class : {RegisterClass::kConstantBuffer, RegisterClass::kShaderResource,
                                      RegisterClass::kUnorderedAccess, RegisterClass::kSampler}) {
      words.push_back(heap_place(register_class, space));
    }
  }
  return bytes_of(words);
}

void move_to_heaps(TestPlaces places, std::vector<BoundResource>& resources,
                   std::vector<PlacedAddress>& addresses) {
  for (uint32_t n = 0; n < resources.size(); ++n) {
    BoundResource& resource = resources[n];
    if (resource.is_addressed) continue;
    if (places == TestPlaces::kTables && is_root_descriptor(resource)) {
      resource.is_addressed = true;
      resource.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      PlacedAddress address;
      address.offset = kRootAddressOffset;
      address.resource = n;
      addresses.push_back(address);
    } else {
      move_to_heap(resource);
    }
  }
}

}  // namespace trellis::vulkan

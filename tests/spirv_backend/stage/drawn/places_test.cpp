// TRELLIS_TEST_PLACES moves the resources of these tests to the device's own heaps.
#include <algorithm>
#include <cstdlib>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

uint32_t count_of_set_decorations(const std::vector<uint32_t>& words) {
  constexpr uint32_t kHeader = 5, kOpDecorate = 71, kDescriptorSet = 34;
  uint32_t count = 0;
  for (size_t at = kHeader; at < words.size(); at += std::max(words[at] >> 16, 1u)) {
    if ((words[at] & 0xFFFF) == kOpDecorate && words[at + 2] == kDescriptorSet) ++count;
  }
  return count;
}

bool has_capability(const std::vector<uint32_t>& words, uint32_t capability) {
  constexpr uint32_t kHeader = 5, kOpCapability = 17;
  for (size_t at = kHeader; at + 1 < words.size(); at += std::max(words[at] >> 16, 1u)) {
    if ((words[at] & 0xFFFF) == kOpCapability && words[at + 1] == capability) return true;
  }
  return false;
}

// Otherwise, runs in another mode would test nothing new.
TEST(Places, AreThoseThatTheVariableChooses) {
  constexpr uint32_t kDescriptorHeap = 5128;
  const char* chosen = std::getenv(vulkan::kPlacesVariable);
  const bool is_in_heaps = chosen != nullptr && std::string(chosen) != "sets";
  const StageModule module = translated("ps_decal_box");
  EXPECT_EQ(module.places != TestPlaces::kSets, is_in_heaps) << chosen;
  EXPECT_EQ(has_capability(module.words, kDescriptorHeap), is_in_heaps);
  EXPECT_EQ(count_of_set_decorations(module.words) == 0, is_in_heaps);
}

}  // namespace
}  // namespace trellis::test_drawing

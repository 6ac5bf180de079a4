// Push constants in ray stages written by hand: whether the device hands them to every stage, with a pipeline
// layout and with its own heaps, where tables of root signatures depend on them.
#include "tests/spirv_backend/raytracing/ray_test.hpp"
#include "tests/vulkan/heaps/device_heaps.hpp"

namespace trellis::test_rays {
namespace {

class PushData : public RayTest {
 protected:
  /// Calls a shader that adds each pushed word to a word of its parameter; returns the parameter.
  static std::vector<uint32_t> called(bool uses_heaps) {
    TracedRay call;
    call.payload = {100, 200, 300, 400};
    std::vector<WordChange> changes;
    for (uint32_t n = 0; n < 4; ++n) changes.push_back({n, 1, WordChange::Source::kPushed, n});
    RayDispatch dispatch;
    set_generation(dispatch, calling_generation(4));
    add_general(dispatch, dispatch.callables, changing_shader(VK_SHADER_STAGE_CALLABLE_BIT_KHR, 4, changes));
    vulkan::RayGeometry geometry;
    geometry.triangles = {{0, 0, 4, 1, 0, 4, 0, 1, 4}};
    RayInstance instance;
    instance.geometries = {geometry};
    const auto scene = built({instance});
    if (scene == nullptr) return {};
    dispatch.resources = partner_resources(scene->top(), {call});
    dispatch.push_constants = vulkan::bytes_of(std::vector<uint32_t>{1, 2, 3, 4});
    dispatch.uses_heaps = uses_heaps;
    return traced(dispatch)[2];
  }
};

const std::vector<uint32_t> kSums = {101, 202, 303, 404};

TEST_F(PushData, ReachesCallablesWithALayout) { EXPECT_EQ(called(false), kSums); }

TEST_F(PushData, ReachesCallablesWithTheDevicesHeaps) {
  if (!vulkan::DeviceHeaps::are_supported(device())) {
    GTEST_SKIP() << "the device has no VK_EXT_descriptor_heap";
  }
  EXPECT_EQ(called(true), kSums);
}

}  // namespace
}  // namespace trellis::test_rays

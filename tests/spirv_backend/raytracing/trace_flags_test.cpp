// A ray generation shader traces twelve rays with different flags, masks and records; the shaders that they
// reach report these.
#include <algorithm>

#include "tests/spirv_backend/raytracing/ray_test.hpp"

namespace trellis::test_rays {
namespace {

class TraceFlags : public RayTest {};

enum Flag : uint32_t {
  kForceOpaque = 1,
  kForceNonOpaque = 2,
  kAcceptFirst = 4,
  kSkipClosestHit = 8,
  kCullBack = 0x10,
  kCullFront = 0x20,
  kCullOpaque = 0x40,
  kCullNonOpaque = 0x80,
  kSkipTriangles = 0x100,
  kSkipProcedural = 0x200,
};

constexpr uint32_t kTriangleRecords = 8, kRecords = 32, kMisses = 65536, kReportedKind = 5;
constexpr float kTMax = 1e4f;

struct Ray {
  uint32_t flags, mask, offset, stride, miss;
};

/// A wall across the x axis, or a box that reports a hit in its center.
struct Surface {
  float x;
  uint32_t mask, id, record, geometry;
  bool is_opaque, is_box, faces_back;
};

RayInstance instance_of(const Surface& surface) {
  RayInstance instance;
  instance.id = surface.id;
  instance.mask = static_cast<uint8_t>(surface.mask);
  instance.hit_group_offset = surface.record;
  const float x = surface.x;
  for (uint32_t g = 0; g <= surface.geometry; ++g) {
    const bool is_real = g == surface.geometry;  // The other geometries are out of the way.
    const float y = is_real ? -4 : 900;
    RayGeometry geometry;
    geometry.is_opaque = surface.is_opaque;
    if (surface.is_box) {
      geometry.boxes = {{x - 0.25f, y, -4, x + 0.25f, y + 8, 4}};
    } else if (!surface.faces_back) {
      geometry.triangles = {{x, y, -4, x, y, 12, x, y + 16, -4}};
    } else {
      geometry.triangles = {{x, y, -4, x, y + 16, -4, x, y, 12}};
    }
    instance.geometries.push_back(geometry);
  }
  return instance;
}

/// Returns the number that the shaders of a record mix into the payload.
uint32_t record_number(uint32_t record) { return 1000003 * (record + 1); }

class TraceModel {
 public:
  explicit TraceModel(const std::vector<Surface>& surfaces) : surfaces_(surfaces) {}

  void trace(const Ray& ray, uint32_t origin, uint32_t& payload) {
    std::vector<const Surface*> met;
    for (const Surface& surface : surfaces_) {
      if (surface.x > static_cast<float>(origin) && is_met(ray, surface)) met.push_back(&surface);
    }
    std::sort(met.begin(), met.end(), [](const Surface* a, const Surface* b) { return a->x < b->x; });
    if (met.empty()) {
      payload = payload * 37 + ray.miss;
      return;
    }
    // The order in which a device tests surfaces must not matter.
    for (size_t n = 1; n < met.size(); ++n) EXPECT_TRUE(is_opaque(ray, *met[n])) << "the scene is ambiguous";
    EXPECT_TRUE((ray.flags & kAcceptFirst) == 0 || met.size() == 1) << "the scene is ambiguous";
    const Surface& first = *met[0];
    const uint32_t record = ray.offset + ray.stride * first.geometry + first.record;
    ASSERT_EQ(record < kTriangleRecords, !first.is_box);
    if (!is_opaque(ray, first)) payload = payload * 17 + record_number(record);
    if ((ray.flags & kSkipClosestHit) != 0) return;
    const uint32_t kind = first.is_box ? kReportedKind : first.faces_back ? 255 : 254;
    payload = payload * 31 + record_number(record);
    payload = payload * 31 + first.id;
    payload = payload * 31 + bits(first.x - static_cast<float>(origin));
    payload = payload * 31 + kind;
  }

 private:
  static bool is_opaque(const Ray& ray, const Surface& surface) {
    if ((ray.flags & kForceOpaque) != 0) return true;
    return (ray.flags & kForceNonOpaque) == 0 && surface.is_opaque;
  }
  static bool is_met(const Ray& ray, const Surface& surface) {
    if ((ray.mask & surface.mask & 0xFF) == 0) return false;
    if ((ray.flags & (surface.is_box ? kSkipProcedural : kSkipTriangles)) != 0) return false;
    if (!surface.is_box && (ray.flags & (surface.faces_back ? kCullBack : kCullFront)) != 0) return false;
    return (ray.flags & (is_opaque(ray, surface) ? kCullOpaque : kCullNonOpaque)) == 0;
  }

  const std::vector<Surface>& surfaces_;
};

uint32_t all_rays(const std::vector<Surface>& surfaces, uint32_t origin, const Ray& chosen) {
  TraceModel model(surfaces);
  uint32_t payload = 0;
  constexpr Ray kRays[] = {{0, 0xFF, 0, 1, 0},
                           {kForceOpaque, 1, 0, 1, 0},
                           {kForceNonOpaque, 2, 1, 2, 1},
                           {kAcceptFirst, 4, 0, 1, 0},
                           {kSkipClosestHit, 8, 0, 1, 0},
                           {kCullBack, 0x10, 0, 1, 0},
                           {kCullFront, 0x20, 0, 1, 0},
                           {kCullOpaque, 0x40, 0, 1, 0},
                           {kCullNonOpaque, 0x80, 0, 1, 0},
                           {kSkipTriangles, 0xFF, 15, 0, 65535},
                           {kSkipProcedural, 0, 0, 1, 0}};
  for (const Ray& ray : kRays) model.trace(ray, origin, payload);
  Ray last = chosen;
  if ((payload & 1) != 0) {
    last.flags |= kSkipClosestHit;
  } else if ((payload & 2) != 0) {
    last.flags &= ~uint32_t{kForceOpaque};
  }
  model.trace(last, origin, payload);
  return payload;
}

TEST_F(TraceFlags, MasksAndRecordsReachTheRightShaders) {
  const Library library("trace_every_flag");
  using Source = WordChange::Source;
  RayDispatch dispatch;
  set_generation(dispatch, library.shader("allFlags"));
  RayGroup triangles, boxes;
  triangles.closest_hit = boxes.closest_hit =
      add(dispatch, changing_shader(VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, 1,
                                    {{0, 31, Source::kRecord, 1},
                                     {0, 31, Source::kCustomIndex, 0},
                                     {0, 31, Source::kRayT, 0},
                                     {0, 31, Source::kHitKind, 0}}));
  triangles.any_hit = boxes.any_hit =
      add(dispatch, changing_shader(VK_SHADER_STAGE_ANY_HIT_BIT_KHR, 1, {{0, 17, Source::kRecord, 1}}));
  boxes.intersection = add(dispatch, reporting_shader(0, kReportedKind, 0));
  const auto triangle_group = static_cast<uint32_t>(dispatch.groups.size());
  dispatch.groups.insert(dispatch.groups.end(), {triangles, boxes});
  RayGroup miss;
  miss.general =
      add(dispatch, changing_shader(VK_SHADER_STAGE_MISS_BIT_KHR, 1, {{0, 37, Source::kRecord, 0}}));
  for (uint32_t n = 0; n < kMisses; ++n) {
    dispatch.misses.push_back(
        {static_cast<uint32_t>(dispatch.groups.size()), vulkan::bytes_of(std::vector<uint32_t>{n})});
  }
  dispatch.groups.push_back(miss);

  constexpr uint32_t kRays = 8;
  dispatch.size[0] = kRays;
  // Each scene has one surface that is not opaque: the first one.
  const std::vector<std::vector<Surface>> scenes = {
      {{1.5f, 0xC1, 11, 0, 0, false, false, false},
       {2.5f, 0x1E, 12, 1, 1, true, false, true},
       {3.5f, 0x31, 13, 1, 0, true, false, false},
       {4.5f, 0x40, 14, 8, 0, true, true, false},
       {5.5f, 0xB8, 15, 13, 1, true, true, false},
       {6.5f, 0x30, 16, 0, 0, true, false, true}},
      {{2.5f, 0xE5, 21, 8, 0, false, true, false},
       {3.5f, 0x3A, 22, 1, 0, true, false, true},
       {5.5f, 0x18, 23, 0, 1, true, false, false},
       {6.5f, 0xC0, 24, 0, 0, true, false, false}},
      {{0.5f, 0xFF, 31, 1, 1, false, false, true}, {7.5f, 0x08, 32, 9, 1, true, true, false}}};
  const std::vector<Ray> chosen = {{kForceOpaque, 0x1F1, 2, 2, 3},
                                   {kForceOpaque | kSkipProcedural | kCullBack, 0xFF, 3, 1, 7},
                                   {kSkipTriangles | kCullNonOpaque, 0xFF, 0xF5, 3, 65534},
                                   {kCullFront, 0x71, 1, 2, 0x10002}};
  std::vector<uint32_t> seen;
  for (size_t scene_index = 0; scene_index < scenes.size(); ++scene_index) {
    const std::vector<Surface>& surfaces = scenes[scene_index];
    std::vector<RayInstance> instances;
    for (const Surface& surface : surfaces) instances.push_back(instance_of(surface));
    const auto scene = built(instances);
    ASSERT_NE(scene, nullptr);
    // Each launch takes ten seconds to compile: cover every ray and every scene, but not every pair.
    for (size_t ray_index = scene_index; ray_index < chosen.size(); ray_index += scenes.size()) {
      const Ray& ray = chosen[ray_index];
      // A box's record contains its position, and which record it uses depends on the ray: fill in all that
      // are possible.
      const Ray low = {ray.flags, ray.mask & 0xFF, ray.offset & 15, ray.stride & 15, ray.miss & 0xFFFF};
      std::vector<float> places(kRecords, 0);
      for (const Surface& s : surfaces) {
        for (const Ray& each : {Ray{0, 0, 0, 1, 0}, Ray{0, 0, 1, 2, 0}, Ray{0, 0, 15, 0, 0}, low}) {
          const uint32_t record = each.offset + each.stride * s.geometry + s.record;
          ASSERT_LT(record, kRecords);
          if (!s.is_box) continue;
          ASSERT_TRUE(places[record] == 0 || places[record] == s.x) << "two boxes share record " << record;
          places[record] = s.x;
        }
      }
      dispatch.hits.clear();
      for (uint32_t n = 0; n < kRecords; ++n) {
        dispatch.hits.push_back({triangle_group + (n < kTriangleRecords ? 0 : 1),
                                 vulkan::bytes_of(std::vector<uint32_t>{bits(places[n]), record_number(n)})});
      }
      BoundResource results = buffer(RegisterClass::kUnorderedAccess, 0, std::vector<uint32_t>(kRays));
      results.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
      results.buffer_format = VK_FORMAT_R32_UINT;
      dispatch.resources = {structure(0, *scene), results,
                            constants(0, {ray.flags, ray.mask, ray.offset, ray.stride, ray.miss})};
      const auto found = traced(dispatch);
      ASSERT_EQ(found[1].size(), kRays);
      for (uint32_t x = 0; x < kRays; ++x) {
        EXPECT_EQ(found[1][x], all_rays(surfaces, x, low)) << "ray " << x;
        seen.push_back(found[1][x]);
      }
    }
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_GE(std::unique(seen.begin(), seen.end()) - seen.begin(), 24);
}

}  // namespace
}  // namespace trellis::test_rays

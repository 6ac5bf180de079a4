// Runs hit objects without an extension (shader model 6.9), and checks which of their uses are refused.
#include <algorithm>

#include "tests/spirv_backend/raytracing/ray_test.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_rays {
namespace {

using Source = WordChange::Source;

constexpr VkShaderStageFlagBits kClosestHit = VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR,
                                kMiss = VK_SHADER_STAGE_MISS_BIT_KHR;

class HitObjects : public RayTest {
 protected:
  static uint32_t add(RayDispatch& dispatch, const RayShader& shader) {
    dispatch.shaders.push_back(shader);
    return static_cast<uint32_t>(dispatch.shaders.size() - 1);
  }
  static uint32_t add_group(RayDispatch& dispatch, const RayGroup& group) {
    dispatch.groups.push_back(group);
    return static_cast<uint32_t>(dispatch.groups.size() - 1);
  }
  static void add_miss(RayDispatch& dispatch, const RayShader& shader) {
    RayGroup group;
    group.general = add(dispatch, shader);
    dispatch.misses.push_back({add_group(dispatch, group)});
  }
  /// Adds `count` records of the shader; record n contains the word `base` + n.
  static void add_hits(RayDispatch& dispatch, const RayShader& shader, uint32_t count, uint32_t base) {
    RayGroup group;
    group.closest_hit = add(dispatch, shader);
    const uint32_t number = add_group(dispatch, group);
    for (uint32_t n = 0; n < count; ++n)
      dispatch.hits.push_back({number, vulkan::bytes_of(std::vector<uint32_t>{base + n})});
  }
  static RayDispatch launch(const RayShader& generation) {
    RayDispatch dispatch;
    dispatch.shaders = {generation};
    dispatch.groups = vulkan::general_groups(1);
    return dispatch;
  }
  static TranslateOptions triangles() {
    TranslateOptions options;
    options.device.hit_objects = spirv::HitObjects::kTriangles;
    return options;
  }
};

/// Returns a triangle across rays that go upward from (x, 0, 0) to (x + 2, 0, 0), none of them at an edge:
/// whether an edge is hit differs between devices.
std::array<float, 9> roof(float x, float y) { return {x - 1, y, -0.75f, x + 3, y, -0.75f, x - 1, y, 3.25f}; }

// An object made from a ray query's hit, its getters, a shader table index, and invoking the shader of that
// index; and a nop object.
TEST_F(HitObjects, OfARayQuery) {
  if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
  RayGeometry far_away, near;
  far_away.triangles = {{-50, 0, 0, -49, 0, 0, -50, 1, 0}};
  near.triangles = {{-60, 0, 0, -59, 0, 0, -60, 1, 0}, roof(0, 2)};
  RayInstance one, two;
  one.geometries = {far_away, near};
  one.id = 5;
  two.geometries = {near};
  two.transform = {1, 0, 0, 8, 0, 2, 0, 1, 0, 0, 1, 0};
  two.id = 0x1002;
  two.hit_group_offset = 1;
  const std::vector<RayInstance> scene = {one, two};
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("hitobject_accessors_and_makers");
  RayDispatch dispatch = launch(library.shader("objects"));
  add_hits(dispatch,
           changing_shader(kClosestHit, 4,
                           {{0, 0, Source::kRecord, 0},
                            {1, 0, Source::kCustomIndex},
                            {2, 0, Source::kRayT},
                            {3, 0, Source::kHitKind}}),
           4, 700);
  add_miss(dispatch, changing_shader(kMiss, 4, {{0, 0, Source::kConstant, 0xDEAD}}));
  add_miss(dispatch, changing_shader(kMiss, 4, {{0, 0, Source::kConstant, 0xBEEF}}));
  constexpr uint32_t kRays = 12;
  dispatch.size = {kRays, 1, 1};
  dispatch.resources = {structure(0, *built_scene),
                        buffer(RegisterClass::kUnorderedAccess, 0, std::vector<uint32_t>(32 * kRays))};
  const auto results = traced(dispatch);
  ASSERT_EQ(results.back().size(), 32u * kRays);
  uint32_t hits = 0;
  for (uint32_t x = 0; x < kRays; ++x) {
    const uint32_t* w = results.back().data() + 32 * size_t{x};
    const Vector3 origin{static_cast<float>(x), 0, 0};
    const ModelHit hit = first_hit(scene, origin, 0, {0, 1, 0}, 10);
    if (!hit.is_hit) {
      EXPECT_EQ((std::vector<uint32_t>(w, w + 4)), (std::vector<uint32_t>{0, 0, 1, 0})) << x;
      EXPECT_EQ((std::vector<uint32_t>(w + 20, w + 24)), (std::vector<uint32_t>(4, 0))) << x;
      continue;
    }
    ++hits;
    EXPECT_EQ((std::vector<uint32_t>(w, w + 4)), (std::vector<uint32_t>{1, 0, 0, 1})) << x;
    const uint32_t id = scene[hit.instance].id;
    EXPECT_EQ((std::vector<uint32_t>(w + 4, w + 8)),
              (std::vector<uint32_t>{hit.instance, id, hit.geometry, hit.primitive}));
    const uint32_t kind = hit.is_front ? 254 : 255;
    EXPECT_EQ(w[8], kind);
    EXPECT_EQ(number(w[9]), hit.t);
    EXPECT_EQ((std::array{number(w[10]), number(w[11])}), (std::array{hit.u, hit.v}));
    EXPECT_EQ((std::array{number(w[12]), number(w[13]), number(w[14])}),
              (std::array{origin.x, origin.y, origin.z}));
    // The y component of the direction in object space, relative to world space.
    const float up = hit.instance == 0 ? 1.0f : 0.5f;
    EXPECT_EQ((std::array{number(w[15]), number(w[16]), number(w[17])}), (std::array{0.0f, 2 * up, 0.0f}));
    EXPECT_EQ(w[18], id & 3);
    EXPECT_EQ((std::vector<uint32_t>(w + 20, w + 24)),
              (std::vector<uint32_t>{700 + (id & 3), id, bits(hit.t), kind}))
        << x;
  }
  EXPECT_GT(hits, 3u);
  EXPECT_LT(hits, kRays);
}

// Trace, reorder and invoke with one ray; the payload is copied in between.
TEST_F(HitObjects, TracedAndShadedAtOnce) {
  RayInstance wall;
  RayGeometry geometry;
  geometry.triangles = {{-0.125f, -0.25f, 0, 0.875f, -0.25f, 0, -0.125f, 0.75f, 0}};
  wall.geometries = {geometry};
  const auto built_scene = built({wall});
  ASSERT_NE(built_scene, nullptr);
  const Library library("../sm69/hit_trace_reorder_invoke");
  RayDispatch dispatch = launch(library.shader("camera"));
  add_hits(dispatch, library.shader("surface"), 1, 0);
  add_miss(dispatch, library.shader("sky"));
  dispatch.size = {6, 6, 1};
  dispatch.resources = {structure(0, *built_scene),
                        buffer(RegisterClass::kUnorderedAccess, 0, std::vector<uint32_t>(4 * 36))};
  const auto results = traced(dispatch);
  ASSERT_EQ(results.back().size(), 4u * 36);
  for (uint32_t n = 0; n < 36; ++n) {
    const Vector3 origin{static_cast<float>(n % 6) / 4, static_cast<float>(n / 6) / 4, -4};
    const ModelHit hit = first_hit({wall}, origin, 0.125f, {0, 0, 1}, 64);
    const uint32_t* w = results.back().data() + 4 * size_t{n};
    const std::vector<uint32_t> expected =
        hit.is_hit ? std::vector<uint32_t>{bits(hit.u), bits(hit.v), bits(hit.t), 1}
                   : std::vector<uint32_t>{bits(2.0f), bits(2.0f), bits(2.0f), 0};
    EXPECT_EQ((std::vector<uint32_t>(w, w + 4)), expected) << n;
  }
}

// One object in a loop, and a nop at the end; the caller promises that there are only triangles.
TEST_F(HitObjects, BounceInALoop) {
  if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
  RayInstance box;
  RayGeometry faces, more;
  faces.triangles = {{-8.5f, -8.25f, 4, -8.5f, 8, 4, 11.5f, -8.25f, 4}, {-8, -4, -8, 8, -4, -8, -8, -4, 8}};
  more.triangles = {{-8.5f, -8.25f, 6, -8.5f, 18, 6, 18, -8.25f, 6},
                    {-200, -200, -30, 400, -200, -30, -200, 400, -30}};
  box.geometries = {faces, more};
  const std::vector<RayInstance> scene = {box};
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("../sm69/hit_bounce_loop_with_nop");
  RayDispatch dispatch = launch(library.shader("paths", triangles()));
  // The shaders use small integers as the light's words, so that each leaves a trace.
  add_hits(dispatch, changing_shader(kClosestHit, 4, {{0, 16, Source::kRecord, 0}}), 8, 0);
  add_miss(dispatch, changing_shader(kMiss, 4, {{0, 16, Source::kConstant, 14}}));
  add_miss(dispatch, changing_shader(kMiss, 4, {{0, 16, Source::kConstant, 15}}));
  dispatch.size = {16, 4, 1};
  dispatch.resources = {structure(0, *built_scene),
                        buffer(RegisterClass::kUnorderedAccess, 0, std::vector<uint32_t>(4 * 64 * 4))};
  const auto results = traced(dispatch);
  ASSERT_EQ(results.back().size(), 4u * 64 * 4);
  std::vector<uint32_t> traces;
  for (uint32_t y = 0; y < 4; ++y) {
    for (uint32_t x = 0; x < 16; ++x) {
      Vector3 origin{static_cast<float>(x) / 4, static_cast<float>(y) / 4, -4}, direction{0, 0, 1};
      uint32_t trace = 0, bounce = 0;
      float weight = 1, light = 0;
      for (; bounce < 5 && weight > 0.0625f; ++bounce) {
        ModelHit hit;  // Back faces are culled.
        for (const ModelHit& h : all_hits(scene, origin, 0.125f, direction, 64)) {
          if (h.is_front && (!hit.is_hit || h.t < hit.t)) hit = h;
        }
        if (!hit.is_hit && bounce > 2) {
          light = weight;
          break;
        }
        trace = trace * 16 + (hit.is_hit ? 1 + 2 * hit.geometry : 14 + (bounce & 1));
        weight *= 0.5f;
        origin = origin + direction * (hit.is_hit ? hit.t : 64.0f);
        direction = {-direction.y, -direction.z, -direction.x};
      }
      const uint32_t* w = results.back().data() + 4 * (size_t{y} * 64 + x);
      EXPECT_EQ(w[3], bounce) << x << ' ' << y;
      EXPECT_EQ(w[0], light != 0 ? bits(light) : trace) << x << ' ' << y;
      EXPECT_EQ(w[1], bits(light)) << x << ' ' << y;
      traces.push_back(w[0]);
    }
  }
  std::sort(traces.begin(), traces.end());
  EXPECT_GE(std::unique(traces.begin(), traces.end()) - traces.begin(), 2);
}

// Makes and invokes a miss, for a ray that may hit nothing although a wall is in its way.
TEST_F(HitObjects, MissesAreInvoked) {
  RayInstance wall;
  RayGeometry geometry;
  geometry.triangles = {{-8, -8, 4, 8, -8, 4, -8, 8, 4}};
  wall.geometries = {geometry};
  wall.mask = 1;
  const auto built_scene = built({wall});
  ASSERT_NE(built_scene, nullptr);
  std::vector<TracedRay> rays(3);
  for (TracedRay& ray : rays) {
    ray.mask = 2;
    ray.t_min = 0.25f;
  }
  rays[0].payload = {bits(1), bits(2), bits(3), 1};
  rays[1].payload = {bits(1), bits(2), bits(3), 0};
  rays[2].payload = {bits(1), bits(2), bits(3), 7};
  RayDispatch dispatch = launch(tracing_generation(4));
  dispatch.size[0] = static_cast<uint32_t>(rays.size());
  const Library library("../sm69/hit_objects_in_hit_and_miss");
  add_miss(dispatch, library.shader("fog"));
  add_miss(dispatch, changing_shader(kMiss, 4, {{0, 0, Source::kConstant, bits(8)}}));
  add_hits(dispatch, changing_shader(kClosestHit, 4, {{0, 0, Source::kConstant, bits(99)}}), 1, 0);
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(structure(0, *built_scene));
  const auto results = traced(dispatch);
  EXPECT_EQ(results[2], (std::vector<uint32_t>{bits(8), bits(2), bits(3.25f), 3,    // Ran another shader.
                                               bits(1), bits(2), bits(3.5f), 2,     // Ran itself again.
                                               bits(1), bits(2), bits(3.25f), 7}))  // Ran nothing.
      << "the payloads";
}

/// Models hit_objects_in_hit_and_miss on the CPU: a sequence of mirrors. Computes the payload, and counts how
/// often an object was invoked, kept without being invoked, or missed.
struct MirrorModel {
  const std::vector<RayInstance>& scene;
  uint32_t invoked = 0, kept = 0, missed = 0;

  void shade(const ModelHit& hit, Vector3 from, Vector3 direction, Vector3& light, uint32_t depth) {
    if (depth >= 3) return;
    const Vector3 origin = from + direction * hit.t;
    const Vector3 up = reflect(direction, {0, 1, 0});
    const ModelHit next_hit = first_hit(scene, origin, 0.0625f, up, 32);
    Vector3 next = light;
    if (!next_hit.is_hit) {
      ++missed;
    } else if (next_hit.instance == hit.instance) {
      ++kept;
    } else {
      ++invoked;
      shade(next_hit, origin, up, next, depth + 1);
    }
    light = next * hit.u + origin;
  }
};

// Hit objects in closest-hit shaders, invoked with a separate payload next to the incoming one.
TEST_F(HitObjects, OfMirrors) {
  if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
  RayInstance ground, ceiling;
  RayGeometry floor, roof_over_it, above;
  floor.triangles = {{-16, 0, -16, 16, 0, -16, -16, 0, 16}};
  roof_over_it.triangles = {{8, 1, -16, 16, 1, -16, 8, 1, 16}};
  ground.geometries = {floor, roof_over_it};
  above.triangles = {{-8, 0, -8, 8, 0, -8, -8, 0, 8}};
  ceiling.geometries = {above};
  ceiling.transform = {2, 0, 0, 0, 0, 2, 0, 4, 0, 0, 2, 0};
  const std::vector<RayInstance> scene = {ground, ceiling};
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  std::vector<TracedRay> rays;
  constexpr uint32_t kUnderTheRoof = 20, kAtTheEdge = 24;
  for (uint32_t n = 0; n < 27; ++n) {
    TracedRay ray;
    ray.origin[0] = n < kAtTheEdge ? -12.5f + static_cast<float>(n) : 11.5f - static_cast<float>(n);
    ray.origin[1] = n >= kUnderTheRoof && n < kAtTheEdge ? 0.5f : 2;
    ray.origin[2] = n < kAtTheEdge ? -15.25f : 10.5f;
    ray.direction[0] = 0.5f;
    ray.direction[1] = -1;
    ray.direction[2] = 0.25f;
    ray.stride = 1;
    ray.payload = {bits(1), bits(2), bits(static_cast<float>(n)), n % 5 == 4 ? 3 : n & 1};
    rays.push_back(ray);
  }
  RayDispatch dispatch = launch(tracing_generation(4));
  dispatch.size[0] = static_cast<uint32_t>(rays.size());
  const Library library("../sm69/hit_objects_in_hit_and_miss");
  add_hits(dispatch, library.shader("mirror", triangles()), 2, 0);
  add_miss(dispatch, changing_shader(kMiss, 4, {{0, 0, Source::kConstant, bits(99)}}));
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(structure(0, *built_scene));
  const auto results = traced(dispatch);
  ASSERT_EQ(results[2].size(), 4 * rays.size());
  MirrorModel model{scene};
  for (size_t n = 0; n < rays.size(); ++n) {
    const TracedRay& ray = rays[n];
    const Vector3 origin{ray.origin[0], ray.origin[1], ray.origin[2]};
    const Vector3 direction{ray.direction[0], ray.direction[1], ray.direction[2]};
    const ModelHit hit = first_hit(scene, origin, ray.t_min, direction, ray.t_max);
    ASSERT_TRUE(hit.is_hit) << n;
    Vector3 light{1, 2, static_cast<float>(n)};
    model.shade(hit, origin, direction, light, ray.payload[3]);
    const uint32_t* w = results[2].data() + 4 * n;
    EXPECT_EQ((std::array{number(w[0]), number(w[1]), number(w[2])}), (std::array{light.x, light.y, light.z}))
        << n;
    EXPECT_EQ(w[3], ray.payload[3]) << n;
  }
  EXPECT_GT(model.invoked, 20u);
  EXPECT_GT(model.kept, 2u);
  EXPECT_GT(model.missed, 0u);
}

// Getters of a ray that is not invoked, and buffers that are coherent across a reorder point.
TEST_F(HitObjects, QueriedWithoutBeingInvoked) {
  if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
  RayInstance wall;
  RayGeometry geometry;
  geometry.triangles = {{-0.125f, -0.25f, 0, 0.875f, -0.25f, 0, -0.125f, 0.75f, 0}};
  geometry.is_opaque = false;
  wall.geometries = {geometry};
  const auto built_scene = built({wall});
  ASSERT_NE(built_scene, nullptr);
  const Library library("../sm69/hit_reorder_coherent_memory");
  RayDispatch dispatch = launch(library.shader("exchange", triangles()));
  add_miss(dispatch, changing_shader(kMiss, 4, {}));
  constexpr uint32_t kWidth = 6, kHeight = 5;
  dispatch.size = {kWidth, kHeight, 1};
  dispatch.resources = {
      structure(0, *built_scene),
      buffer(RegisterClass::kUnorderedAccess, 1, std::vector<uint32_t>(kWidth * kHeight)),
      buffer(RegisterClass::kUnorderedAccess, 2, std::vector<uint32_t>(16)),
      buffer(RegisterClass::kUnorderedAccess, 0, std::vector<uint32_t>(2 * kWidth * kHeight))};
  const auto results = traced(dispatch);
  std::vector<uint32_t> counters(16);
  for (uint32_t n = 0; n < kWidth * kHeight; ++n) {
    const uint32_t x = n % kWidth, y = n / kWidth, mine = 3 * x + 1;
    ++counters[mine & 15];
    const Vector3 origin{static_cast<float>(x) / 4, static_cast<float>(y) / 4, -4};
    EXPECT_EQ(results[1].at(n), mine);
    EXPECT_EQ(results[3].at(2 * n), mine);
    EXPECT_EQ(results[3].at(2 * n + 1), first_hit({wall}, origin, 0.125f, {0, 0, 1}, 64).is_hit ? 1u : 0u)
        << n;
  }
  EXPECT_EQ(results[2], counters);
}

// One buffer is globally coherent, one reorder coherent; the third is neither.
TEST(ReorderCoherent, IsCoherent) {
  const RayShader shader = Library("../sm69/hit_reorder_coherent_memory").shader("exchange", [] {
    TranslateOptions options;
    options.device.hit_objects = spirv::HitObjects::kTriangles;
    return options;
  }());
  constexpr uint32_t kHeader = 5, kOpDecorate = 71, kCoherent = 23;
  uint32_t coherent = 0;
  for (size_t at = kHeader; at < shader.words.size(); at += std::max(shader.words[at] >> 16, 1u)) {
    if ((shader.words[at] & 0xFFFF) == kOpDecorate && shader.words[at + 2] == kCoherent) ++coherent;
  }
  EXPECT_EQ(coherent, 2u);
}

struct Refused {
  const char* name;
  const char* entry;
  spirv::HitObjects way;
  const char* reason;
};

// Uses that plain hit objects or those of NV cannot support are refused with their name and the reason.
TEST(RefusedHitObjects, SayWhy) {
  constexpr auto kPlain = spirv::HitObjects::kPlain, kTriangles = spirv::HitObjects::kTriangles,
                 kNv = spirv::HitObjects::kNv;
  const Refused cases[] = {
      {"hit_bounce_loop_with_nop", "paths", kPlain, "HitObject_TraceRay"},
      {"hit_objects_in_hit_and_miss", "mirror", kPlain, "skip procedural primitives"},
      {"hit_local_root_constant_as_hint", "byMaterial", kTriangles, "HitObject_LoadLocalRootTableConstant"},
      {"hit_from_query_with_attributes", "inlineThenShade", kTriangles, "HitObject_Invoke"},
      {"hit_from_query_with_attributes", "inlineThenShade", kNv, "HitObject_FromRayQueryWithAttrs"},
  };
  for (const Refused& refused : cases) {
    const auto dxil = test_support::read_binary_file(
        test_support::source_path(std::string("reference_shaders/sm69/") + refused.name + ".dxil"));
    ASSERT_TRUE(dxil) << dxil.error().to_string();
    auto program = Translator().read(*dxil);
    ASSERT_TRUE(program) << program.error().to_string();
    TranslateOptions options;
    options.entry = refused.entry;
    options.device.hit_objects = refused.way;
    const auto translation = Translator().translate(*program, options);
    ASSERT_FALSE(translation) << refused.name;
    EXPECT_EQ(translation.error().code, ErrorCode::kUnsupported);
    const std::string message(translation.error().to_string());
    EXPECT_NE(message.find(refused.reason), message.npos) << message;
    EXPECT_NE(message.find("SPV_EXT_shader_invocation_reorder"), message.npos) << message;
  }
}

}  // namespace
}  // namespace trellis::test_rays

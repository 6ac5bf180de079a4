// Runs hit, miss, intersection and callable stages of the corpus, each with hand-written partners.
#include <algorithm>
#include <cmath>

#include "tests/spirv_backend/raytracing/ray_test.hpp"

namespace trellis::test_rays {
namespace {

class HitStages : public RayTest {
 protected:
  /// Returns a launch of `generation` with one invocation per ray, without hit groups and miss shaders.
  static RayDispatch launch(const RayShader& generation, const std::vector<TracedRay>& rays) {
    RayDispatch dispatch;
    dispatch.shaders = {generation};
    dispatch.groups = vulkan::general_groups(1);
    dispatch.size[0] = static_cast<uint32_t>(rays.size());
    return dispatch;
  }
  static void add_miss(RayDispatch& dispatch, const RayShader& shader) {
    add_general(dispatch, dispatch.misses, shader);
  }
};

using Source = WordChange::Source;

// Checks every system value of a closest-hit shader, with geometry whose numbers are exact.
TEST_F(HitStages, SystemValuesOfClosestHits) {
  RayInstance back, front;
  RayGeometry far_away, near;
  far_away.triangles = {{-50, 0, 0, -49, 0, 0, -50, 1, 0}};
  near.triangles = {{-60, 0, 0, -59, 0, 0, -60, 1, 0}, {0, 0, 0, 4, 0, 0, 0, 4, 0}};
  back.geometries = {far_away, near};
  back.transform = {1, 0, 0, 16, 0, 2, 0, 4, 0, 0, 4, 8};
  back.id = 0x123456;
  front.geometries = {near};
  front.transform = {0, 2, 0, -16, 1, 0, 0, 0, 0, 0, 1, 4};
  front.id = 7;
  const std::vector<RayInstance> scene = {back, front};
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("system_values_closesthit_all");

  constexpr uint32_t kForcedOpaque = 1;
  std::vector<TracedRay> rays(2);
  rays[0] = {kForcedOpaque, 0xFF, 0, 0, 0, {17, 6, 0}, 0.25f, {0, 0, 2}, 64, {0}};
  rays[1] = {kForcedOpaque, 0xFF, 0, 0, 0, {-14, 1, 0}, 0.5f, {0, 0, 1}, 32, {256}};
  RayDispatch dispatch = launch(tracing_generation(1), rays);
  RayGroup group;
  group.closest_hit = add(dispatch, library.shader("record"));
  add_hit(dispatch, group);
  add_miss(dispatch, changing_shader(kMiss, 1, {{0, 0, Source::kConstant, 0xDEAD}}));
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(buffer(RegisterClass::kUnorderedAccess, 0, std::vector<uint32_t>(128)));
  const auto results = traced(dispatch);
  ASSERT_EQ(results.back().size(), 128u);
  EXPECT_EQ(results[2], (std::vector<uint32_t>{0, 256}));

  for (uint32_t r = 0; r < 2; ++r) {
    const uint32_t* w = results.back().data() + 64 * r;
    const auto vector = [&](uint32_t at) {
      return std::array<float, 3>{number(w[at]), number(w[at + 1]), number(w[at + 2])};
    };
    const TracedRay& ray = rays[r];
    const RayInstance& instance = scene[r];
    EXPECT_EQ((std::vector<uint32_t>(w, w + 6)), (std::vector<uint32_t>{r, 0, 0, 2, 1, 1}));
    EXPECT_EQ(vector(6), (std::array{ray.origin[0], ray.origin[1], ray.origin[2]}));
    EXPECT_EQ(vector(9), (std::array{ray.direction[0], ray.direction[1], ray.direction[2]}));
    // Coordinates in object space. Ray 0: x - 16, (y - 4) / 2, (z - 8) / 4. Ray 1: y, (x + 16) / 2, z - 4.
    const std::array<float, 3> origin =
        r == 0 ? std::array{1.0f, 1.0f, -2.0f} : std::array{1.0f, 1.0f, -4.0f};
    const std::array<float, 3> direction =
        r == 0 ? std::array{0.0f, 0.0f, 0.5f} : std::array{0.0f, 0.0f, 1.0f};
    EXPECT_EQ(vector(12), origin);
    EXPECT_EQ(vector(15), direction);
    EXPECT_EQ(number(w[18]), ray.t_min);
    EXPECT_EQ(number(w[19]), 4.0f);
    EXPECT_EQ(w[20], ray.flags);
    const ModelHit hit = first_hit(scene, {ray.origin[0], ray.origin[1], ray.origin[2]}, ray.t_min,
                                   {ray.direction[0], ray.direction[1], ray.direction[2]}, ray.t_max);
    // The facing is that in object space, which a mirroring transform reverses.
    const bool mirrors = r == 1;
    const bool is_front = hit.is_front != mirrors;
    EXPECT_EQ(w[21], is_front ? 254u : 255u);
    EXPECT_EQ((std::vector<uint32_t>(w + 22, w + 26)),
              (std::vector<uint32_t>{r, instance.id, r == 0 ? 1u : 0u, 1}));
    EXPECT_EQ((std::array{number(w[26]), number(w[27])}), (std::array{0.25f, 0.25f}));
    const std::array<float, 12>& m = instance.transform;
    const std::array<float, 12> back_0 = {1, 0, 0, -16, 0, 0.5f, 0, -2, 0, 0, 0.25f, -2};
    const std::array<float, 12> back_1 = {0, 1, 0, 0, 0.5f, 0, 0, 8, 0, 0, 1, -4};
    const std::array<float, 12>& inverse = r == 0 ? back_0 : back_1;
    const uint32_t k = r == 0 ? 1 : 0;  // Index of the geometry.
    EXPECT_EQ((std::array{number(w[28]), number(w[29]), number(w[30]), number(w[31])}),
              (std::array{m[9], m[4 + k], inverse[4 * (k % 3) + 3], inverse[3]}));
    EXPECT_EQ(vector(32), (std::array{ray.origin[0], ray.origin[1], ray.origin[2]}));
    EXPECT_EQ(vector(35), origin);
    const std::array<float, 12>& rows = is_front ? inverse : m;
    for (uint32_t n = 0; n < 12; ++n) EXPECT_EQ(number(w[38 + n]), rows[n]) << n;
  }
}

TEST_F(HitStages, AnyHitSortsAListInThePayload) {
  // Layers at z = 1 to 11, in another order.
  RayInstance layers;
  RayGeometry geometry;
  geometry.is_opaque = false;
  for (const int z : {5, 2, 9, 1, 11, 7, 3, 10, 4, 8, 6}) {
    const auto depth = static_cast<float>(z);
    geometry.triangles.push_back({0, 0, depth, 4, 0, depth, 0, 4, depth});
  }
  layers.geometries = {geometry};
  const auto built_scene = built({layers});
  ASSERT_NE(built_scene, nullptr);
  const Library library("anyhit_transmittance_sorted_list");
  std::vector<TracedRay> rays(3);
  for (size_t n = 0; n < rays.size(); ++n) {
    rays[n].origin[0] = rays[n].origin[1] = 1;
    rays[n].t_max = n == 0 ? 3.5f : (n == 1 ? 7.5f : 100.0f);
    rays[n].payload.assign(17, 0);
  }
  RayDispatch dispatch = launch(tracing_generation(17), rays);
  RayGroup group;
  group.any_hit = add(dispatch, library.shader("collect"));
  add_hit(dispatch, group);
  add_miss(dispatch, changing_shader(kMiss, 17, {}));
  dispatch.resources = partner_resources(built_scene->top(), rays);
  const auto results = traced(dispatch);
  ASSERT_EQ(results[2].size(), 51u);
  constexpr uint32_t kPrimitives[] = {3, 1, 6, 8, 0, 10, 5, 9};  // The primitives at z = 1 to 8.
  for (size_t n = 0; n < rays.size(); ++n) {
    const uint32_t* payload = results[2].data() + 17 * n;
    const uint32_t expected = n == 0 ? 3 : (n == 1 ? 7 : 8);
    EXPECT_EQ(payload[16], expected);
    for (uint32_t h = 0; h < expected; ++h) {
      EXPECT_EQ(number(payload[2 * h]), static_cast<float>(h + 1));
      EXPECT_EQ(payload[2 * h + 1] & 0xFFFFFF, kPrimitives[h]);
      const uint32_t kind = payload[2 * h + 1] >> 24;
      EXPECT_TRUE(kind == 254 || kind == 255) << kind;
    }
  }
}

TEST_F(HitStages, MissShaderLoopsOverSuns) {
  const auto built_scene = built({RayInstance{{RayGeometry{true, {{0, 900, 0, 1, 900, 0, 0, 900, 1}}, {}}}}});
  ASSERT_NE(built_scene, nullptr);
  const Library library("miss_sky_with_sun_loop");
  std::vector<TracedRay> rays(4);
  const float directions[4][3] = {{0, 2, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0.6f, 0.8f}};
  for (size_t n = 0; n < rays.size(); ++n) {
    std::copy(directions[n], directions[n] + 3, rays[n].direction);
    rays[n].origin[0] = 5000;
    rays[n].payload = {1, 2, 3, 4};
  }
  RayDispatch dispatch = launch(tracing_generation(4), rays);
  add_miss(dispatch, library.shader("sky"));
  RayGroup group;
  group.closest_hit = add(dispatch, changing_shader(kClosestHit, 4, {}));
  add_hit(dispatch, group);
  const float suns[4][4] = {{0, 1, 0, 0.5f}, {1, 0, 0, 0.9f}, {0, 1, 0, 0.999f}, {0, 0.6f, 0.8f, 0.7f}};
  std::vector<uint32_t> words;
  for (const auto& sun : suns) {
    for (const float f : sun) words.push_back(bits(f));
  }
  words.insert(words.end(),
               {4, 0, 0, 0, bits(0.25f), bits(0.5f), bits(1), 0, bits(1), bits(0.75f), bits(0.5f), 0});
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(constants(0, words));
  vulkan::ImageData cube;
  cube.type = VK_IMAGE_VIEW_TYPE_CUBE;
  cube.format = VK_FORMAT_R32G32B32A32_SFLOAT;
  cube.layers = 6;
  cube.texels.resize(6 * 16);
  dispatch.resources.push_back(image(RegisterClass::kShaderResource, 1, cube));
  BoundResource sampler;
  sampler.binding = 3000;
  sampler.type = VK_DESCRIPTOR_TYPE_SAMPLER;
  dispatch.resources.push_back(sampler);
  const auto results = traced(dispatch);
  ASSERT_EQ(results[2].size(), 16u);
  for (size_t n = 0; n < rays.size(); ++n) {
    const Vector3 d = normalize({directions[n][0], directions[n][1], directions[n][2]});
    const float up = std::clamp(d.y, 0.0f, 1.0f);
    Vector3 c = Vector3{1, 0.75f, 0.5f} * (1 - up) + Vector3{0.25f, 0.5f, 1} * up;
    for (const auto& sun : suns) {
      const float k = dot(d, {sun[0], sun[1], sun[2]});
      if (k < sun[3]) continue;
      c = c + Vector3{20, 20, 20};
      if (k > 0.99999f) break;
    }
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(number(results[2][4 * n + i]), c[i], 1e-4) << n << " " << i;
    EXPECT_EQ(number(results[2][4 * n + 3]), -1.0f);
  }
}

// Interval arithmetic on a stack, and a single reported hit.
TEST_F(HitStages, IntersectionOfConstructiveSolids) {
  RayInstance boxes;
  boxes.geometries = {RayGeometry{false, {}, {{-4, -4, -4, 4, 4, 4}}}};
  const auto built_scene = built({boxes});
  ASSERT_NE(built_scene, nullptr);
  const Library library("intersection_csg_intervals");
  struct Op {
    uint32_t code;
    float arg[4];
  };
  // A sphere of radius 2 without the part below z = -1.
  const std::vector<Op> program = {
      {0, {0, 0, 0, 2}}, {1, {0, 0, 1, -1}}, {3, {0, 0, 0, 0}}, {9, {0, 0, 0, 0}}};
  std::vector<uint32_t> words;
  for (const Op& op : program) {
    words.push_back(op.code);
    for (const float f : op.arg) words.push_back(bits(f));
  }
  std::vector<TracedRay> rays(4);
  const float origins[4][3] = {{0, 0, -8}, {0, 1.5f, -8}, {3, 0, -8}, {0, 0, 8}};
  for (size_t n = 0; n < rays.size(); ++n) {
    std::copy(origins[n], origins[n] + 3, rays[n].origin);
    if (n == 3) rays[n].direction[2] = -1;
    rays[n].payload = {0, 0, 0, 0, 0};
  }
  RayDispatch dispatch = launch(tracing_generation(5), rays);
  RayGroup group;
  group.intersection = add(dispatch, library.shader("csg"));
  group.closest_hit = add(dispatch, changing_shader(kClosestHit, 5,
                                                    {{0, 0, Source::kRayT, 0},
                                                     {1, 0, Source::kAttribute, 0},
                                                     {2, 0, Source::kAttribute, 1},
                                                     {3, 0, Source::kAttribute, 2},
                                                     {4, 0, Source::kHitKind, 0}},
                                                    3));
  add_hit(dispatch, group);
  add_miss(dispatch, changing_shader(kMiss, 5, {{4, 0, Source::kConstant, 77}}));
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(buffer(RegisterClass::kShaderResource, 0, words));
  dispatch.resources.push_back(constants(0, {0, 3}));
  const auto results = traced(dispatch);
  ASSERT_EQ(results[2].size(), 20u);
  // The plane z = -1 cuts off the part of the sphere below it.
  const struct {
    bool is_hit;
    float t, at[3];
  } expected[4] = {
      {true, 7, {0, 0, -1}}, {true, 7, {0, 1.5f, -1}}, {false, 0, {0, 0, 0}}, {true, 6, {0, 0, 2}}};
  for (size_t n = 0; n < 4; ++n) {
    const uint32_t* payload = results[2].data() + 5 * n;
    EXPECT_EQ(payload[4], expected[n].is_hit ? 0u : 77u) << n;
    if (!expected[n].is_hit) continue;
    EXPECT_NEAR(number(payload[0]), expected[n].t, 1e-4) << n;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(number(payload[1 + i]), expected[n].at[i], 1e-4) << n;
  }
}

// A march with three exits, followed by a bisection, with attributes of 16 bytes.
TEST_F(HitStages, IntersectionByMarching) {
  RayInstance boxes;
  boxes.geometries = {RayGeometry{false, {}, {{-4, -4, -4, 4, 4, 4}}}};
  const auto built_scene = built({boxes});
  ASSERT_NE(built_scene, nullptr);
  const Library library("intersection_torus_march");
  std::vector<TracedRay> rays(4);
  const float origins[4][3] = {{2, 8, 0}, {0, 8, 0}, {0, 8, 2.25f}, {-2, 8, 0}};
  for (size_t n = 0; n < rays.size(); ++n) {
    std::copy(origins[n], origins[n] + 3, rays[n].origin);
    rays[n].direction[1] = -1;
    rays[n].direction[2] = 0;
    rays[n].payload.assign(6, 0);
  }
  RayDispatch dispatch = launch(tracing_generation(6), rays);
  RayGroup group;
  group.intersection = add(dispatch, library.shader("marchTorus"));
  group.closest_hit = add(dispatch, changing_shader(kClosestHit, 6,
                                                    {{0, 0, Source::kRayT, 0},
                                                     {1, 0, Source::kAttribute, 0},
                                                     {2, 0, Source::kAttribute, 1},
                                                     {3, 0, Source::kAttribute, 2},
                                                     {4, 0, Source::kAttribute, 3},
                                                     {5, 0, Source::kHitKind, 0}},
                                                    4));
  add_hit(dispatch, group);
  add_miss(dispatch, changing_shader(kMiss, 6, {{5, 0, Source::kConstant, 77}}));
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(constants(0, {bits(2), bits(0.5f), 64, bits(0.001f)}));
  const auto results = traced(dispatch);
  ASSERT_EQ(results[2].size(), 24u);
  for (size_t n = 0; n < 4; ++n) {
    const uint32_t* payload = results[2].data() + 6 * n;
    const float radius = std::hypot(origins[n][0], origins[n][2]) - 2;
    if (std::fabs(radius) >= 0.5f) {
      EXPECT_EQ(payload[5], 77u) << n;
      continue;
    }
    const float height = std::sqrt(0.25f - radius * radius);
    EXPECT_NEAR(number(payload[0]), 8 - height, 2e-3) << n;
    EXPECT_EQ(payload[5], (payload[4] & 1) != 0 ? 10u : 11u) << n;
    EXPECT_LT(payload[4], 64u);
    EXPECT_NEAR(number(payload[2]), 2 * 0.001f * height / 0.5f, 2e-4) << n;
  }
}

// A callable that traces no rays; parameter and index are passed through.
TEST_F(HitStages, CallablesGetTheirParameter) {
  const Library library("raygen_callshader_loop");
  constexpr uint32_t kInvocations = 8;
  // Commands: calls of small callables (v = 3 v + index) and of large ones (a[0] .. a[3] x, kind).
  std::vector<uint32_t> commands(kInvocations * 16, 0xFF);
  const auto command = [&](uint32_t id, std::vector<uint32_t> list) {
    std::copy(list.begin(), list.end(), commands.begin() + id * 16);
  };
  command(0, {1, 2, 3, 0xFF});
  command(1, {0x100 | 9u << 16 | 2, 4, 0x101 | 8u << 16, 0xFF});
  command(2, {0xFF});
  command(3, std::vector<uint32_t>(16, 5));
  for (uint32_t id = 4; id < kInvocations; ++id) command(id, {id & 3, 0x103 | 9u << 16, id & 1, 0xFF});

  RayDispatch dispatch;
  dispatch.shaders = {library.shader("interpret")};
  constexpr uint32_t kSmall = 8, kLarge = 2, kLargeWords = 20;
  for (uint32_t n = 0; n < kSmall; ++n) {
    dispatch.shaders.push_back(
        changing_shader(VK_SHADER_STAGE_CALLABLE_BIT_KHR, 1, {{0, 3, Source::kConstant, n}}));
  }
  for (uint32_t n = 0; n < kLarge; ++n) {
    // The kind (word 16) selects what is added to a[0].x; a[1].x, a[2].x and a[3].x are counters.
    dispatch.shaders.push_back(changing_shader(VK_SHADER_STAGE_CALLABLE_BIT_KHR, kLargeWords,
                                               {{0, 1, Source::kConstant, 100 + n},
                                                {4, 1, Source::kConstant, 10},
                                                {8, 2, Source::kConstant, 1},
                                                {12, 1, Source::kConstant, 1000}}));
  }
  dispatch.groups = vulkan::general_groups(1 + kSmall + kLarge);
  for (uint32_t n = 0; n < kSmall + kLarge; ++n) dispatch.callables.push_back({1 + n});
  dispatch.size[0] = kInvocations;
  dispatch.resources = {buffer(RegisterClass::kShaderResource, 0, commands),
                        buffer(RegisterClass::kUnorderedAccess, 0, std::vector<uint32_t>(kInvocations * 3))};
  const auto results = traced(dispatch);
  ASSERT_EQ(results[1].size(), kInvocations * 3);
  for (uint32_t id = 0; id < kInvocations; ++id) {
    uint32_t v = id;
    uint32_t x[4] = {0, 0, 0, 0};
    float y[4] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < 16; ++i) {
      const uint32_t op = commands[id * 16 + i];
      if (op == 0xFF) break;
      if ((op & 0x100) != 0) {
        x[0] += 100 + ((op >> 16) - kSmall);
        x[1] += 10;
        x[2] = 2 * x[2] + 1;
        x[3] += 1000;
        v += x[op & 3];
      } else {
        v = 3 * v + (op & 7);
        y[i & 3] += static_cast<float>(v);
      }
    }
    EXPECT_EQ(results[1][3 * id], v) << id;
    EXPECT_EQ(number(results[1][3 * id + 1]), y[1]) << id;
    EXPECT_EQ(results[1][3 * id + 2], id / 2) << id;
  }
}

}  // namespace
}  // namespace trellis::test_rays

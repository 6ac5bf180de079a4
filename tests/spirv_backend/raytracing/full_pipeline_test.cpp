// Runs libraries of the corpus that trace rays themselves, with recursion and callables, and compares them
// with models.
#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/spirv_backend/raytracing/ray_pictures.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"

namespace trellis::test_rays {
namespace {

class Pipelines : public RayTest {};

// All six stages: a floor and a wall of triangles, holes in the wall, two mirroring spheres, textures sampled
// in a callable, and shadows.
class FullPipelineModel {
 public:
  FullPipelineModel() {
    RayGeometry floor, wall;
    floor.triangles = {{-64, -1, -64, -64, -1, 64, 64, -1, -64}, {64, -1, 64, 64, -1, -64, -64, -1, 64}};
    wall.is_opaque = false;
    // The wall leans back, so that shadow rays, which start a little higher, do not start on it.
    wall.triangles = {{-6, -1, 9, -6, 7, 13, 6, -1, 9}};
    RayInstance first, second, balls;
    first.geometries = {floor};
    first.id = 2;  // Texture 2, callable 0.
    second.geometries = {wall};
    second.id = kWallTexture;
    second.hit_group_offset = 4;
    RayGeometry boxes;
    for (const auto& s : spheres) {
      boxes.boxes.push_back({s[0] - s[3], s[1] - s[3], s[2] - s[3], s[0] + s[3], s[1] + s[3], s[2] + s[3]});
    }
    balls.geometries = {boxes};
    balls.hit_group_offset = 2;
    scene = {first, second, balls};
  }

  struct Hit {
    float t = 0;
    int sphere = -1;
    ModelHit triangle;
  };
  Hit closest(Vector3 o, float t_min, Vector3 d, bool holes) const {
    Hit best;
    best.t = 1e4f;
    for (const ModelHit& hit : all_hits(scene, o, t_min, d, 1e4f)) {
      const bool is_hole = holes && hit.instance == 1 &&
                           ((static_cast<uint32_t>(hit.u * 8) ^ static_cast<uint32_t>(hit.v * 8)) & 1) != 0;
      if (!is_hole && hit.t < best.t) best = {hit.t, -1, hit};
    }
    for (int n = 0; n < 2; ++n) {
      const Vector3 q = o - Vector3{spheres[n][0], spheres[n][1], spheres[n][2]};
      const float b = dot(q, d), c = dot(q, q) - spheres[n][3] * spheres[n][3];
      if (b * b <= c) continue;
      const float t = -b - std::sqrt(b * b - c);
      if (t > t_min && t < best.t) best = {t, n, {}};
    }
    return best;
  }
  float sunlight(Vector3 p, Vector3 n) const {
    const float k = dot(n, sun);
    if (k <= 0) return 0;
    return closest(p + n * 0.001f, 0, sun, false).t < 1e4f ? 0 : k;
  }
  Vector3 radiance(Vector3 o, Vector3 d, uint32_t depth) const {
    const Hit hit = closest(o, 0.01f, d, true);
    const Vector3 at = o + d * hit.t;
    if (hit.sphere >= 0) {
      const auto& s = spheres[hit.sphere];
      const Vector3 n = (at - Vector3{s[0], s[1], s[2]}) * (1 / s[3]);
      if (depth >= kMaxDepth) return n * 0.5f + Vector3{0.5f, 0.5f, 0.5f};
      const float light = sunlight(at, n) * 0.2f;
      return radiance(at, reflect(d, n), depth + 1) * 0.8f + Vector3{light, light, light};
    }
    if (!hit.triangle.is_hit) {
      return Vector3{1, 1, 1} * (1 - d.y) + Vector3{0.3f, 0.5f, 1} * d.y;
    }
    const float light = sunlight(at, {0, 1, 0});
    const uint32_t texture = scene[hit.triangle.instance].id & 7;
    // Lavapipe keeps the attributes of rejected hits: those of the sphere that a ray starts from replace the
    // weights of the triangle that it hits.
    is_uncertain |= depth > 0 && texture == kWallTexture;
    const uint32_t texel = (hit.triangle.u >= 0.5f ? 1u : 0u) + (hit.triangle.v >= 0.5f ? 2u : 0u);
    return colour(texture, texel) * light;
  }
  static Vector3 colour(uint32_t texture, uint32_t texel) {
    const uint32_t step = texture == kWallTexture ? texel : 1;
    return {static_cast<float>(texture + 1) / 8, static_cast<float>(step + 1) / 4, 0.5f};
  }

  static constexpr uint32_t kMaxDepth = 2, kWallTexture = 5;
  mutable bool is_uncertain = false;
  const float spheres[2][4] = {{-1.25f, 0, 5, 1}, {1.25f, 0, 5.5f, 1}};
  const Vector3 sun = {0.48f, 0.8f, -0.36f}, eye = {0, 0.5f, -1};
  std::vector<RayInstance> scene;
};

TEST_F(Pipelines, AllSixStagesOfOneLibrary) {
  const FullPipelineModel model;
  const auto built_scene = built(model.scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("library_full_pipeline");
  RayDispatch dispatch;
  set_generation(dispatch, library.shader("camera"));
  RayGroup triangles, spheres, shadowed_spheres, holes;
  triangles.closest_hit = holes.closest_hit = add(dispatch, library.shader("triangleHit"));
  spheres.closest_hit = add(dispatch, library.shader("sphereHit"));
  spheres.intersection = shadowed_spheres.intersection = add(dispatch, library.shader("sphereTest"));
  holes.any_hit = add(dispatch, library.shader("checker"));
  for (const RayGroup& group : {triangles, RayGroup{}, spheres, shadowed_spheres, holes, RayGroup{}}) {
    add_hit(dispatch, group);
  }
  add_general(dispatch, dispatch.misses, library.shader("skyMiss"));
  add_general(dispatch, dispatch.misses, library.shader("litMiss"));
  add_general(dispatch, dispatch.callables, library.shader("sampleTexture"));

  constexpr uint32_t kSize = 24;
  dispatch.size = {kSize, kSize, 1};
  dispatch.recursion = 5;
  dispatch.resources = {structure(0, *built_scene)};
  for (uint32_t t = 0; t < 8; ++t) {
    vulkan::ImageData texture = empty_image(2, 2);
    std::vector<uint32_t> texels;
    for (uint32_t n = 0; n < 4; ++n) {
      const Vector3 c = FullPipelineModel::colour(t, n);
      texels.insert(texels.end(), {bits(c.x), bits(c.y), bits(c.z), bits(1)});
    }
    texture.texels = vulkan::bytes_of(texels);
    BoundResource bound = image(RegisterClass::kShaderResource, 1, texture);
    bound.element = t;
    dispatch.resources.push_back(bound);
  }
  std::vector<uint32_t> words;
  for (const auto& sphere : model.spheres) {
    for (const float f : sphere) words.push_back(bits(f));
  }
  dispatch.resources.push_back(buffer(RegisterClass::kShaderResource, 9, words));
  BoundResource sampler;
  sampler.binding = 3000;
  sampler.type = VK_DESCRIPTOR_TYPE_SAMPLER;
  dispatch.resources.push_back(sampler);
  std::vector<uint32_t> frame;
  for (int n = 0; n < 16; ++n) frame.push_back(bits(n % 5 == 0 ? 1 : 0));
  for (const float f : {model.eye.x, model.eye.y, model.eye.z}) frame.push_back(bits(f));
  frame.push_back(FullPipelineModel::kMaxDepth);
  for (const float f : {model.sun.x, model.sun.y, model.sun.z}) frame.push_back(bits(f));
  dispatch.resources.push_back(constants(0, frame));
  dispatch.resources.push_back(image(RegisterClass::kUnorderedAccess, 0, empty_image(kSize, kSize)));
  const auto results = traced(dispatch);
  expect_picture(results.back(), kSize, kSize, [&](float x, float y) {
    const float u = (x + 0.5f) / kSize, v = (y + 0.5f) / kSize;
    const Vector3 far_away = {u * 2 - 1, 1 - v * 2, 1};
    model.is_uncertain = false;
    const Vector3 c = model.radiance(model.eye, normalize(far_away - model.eye), 0);
    return Colour{c.x, c.y, c.z, model.is_uncertain ? -1.0f : 1.0f};
  });
}

// The payload has an array that is indexed dynamically and a bool, and is written in several places.
TEST_F(Pipelines, PathTracerWithAStackOfMedia) {
  struct Medium {
    float ior, absorb[3];
    uint32_t priority;
  };
  const std::vector<Medium> media = {{1, {0.001f, 0.002f, 0.003f}, 0},
                                     {1.5f, {0.02f, 0.01f, 0.03f}, 2},
                                     {1.33f, {0.01f, 0.04f, 0.02f}, 1},
                                     {2, {0.05f, 0.01f, 0.01f}, 3}};
  std::vector<RayInstance> scene;
  const auto plane = [&](float z, uint32_t id, bool faces_us) {
    RayInstance instance;
    RayGeometry geometry;
    geometry.triangles = {faces_us ? std::array<float, 9>{-512, -512, z, -512, 1536, z, 1536, -512, z}
                                   : std::array<float, 9>{-512, -512, z, 1536, -512, z, -512, 1536, z}};
    instance.geometries = {geometry};
    instance.id = id;
    scene.push_back(instance);
  };
  plane(8, 1, true);
  plane(12, 2, true);
  plane(16, 1, false);
  plane(24, 3, true);
  plane(32, 3, false);
  plane(40, 2, false);
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("path_tracer_dielectric_stack");
  RayDispatch dispatch;
  set_generation(dispatch, library.shader("march"));
  RayGroup group;
  group.closest_hit = add(dispatch, library.shader("interfaceHit"));
  add_hit(dispatch, group);
  add_general(dispatch, dispatch.misses, library.shader("out_"));
  constexpr uint32_t kSize = 8;
  dispatch.size = {kSize, kSize, 1};
  std::vector<uint32_t> words;
  for (const Medium& m : media) {
    words.insert(words.end(),
                 {bits(m.ior), bits(m.absorb[0]), bits(m.absorb[1]), bits(m.absorb[2]), m.priority});
  }
  dispatch.resources = {structure(0, *built_scene), buffer(RegisterClass::kShaderResource, 1, words),
                        image(RegisterClass::kUnorderedAccess, 0, empty_image(kSize, kSize))};
  const auto results = traced(dispatch);
  expect_picture(results.back(), kSize, kSize, [&](float x, float y) {
    std::vector<uint32_t> stack;
    Vector3 weight = {1, 1, 1}, d = normalize({x, y, 100}), o;
    bool is_alive = true;
    for (uint32_t i = 0; i < 32 && is_alive; ++i) {
      const Vector3 before = d;
      const ModelHit hit = first_hit(scene, o, 1e-4f, d, 1e3f);
      float t = 0;
      if (!hit.is_hit) {
        is_alive = false;
      } else {
        t = hit.t;
        const uint32_t id = scene[hit.instance].id, current = stack.empty() ? 0 : stack.back();
        const float* a = media[current].absorb;
        weight = weight * Vector3{std::exp(-a[0] * t), std::exp(-a[1] * t), std::exp(-a[2] * t)};
        const Vector3 n = normalize({hit.u - 0.5f, hit.v - 0.5f, 1});
        const auto is_zero = [](Vector3 v) { return v.x == 0 && v.y == 0 && v.z == 0; };
        if (hit.is_front) {
          if (stack.size() == 4) {
            is_alive = false;
          } else {
            if (media[id].priority >= media[current].priority) {
              const Vector3 r = refract(before, n, media[current].ior / media[id].ior);
              d = is_zero(r) ? reflect(before, n) : r;
            }
            stack.push_back(id);
          }
        } else {
          for (size_t n2 = stack.size(); n2-- > 0;) {
            if (stack[n2] != id) continue;
            stack.erase(stack.begin() + static_cast<std::ptrdiff_t>(n2));
            break;
          }
          const Vector3 r = refract(before, n * -1, media[id].ior);
          d = r.x == 0 && r.y == 0 && r.z == 0 ? reflect(before, n * -1) : r;
        }
      }
      o = o + before * t;
      if (weight.x < 1e-3f && weight.y < 1e-3f && weight.z < 1e-3f) break;
    }
    return Colour{weight.x, weight.y, weight.z, static_cast<float>(stack.size())};
  });
}

// The incoming and the outgoing payload exist at the same time.
TEST_F(Pipelines, MirrorsRecurse) {
  RayInstance mirrors, glass;
  RayGeometry plane, other;
  plane.triangles = {{-64, -64, 8, -64, 192, 8, 192, -64, 8}};
  other.triangles = {{-64, -64, -8, 192, -64, -8, -64, 192, -8}};
  mirrors.geometries = {plane};
  mirrors.id = 1;
  glass.geometries = {other};
  glass.id = 2;
  const std::vector<RayInstance> scene = {mirrors, glass};
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("recursion_mirror_limited");
  std::vector<TracedRay> rays(12);
  for (size_t n = 0; n < rays.size(); ++n) {
    rays[n].stride = 1;
    rays[n].origin[0] = static_cast<float>(n) - 4.25f;
    rays[n].origin[1] = 0.5f * static_cast<float>(n);
    rays[n].direction[0] = 0.0625f * static_cast<float>(n % 5);
    rays[n].payload = {0, 0, 0, 0, bits(1)};
  }
  RayDispatch dispatch;
  set_generation(dispatch, tracing_generation(5));
  RayGroup group;
  group.closest_hit = add(dispatch, library.shader("mirror"));
  add_hit(dispatch, group);
  add_general(dispatch, dispatch.misses, library.shader("dark"));
  dispatch.size[0] = static_cast<uint32_t>(rays.size());
  dispatch.recursion = 6;
  constexpr uint32_t kLimit = 4;
  const Vector3 tint = {0.75f, 0.5f, 1};
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(structure(0, *built_scene));
  dispatch.resources.push_back(constants(0, {kLimit, bits(tint.x), bits(tint.y), bits(tint.z)}));
  const auto results = traced(dispatch);
  ASSERT_EQ(results[2].size(), 5 * rays.size());

  const std::function<Vector3(Vector3, Vector3, float, float, uint32_t, float)> colour =
      [&](Vector3 o, Vector3 d, float t_min, float t_max, uint32_t depth, float weight) {
        const ModelHit hit = first_hit(scene, o, t_min, d, t_max);
        if (!hit.is_hit) return depth == 0 ? Vector3{0.1f, 0.1f, 0.3f} : Vector3{1, 1, 1} * weight;
        Vector3 sum;
        if (depth < kLimit && weight > 0.05f) {
          const Vector3 n = normalize({hit.u, hit.v, 1}), at = o + d * hit.t;
          for (uint32_t lobe = 0; lobe < 2; ++lobe) {
            if (lobe == 1 && (scene[hit.instance].id & 1) != 0) break;
            const float w = weight * (lobe != 0 ? 0.3f : 0.7f);
            sum = sum +
                  colour(at, lobe != 0 ? refract(d, n, 0.66f) : reflect(d, n), 0.01f, 1000, depth + 1, w) * w;
          }
        }
        return sum * tint + Vector3{0.05f, 0.05f, 0.05f};
      };
  for (size_t n = 0; n < rays.size(); ++n) {
    const TracedRay& ray = rays[n];
    const Vector3 expected =
        colour({ray.origin[0], ray.origin[1], ray.origin[2]},
               {ray.direction[0], ray.direction[1], ray.direction[2]}, ray.t_min, ray.t_max, 0, 1);
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(number(results[2][5 * n + i]), expected[i], 1e-4) << n << " " << i;
    EXPECT_EQ(results[2][5 * n + 3], 0u);
    EXPECT_EQ(number(results[2][5 * n + 4]), 1.0f);
  }
}

// A switch in a loop, rays with another payload, and any-hit shaders that ignore hits and that end the
// search.
TEST_F(Pipelines, ShadowsThroughTintedGlass) {
  RayInstance floor;
  RayGeometry ground;
  ground.triangles = {{-64, -64, 0, -64, 192, 0, 192, -64, 0}};
  floor.geometries = {ground};
  floor.transform[10] = -1;  // Its normals point toward the origins of the rays.
  std::vector<RayInstance> scene = {floor};
  const auto pane = [&](float y, float z, uint32_t id) {
    RayInstance instance;
    RayGeometry geometry;
    geometry.is_opaque = false;
    geometry.triangles = {{-64, y, z, 192, y, z, -64, y + 256, z}};
    instance.geometries = {geometry};
    instance.id = id;
    instance.mask = 2;
    scene.push_back(instance);
  };
  pane(-32, -8, 1);
  pane(2, -10, 2);
  pane(5, -12, 3);
  pane(9, -14, 40);
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("shadow_rays_many_lights");
  struct Light {
    float p[3];
    uint32_t kind;
    float c[3], range, dir[3], cone;
  };
  const std::vector<Light> lights = {{{0, 0, 0}, 0, {1, 2, 4}, 0, {0, 0, 1}, 0},
                                     {{1, 2, -20}, 1, {8, 4, 2}, 64, {0, 0, 0}, 0},
                                     {{1, 2, -20}, 1, {8, 4, 2}, 4, {0, 0, 0}, 0},
                                     {{0, 4, -24}, 2, {4, 4, 8}, 96, {0, 0, 1}, 0.5f},
                                     {{0, 0, 0}, 3, {0.125f, 0.25f, 0.5f}, 0, {0, 0, 0}, 0},
                                     {{0, 0, 0}, 7, {100, 100, 100}, 0, {0, 0, 0}, 0}};
  const std::vector<Vector3> tints = {
      {1, 1, 1}, {0.5f, 1, 0.75f}, {1, 0.5f, 0.5f}, {0.0625f, 0.015625f, 0.0078125f}};
  std::vector<TracedRay> rays(16);
  for (size_t n = 0; n < rays.size(); ++n) {
    rays[n].mask = 1;
    rays[n].stride = 2;
    rays[n].origin[0] = 0.25f;
    rays[n].origin[1] = static_cast<float>(n) - 3.75f;
    rays[n].origin[2] = -4;
    rays[n].payload = {0, 0, 0};
  }
  RayDispatch dispatch;
  set_generation(dispatch, tracing_generation(3));
  RayGroup lit, shadow;
  lit.closest_hit = add(dispatch, library.shader("lit"));
  shadow.any_hit = add(dispatch, library.shader("tinted"));
  add_hit(dispatch, lit);
  add_hit(dispatch, shadow);
  const RayShader nothing = changing_shader(VK_SHADER_STAGE_MISS_BIT_KHR, 3, {});
  add_general(dispatch, dispatch.misses, nothing);
  add_general(dispatch, dispatch.misses, nothing);
  dispatch.size[0] = static_cast<uint32_t>(rays.size());
  std::vector<uint32_t> words, tint_words;
  for (const Light& l : lights) {
    words.insert(words.end(),
                 {bits(l.p[0]), bits(l.p[1]), bits(l.p[2]), l.kind, bits(l.c[0]), bits(l.c[1]), bits(l.c[2]),
                  bits(l.range), bits(l.dir[0]), bits(l.dir[1]), bits(l.dir[2]), bits(l.cone)});
  }
  for (const Vector3& t : tints) tint_words.insert(tint_words.end(), {bits(t.x), bits(t.y), bits(t.z)});
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(structure(0, *built_scene));
  dispatch.resources.push_back(buffer(RegisterClass::kShaderResource, 1, words));
  dispatch.resources.push_back(buffer(RegisterClass::kShaderResource, 2, tint_words));
  dispatch.resources.push_back(constants(0, {static_cast<uint32_t>(lights.size())}));
  const auto results = traced(dispatch);
  ASSERT_EQ(results[2].size(), 3 * rays.size());

  for (size_t r = 0; r < rays.size(); ++r) {
    const Vector3 o = {rays[r].origin[0], rays[r].origin[1], rays[r].origin[2]};
    const ModelHit hit = first_hit(scene, o, 0, {0, 0, 1}, 1000, 1);
    ASSERT_TRUE(hit.is_hit);
    const Vector3 at = o + Vector3{0, 0, 1} * hit.t, n = normalize({hit.u, hit.v, -1});
    Vector3 sum;
    for (const Light& l : lights) {
      const Vector3 c = {l.c[0], l.c[1], l.c[2]}, axis = {l.dir[0], l.dir[1], l.dir[2]};
      Vector3 dir;
      float far_away = 1e4f, k = 1;
      if (l.kind == 3) sum = sum + c;
      if (l.kind > 2) continue;
      if (l.kind == 0) {
        dir = axis * -1;
      } else {
        dir = Vector3{l.p[0], l.p[1], l.p[2]} - at;
        far_away = std::sqrt(dot(dir, dir));
        if (far_away > l.range) continue;
        dir = dir * (1 / far_away);
        k = 1 - far_away / l.range;
        if (l.kind == 2) {
          const float cosine = dot(dir * -1, axis);
          if (cosine < l.cone) continue;
          const float s = std::clamp((cosine - l.cone) / (1 - l.cone), 0.0f, 1.0f);
          k *= s * s * (3 - 2 * s);
        }
      }
      k *= dot(n, dir);
      if (k <= 0) continue;
      Vector3 through = {1, 1, 1};
      for (const ModelHit& blocker : all_hits(scene, at, 0.001f, dir, far_away)) {
        const uint32_t id = scene[blocker.instance].id;
        through = id < 16 ? through * tints[id] : Vector3{};
      }
      if (through.x + through.y + through.z <= 0.01f) through = {};
      sum = sum + c * through * k;
    }
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(number(results[2][3 * r + i]), sum[i], 1e-3) << r << " " << i;
  }
}

}  // namespace
}  // namespace trellis::test_rays

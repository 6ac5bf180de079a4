// Runs hit shaders that read textures, arrays and heaps of resources, and that use ray queries, and compares
// them with models.
#include <algorithm>
#include <cmath>

#include "tests/spirv_backend/raytracing/ray_pictures.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"

namespace trellis::test_rays {
namespace {

class HitResources : public RayTest {
 protected:
  static BoundResource sampler_at(uint32_t index, VkSamplerAddressMode mode) {
    BoundResource sampler;
    sampler.binding = 3000;
    sampler.element = index;
    sampler.type = VK_DESCRIPTOR_TYPE_SAMPLER;
    sampler.sampler.address = mode;
    return sampler;
  }
};

using Source = WordChange::Source;

/// Origins of rays along z; neighboring rays share no texel.
Vector3 origin_of(uint32_t x, uint32_t y) {
  return {(static_cast<float>(x) + 0.3f) / 4, (static_cast<float>(y) + 0.3f) / 4, 0};
}

/// A texture of 4 x 4 x 4 texels, repeated. Most texels are above 0.7.
class Noise {
 public:
  Noise() {
    uint32_t state = 77;
    for (uint32_t n = 0; n < 64; ++n) {
      state = state * 1664525 + 1013904223;
      // Only even texels are sampled at twice the position.
      const bool is_even = (n & 1) == 0 && (n / 4 & 1) == 0 && (n / 16 & 1) == 0;
      texels.push_back((state >> 16) % 8 < (is_even ? 1u : 7u) ? 0.875f : 0.5f);
    }
  }
  bool is_hole(Vector3 at) const {
    const auto index = [](float f) { return static_cast<uint32_t>(std::lround(std::floor(f * 4))) & 3; };
    return texels[index(at.z) * 16 + index(at.y) * 4 + index(at.x)] > 0.7f;
  }
  bool is_ignored(Vector3 at) const { return is_hole(at) && !is_hole(at * 2); }
  BoundResource bound(BoundResource resource) const {
    resource.image.type = VK_IMAGE_VIEW_TYPE_3D;
    resource.image.format = VK_FORMAT_R32_SFLOAT;
    resource.image.width = resource.image.height = resource.image.depth = 4;
    resource.image.texels = vulkan::bytes_of(texels);
    return resource;
  }

  std::vector<float> texels;
};

TEST_F(HitResources, AnyHitIgnoresFromASharedFunction) {
  const Noise noise;
  std::vector<RayInstance> layers;
  for (uint32_t q = 1; q <= 4; ++q) {
    RayInstance layer;
    RayGeometry geometry;
    const float z = (static_cast<float>(q) + 0.3f) / 4;
    geometry.is_opaque = false;
    geometry.triangles = {{-8, -8, z, -8, 24, z, 24, -8, z}};
    layer.geometries = {geometry};
    layer.id = q;
    layers.push_back(layer);
  }
  const auto scene = built(layers);
  ASSERT_NE(scene, nullptr);
  // The order of candidates must not matter: only keep rays that accept at most one hit.
  std::vector<TracedRay> rays;
  std::vector<uint32_t> expected;
  uint32_t taken_rays = 0;
  for (uint32_t n = 0; n < 64; ++n) {
    const Vector3 o = origin_of(n % 8, n / 8);
    uint32_t taken = 0, last = 777;
    for (uint32_t q = 1; q <= 4; ++q) {
      if (noise.is_ignored(o + Vector3{0, 0, 1} * ((static_cast<float>(q) + 0.3f) / 4))) continue;
      ++taken;
      last = q;
    }
    if (taken > 1) continue;
    taken_rays += taken;
    TracedRay ray;
    ray.origin[0] = o.x;
    ray.origin[1] = o.y;
    ray.payload = {5};
    rays.push_back(ray);
    expected.push_back((5 + taken) * 1024 + last);
  }
  ASSERT_GE(taken_rays, 8u);
  ASSERT_GE(rays.size() - taken_rays, 4u);
  const Library library("anyhit_shared_helper_ignores");
  RayDispatch dispatch;
  set_generation(dispatch, tracing_generation(1));
  RayGroup group;
  group.any_hit = add(dispatch, library.shader("triangleHole"));
  group.closest_hit = add(dispatch, changing_shader(kClosestHit, 1, {{0, 1024, Source::kCustomIndex, 0}}));
  add_hit(dispatch, group);
  add_general(dispatch, dispatch.misses, changing_shader(kMiss, 1, {{0, 1024, Source::kConstant, 777}}));
  dispatch.size[0] = static_cast<uint32_t>(rays.size());
  dispatch.resources = partner_resources(scene->top(), rays);
  dispatch.resources.push_back(noise.bound(image(RegisterClass::kShaderResource, 0, {})));
  dispatch.resources.push_back(sampler_at(0, VK_SAMPLER_ADDRESS_MODE_REPEAT));
  EXPECT_EQ(traced(dispatch)[2], expected);
}

// The same function in a shader with another payload, and with attributes from an intersection shader.
TEST_F(HitResources, AnyHitOfProceduralGeometryIgnores) {
  const Noise noise;
  struct Curve {
    float z, u;
    uint32_t segment;
    float first_x, last_x;
  };
  const std::vector<Curve> curves = {{0.325f, 0.25f, 2, -1, 8},   {0.575f, 0.75f, 3, -1, 8},
                                     {0.825f, 0, 9, -1, 8},       {1.075f, 0.5f, 2, 1, 1.5f},
                                     {1.325f, 0.5f, 7, 0, 0.25f}, {1.575f, 0.25f, 3, -1, 8}};
  std::vector<RayInstance> boxes;
  for (uint32_t n = 0; n < curves.size(); ++n) {
    RayInstance instance;
    // World x is object x + z / 2; world z is 2 z.
    instance.transform = {1, 0, 0.5f, 0, 0, 1, 0, 0, 0, 0, 2, 0};
    const float z = curves[n].z / 2, slant = 0.5f * z;
    RayGeometry geometry;
    geometry.is_opaque = false;
    geometry.boxes = {
        {curves[n].first_x - slant, -8, z - 0.03125f, curves[n].last_x - slant, 8, z + 0.03125f}};
    instance.geometries = {geometry};
    instance.hit_group_offset = n;
    boxes.push_back(instance);
  }
  const auto scene = built(boxes);
  ASSERT_NE(scene, nullptr);
  std::vector<TracedRay> rays;
  std::vector<std::vector<float>> expected;
  uint32_t taken_rays = 0;
  for (uint32_t n = 0; n < 64; ++n) {
    const Vector3 o = origin_of(n % 8, n / 8);
    float t = -1;
    uint32_t taken = 0, segment = 0;
    bool is_at_edge = false;
    for (const Curve& curve : curves) {
      // The boxes are slanted: rays near their sides are skipped.
      is_at_edge |= std::fabs(o.x - curve.first_x) < 0.05f || std::fabs(o.x - curve.last_x) < 0.05f;
      if (o.x < curve.first_x || o.x > curve.last_x) continue;
      const bool looks = curve.u < 0.5f || curve.segment == 3;
      if (looks && noise.is_ignored(o + Vector3{0, 0, 1} * (curve.z + curve.u))) continue;
      ++taken;
      t = curve.z;
      segment += curve.segment;
    }
    if (taken > 1 || is_at_edge) continue;
    taken_rays += taken;
    TracedRay ray;
    ray.origin[0] = o.x;
    ray.origin[1] = o.y;
    ray.payload = {bits(1), bits(2), bits(3), 10, bits(-1)};
    rays.push_back(ray);
    // In object space, the direction (0, 0, 1) is (-0.25, 0, 0.5).
    const float k = taken != 0 ? 1.0f : 0.0f;
    expected.push_back({1 - 0.25f * k, 2, 3 + 0.5f * k, static_cast<float>(10 + segment), t});
  }
  ASSERT_GE(taken_rays, 6u);
  ASSERT_GE(rays.size() - taken_rays, 4u);
  const Library library("anyhit_shared_helper_ignores");
  RayDispatch dispatch;
  set_generation(dispatch, tracing_generation(5));
  RayGroup group;
  group.any_hit = add(dispatch, library.shader("curveHole"));
  group.intersection = add(dispatch, reporting_shader(2, 9, 2));
  group.closest_hit = add(dispatch, changing_shader(kClosestHit, 5, {{4, 0, Source::kRayT, 0}}));
  for (const Curve& curve : curves) {
    dispatch.hits.push_back(
        {static_cast<uint32_t>(dispatch.groups.size()),
         vulkan::bytes_of(std::vector<uint32_t>{bits(curve.z), bits(curve.u), curve.segment})});
  }
  dispatch.groups.push_back(group);
  add_general(dispatch, dispatch.misses, changing_shader(kMiss, 5, {}));
  dispatch.size[0] = static_cast<uint32_t>(rays.size());
  dispatch.resources = partner_resources(scene->top(), rays);
  dispatch.resources.push_back(noise.bound(image(RegisterClass::kShaderResource, 0, {})));
  dispatch.resources.push_back(sampler_at(0, VK_SAMPLER_ADDRESS_MODE_REPEAT));
  const std::vector<uint32_t> found = traced(dispatch)[2];
  ASSERT_EQ(found.size(), 5 * rays.size());
  for (size_t n = 0; n < rays.size(); ++n) {
    for (size_t i = 0; i < 5; ++i) {
      const uint32_t word = found[5 * n + i];
      EXPECT_FLOAT_EQ(i == 3 ? static_cast<float>(word) : number(word), expected[n][i]) << n << " " << i;
    }
  }
}

/// Returns what the library's ray queries compute between two points: each pane halves the light; more than
/// three panes or a wall block it.
float visible(const std::vector<RayInstance>& scene, Vector3 from, Vector3 to) {
  uint32_t panes = 0;
  for (const ModelHit& hit : all_hits(scene, from, 0.001f, to - from, 0.999f)) {
    if (scene[hit.instance].geometries[hit.geometry].is_opaque) return 0;
    ++panes;
  }
  return panes > 3 ? 0 : std::ldexp(1.0f, -static_cast<int>(panes));
}

std::vector<RayInstance> panes_and_walls() {
  const auto geometry = [](bool is_opaque, const std::array<float, 9>& corners) {
    RayGeometry made;
    made.is_opaque = is_opaque;
    made.triangles = {corners};
    return made;
  };
  RayInstance panes, walls, roofs;
  panes.geometries = {geometry(false, {0.5f, -64, 4, 0.5f, 192, 4, 256, -64, 4}),
                      geometry(false, {2.5f, -64, 6, 2.5f, 192, 6, 256, -64, 6}),
                      geometry(false, {4.5f, -64, 8, 4.5f, 192, 8, 256, -64, 8}),
                      geometry(false, {6.5f, -64, 10, 6.5f, 192, 10, 256, -64, 10})};
  walls.geometries = {geometry(true, {-64, -64, 20, -64, 3.5f, 20, 192, -64, 20}),
                      geometry(true, {-64, 6.5f, 24, -64, 192, 24, 64, 6.5f, 24})};
  roofs.geometries = {geometry(false, {-64, 20, -64, -64, 20, 192, 192, 20, -64}),
                      geometry(false, {5, 21, -64, 5, 21, 192, 192, 21, -64}),
                      geometry(true, {16, 22, -64, 16, 22, 192, 192, 22, -64})};
  return {panes, walls, roofs};
}

TEST_F(HitResources, QueriesBesideTracesInOneLibrary) {
  if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
  const std::vector<RayInstance> scene = panes_and_walls();
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("rayquery_in_raygen_and_hit");
  RayDispatch dispatch;
  set_generation(dispatch, library.shader("gen"));
  RayGroup group;
  group.closest_hit = add(dispatch, library.shader("hit"));
  // Records 0 to 3, one for each geometry.
  for (int n = 0; n < 4; ++n) dispatch.hits.push_back({static_cast<uint32_t>(dispatch.groups.size())});
  dispatch.groups.push_back(group);
  add_general(
      dispatch, dispatch.misses,
      changing_shader(kMiss, 3, {{0, 0, Source::kConstant, bits(7)}, {2, 0, Source::kConstant, bits(9)}}));
  constexpr uint32_t kWidth = 10, kHeight = 9;
  dispatch.size = {kWidth, kHeight, 1};
  dispatch.resources = {structure(0, *built_scene),
                        image(RegisterClass::kUnorderedAccess, 0, empty_image(kWidth, kHeight))};
  int open = 0, hits = 0, lit = 0;
  const auto results = traced(dispatch);
  expect_picture(results[1], kWidth, kHeight, [&](float x, float y) {
    const Vector3 o = {x, y, 0};
    Colour colour = {0, 0, 0, 1};
    if (visible(scene, o, o + Vector3{0, 0, 1000}) >= 0.5f) {
      ++open;
      return colour;
    }
    const ModelHit hit = first_hit(scene, o, 0, {0, 0, 1}, 1000);
    if (!hit.is_hit) return Colour{7, 0, 9, 1};
    ++hits;
    const Vector3 at = {x, y, hit.t};
    for (uint32_t i = 0; i < 4; ++i) {
      const float v = visible(scene, at, {static_cast<float>(i) * 10, 50, static_cast<float>(hit.geometry)});
      lit += v != 0 ? 1 : 0;
      colour[i % 3] += v;
    }
    return colour;
  });
  for (const int count : {open, hits, lit}) EXPECT_GT(count, 20);
}

TEST_F(HitResources, QueriesInACallable) {
  if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
  const std::vector<RayInstance> scene = panes_and_walls();
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  const Library library("rayquery_in_raygen_and_hit");
  std::vector<TracedRay> calls;
  std::vector<float> expected;
  for (uint32_t n = 0; n < 24; ++n) {
    // The points are below the roofs, some within a distance of 1; these rays are parallel to the wall at z =
    // 20 and to the panes.
    const Vector3 at = {static_cast<float>(n % 8) * 3 - 1.5f, 19.25f + static_cast<float>(n / 8), -3};
    TracedRay call;
    call.payload = {bits(at.x), bits(at.y), bits(at.z), bits(-5)};
    calls.push_back(call);
    expected.push_back(visible(scene, at, at + Vector3{0, 1, 0}) + visible(scene, at, at + Vector3{1, 0, 0}));
  }
  RayDispatch dispatch;
  set_generation(dispatch, calling_generation(4));
  add_general(dispatch, dispatch.callables, library.shader("probe"));
  dispatch.size[0] = static_cast<uint32_t>(calls.size());
  dispatch.resources = partner_resources(built_scene->top(), calls);
  dispatch.resources.push_back(structure(0, *built_scene));
  const std::vector<uint32_t> found = traced(dispatch)[2];
  ASSERT_EQ(found.size(), 4 * calls.size());
  for (size_t n = 0; n < calls.size(); ++n) {
    EXPECT_EQ(number(found[4 * n + 3]), expected[n]) << n;
    EXPECT_EQ(found[4 * n], calls[n].payload[0]);
  }
  for (const float value : {1.0f, 1.5f, 2.0f}) {
    EXPECT_NE(std::count(expected.begin(), expected.end(), value), 0) << value;
  }
}

/// Returns a texel of texture `n`, which has 4 x 4 texels and two more levels; all texels differ.
Colour texel(uint32_t n, uint32_t level, uint32_t x, uint32_t y) {
  const bool is_thin = (n + x + y) % 3 == 0;
  return {static_cast<float>(n + 1) / 16, static_cast<float>(4 * y + x) / 16,
          static_cast<float>(level + 1) / 4, is_thin ? 0.25f : 0.75f};
}

vulkan::ImageData texture(uint32_t n) {
  vulkan::ImageData data;
  data.format = VK_FORMAT_R32G32B32A32_SFLOAT;
  data.width = data.height = 4;
  data.levels = 3;
  std::vector<float> texels;
  for (uint32_t level = 0; level < 3; ++level) {
    for (uint32_t at = 0; at < 16u >> (2 * level); ++at) {
      const Colour c = texel(n, level, at % (4 >> level), at / (4 >> level));
      texels.insert(texels.end(), c.begin(), c.end());
    }
  }
  data.texels = vulkan::bytes_of(texels);
  return data;
}

constexpr VkSamplerAddressMode kModes[] = {VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                           VK_SAMPLER_ADDRESS_MODE_REPEAT,
                                           VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT};

Colour sample(uint32_t n, uint32_t mode, float u, float v, uint32_t level) {
  const auto size = static_cast<int>(4u >> level);
  const auto index = [&](float f) {
    const auto i = static_cast<int>(std::floor(f * static_cast<float>(size)));
    const int wrapped = ((i % size) + size) % size, turned = ((i % (2 * size)) + 2 * size) % (2 * size);
    const int mirrored = turned < size ? turned : 2 * size - 1 - turned;
    return static_cast<uint32_t>(mode == 0 ? std::clamp(i, 0, size - 1) : mode == 1 ? wrapped : mirrored);
  };
  return texel(n, level, index(u), index(v));
}

/// Four triangles across z, eight units apart, and a ray to each of them; the weights of the corners are 1/2,
/// 3/8 and 1/8.
std::vector<RayInstance> four_triangles() {
  std::vector<RayInstance> scene;
  for (uint32_t n = 0; n < 4; ++n) {
    RayInstance instance;
    RayGeometry geometry;
    const auto x = static_cast<float>(8 * n);
    geometry.triangles = {{x, -900, 4, x + 1, -900, 4, x, -899, 4}, {x, 0, 4, x + 4, 0, 4, x, 4, 4}};
    instance.geometries = {geometry};
    scene.push_back(instance);
  }
  return scene;
}

std::vector<TracedRay> rays_to_them(size_t words) {
  std::vector<TracedRay> rays(4);
  for (uint32_t n = 0; n < 4; ++n) {
    rays[n].origin[0] = static_cast<float>(8 * n) + 1.5f;
    rays[n].origin[1] = 0.5f;
    rays[n].payload.resize(words);
  }
  return rays;
}

float weighted(float a, float b, float c) { return a * 0.5f + b * 0.375f + c * 0.125f; }

TEST_F(HitResources, ArraysOfBuffersAndTexturesByInstance) {
  std::vector<RayInstance> scene = four_triangles();
  constexpr uint32_t kIds[] = {2, 0, 3, 1};
  for (uint32_t n = 0; n < 4; ++n) scene[n].id = kIds[n];
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  struct Info {
    uint32_t mesh, texture;
    float lod_scale;
    uint32_t flags;
  };
  // The level of detail is log2(t * scale * width) = log2(16 * scale); the samplers are 0, 1 and 2.
  constexpr Info kInfos[] = {
      {2, 3, 0.125f, 1 | 1 << 1}, {0, 1, 4, 1 | 2 << 1}, {1, 0, 1, 0 | 2 << 1}, {2, 2, 0.03125f, 1}};
  constexpr uint32_t kMeshes = 3, kTextures = 5;
  const std::vector<TracedRay> rays = rays_to_them(4);
  const Library library("instance_arrays_nonuniform");
  RayDispatch dispatch;
  set_generation(dispatch, tracing_generation(4));
  RayGroup group;
  group.closest_hit = add(dispatch, library.shader("lookup"));
  add_hit(dispatch, group);
  add_general(dispatch, dispatch.misses, changing_shader(kMiss, 4, {}));
  dispatch.size[0] = 4;
  dispatch.resources = partner_resources(built_scene->top(), rays);
  std::vector<uint32_t> infos;
  for (const Info& info : kInfos) {
    infos.insert(infos.end(), {info.mesh, info.texture, bits(info.lod_scale), info.flags});
  }
  dispatch.resources.push_back(buffer(RegisterClass::kShaderResource, 0, infos));
  const auto vertex = [](uint32_t mesh, uint32_t index) {
    return std::array{100.0f, 100.0f,
                      static_cast<float>(mesh) * 0.5f - 0.625f + 0.75f * static_cast<float>(index),
                      1.4375f - 0.5f * static_cast<float>(index * (mesh + 1))};
  };
  const auto indices = [](uint32_t mesh) { return std::array{mesh, (mesh + 2) % 4, (mesh + 1) % 4}; };
  const auto element = [&](BoundResource resource, uint32_t set, uint32_t n) {
    resource.set = set;
    resource.element = n;
    dispatch.resources.push_back(resource);
  };
  for (uint32_t mesh = 0; mesh < kMeshes; ++mesh) {
    const auto i = indices(mesh);
    element(buffer(RegisterClass::kShaderResource, 0, {9, 9, 9, i[0], i[1], i[2]}), 1, mesh);
    std::vector<uint32_t> vertices;
    for (uint32_t n = 0; n < 4; ++n) {
      for (const float f : vertex(mesh, n)) vertices.push_back(bits(f));
    }
    element(buffer(RegisterClass::kShaderResource, 0, vertices), 2, mesh);
  }
  for (uint32_t n = 0; n < kTextures; ++n)
    element(image(RegisterClass::kShaderResource, 0, texture(n)), 3, n);
  for (uint32_t n = 0; n < 4; ++n) dispatch.resources.push_back(sampler_at(n, kModes[n % 3]));
  const std::vector<uint32_t> found = traced(dispatch)[2];
  ASSERT_EQ(found.size(), 16u);
  uint32_t second_samples = 0;
  for (uint32_t n = 0; n < 4; ++n) {
    const Info& info = kInfos[kIds[n]];
    const auto i = indices(info.mesh);
    const auto a = vertex(info.mesh, i[0]), b = vertex(info.mesh, i[1]), c = vertex(info.mesh, i[2]);
    const float z = weighted(a[2], b[2], c[2]), w = weighted(a[3], b[3], c[3]);
    uint32_t level = 0;
    if ((info.flags & 1) != 0) {
      const float lod = std::log2(std::max(4 * info.lod_scale * 4, 1.0f));
      level = std::min(static_cast<uint32_t>(std::lround(lod)), 2u);
    }
    Colour expected = sample(info.texture, (info.flags >> 1 & 3) % 3, z, w, level);
    if (expected[3] < 0.5f) {
      ++second_samples;
      const Colour more = sample(kInfos[n].texture + 1, 0, w, z, std::min(level + 1, 2u));
      for (int k = 0; k < 4; ++k) expected[k] += more[k];
    }
    for (uint32_t k = 0; k < 4; ++k) EXPECT_EQ(number(found[4 * n + k]), expected[k]) << n << " " << k;
  }
  EXPECT_GT(second_samples, 0u);
  EXPECT_LT(second_samples, 4u);
}

// The record contains heap indices, and buffers in the heap contain further ones.
TEST_F(HitResources, RecordsNameDescriptorsOfTheHeap) {
  std::vector<RayInstance> scene = four_triangles();
  for (uint32_t n = 0; n < 4; ++n) scene[n].hit_group_offset = n;
  scene[2].geometries.insert(scene[2].geometries.begin(), scene[1].geometries[0]);
  for (float& f : scene[2].geometries[0].triangles[1]) f += 500;
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  constexpr uint32_t kMeshTable = 3, kMaterialTable = 1, kNone = UINT32_MAX;
  struct Mesh {
    uint32_t indices, positions, uvs, flags;
  };
  struct Material {
    uint32_t texture, sampler, next;
    float weight;
  };
  // Geometry 1 of instance 2 adds one to the mesh index in its record.
  const std::vector<Mesh> meshes = {{5, 9, 7, 1}, {6, 10, 8, 0}, {5, 10, 99, 2}, {6, 99, 8, 3}};
  const std::vector<Material> materials = {{12, 1, 2, 0.5f},     {13, 0, 3, 0.25f},     {14, 2, 4, 0.25f},
                                           {12, 2, kNone, 0.5f}, {13, 1, kNone, 0.25f}, {14, 0, 5, 0.125f},
                                           {12, 1, 0, 2}};
  struct Record {
    uint32_t mesh, material;
  };
  constexpr Record kRecords[] = {{0, 0}, {1, 1}, {1, 5}, {3, 6}};

  dxil::RootSignature signature;
  signature.version = 2;
  signature.flags = dxil::kRootLocal;
  signature.parameters.push_back({dxil::ShaderVisibility::kAll, dxil::RootConstants{0, 1, 2}, 0});
  TranslateOptions options;
  options.local.signature = &signature;
  const Library library("shader_record_index_to_global_heap");
  std::vector<TracedRay> rays = rays_to_them(5);
  for (uint32_t n = 0; n < 4; ++n) rays[n].payload[4] = 100 * n;
  RayDispatch dispatch;
  set_generation(dispatch, tracing_generation(5));
  RayGroup group;
  group.closest_hit = add(dispatch, library.shader("bindless", options));
  for (const Record& record : kRecords) {
    dispatch.hits.push_back({static_cast<uint32_t>(dispatch.groups.size()),
                             vulkan::bytes_of(std::vector<uint32_t>{record.mesh, record.material})});
  }
  dispatch.groups.push_back(group);
  add_general(dispatch, dispatch.misses, changing_shader(kMiss, 5, {}));
  for (TracedRay& ray : rays) ray.stride = 0;
  dispatch.size[0] = 4;
  dispatch.resources = partner_resources(built_scene->top(), rays);
  dispatch.resources.push_back(constants(0, {kMeshTable, kMaterialTable}));
  const auto in_heap = [&](BoundResource resource, uint32_t element,
                           uint32_t binding = vulkan::kResourceHeapBinding) {
    resource.set = 0;
    resource.binding = binding;
    resource.element = element;
    dispatch.resources.push_back(resource);
  };
  std::vector<uint32_t> words;
  for (const Mesh& m : meshes) words.insert(words.end(), {m.indices, m.positions, m.uvs, m.flags});
  in_heap(buffer(RegisterClass::kShaderResource, 0, words), kMeshTable);
  words.clear();
  for (const Material& m : materials)
    words.insert(words.end(), {m.texture, m.sampler, m.next, bits(m.weight)});
  in_heap(buffer(RegisterClass::kShaderResource, 0, words), kMaterialTable);
  const std::array<uint32_t, 3> indices[] = {{1, 0, 2}, {3, 1, 0}};
  for (uint32_t n = 0; n < 2; ++n) {
    in_heap(buffer(RegisterClass::kShaderResource, 0, {9, 9, 9, indices[n][0], indices[n][1], indices[n][2]}),
            5 + n);
  }
  const auto uv = [](uint32_t list, uint32_t n) {
    return std::array{0.3125f + 0.5f * static_cast<float>(n) - static_cast<float>(list),
                      1.6875f - 0.75f * static_cast<float>(n * (list + 1))};
  };
  for (uint32_t list = 0; list < 4; ++list) {
    const bool is_packed = list >= 2;
    words.clear();
    for (uint32_t n = 0; n < 4; ++n) {
      if (is_packed) words.insert(words.end(), {bits(50), bits(60)});
      for (const float f : uv(list, n)) words.push_back(bits(f));
    }
    BoundResource resource = buffer(RegisterClass::kShaderResource, 0, words);
    if (is_packed) {
      resource.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
      resource.buffer_format = VK_FORMAT_R32G32B32A32_SFLOAT;
    }
    in_heap(resource, 7 + list);
  }
  for (uint32_t n = 0; n < 3; ++n) in_heap(image(RegisterClass::kShaderResource, 0, texture(n)), 12 + n);
  for (uint32_t n = 0; n < 3; ++n) in_heap(sampler_at(0, kModes[n]), n, vulkan::kSamplerHeapBinding);
  const std::vector<uint32_t> found = traced(dispatch)[2];
  ASSERT_EQ(found.size(), 20u);
  uint32_t stops = 0;
  for (uint32_t n = 0; n < 4; ++n) {
    const Mesh& mesh = meshes[kRecords[n].mesh + (n == 2 ? 1 : 0)];
    const std::array<uint32_t, 3>& i = indices[mesh.indices - 5];
    std::array<float, 2> at;
    if ((mesh.flags & 1) != 0) {
      const auto a = uv(mesh.uvs - 7, i[0]), b = uv(mesh.uvs - 7, i[1]), c = uv(mesh.uvs - 7, i[2]);
      at = {weighted(a[0], b[0], c[0]), weighted(a[1], b[1], c[1])};
    } else {
      at = uv(mesh.positions - 7, i[0]);
    }
    Colour sum = {};
    uint32_t hops = 100 * n, material = kRecords[n].material;
    for (uint32_t hop = 0; hop < 8 && material != kNone; ++hop) {
      const Material& m = materials[material];
      const Colour c = sample(m.texture - 12, m.sampler, at[0], at[1], 0);
      for (int k = 0; k < 4; ++k) sum[k] += m.weight * c[k];
      if (sum[3] > 0.99f) {
        ++stops;
        break;
      }
      material = m.next;
      ++hops;
    }
    for (uint32_t k = 0; k < 4; ++k) EXPECT_EQ(number(found[5 * n + k]), sum[k]) << n << " " << k;
    EXPECT_EQ(found[5 * n + 4], hops) << n;
  }
  EXPECT_GT(stops, 0u);
  EXPECT_LT(stops, 4u);
}

}  // namespace
}  // namespace trellis::test_rays

// Runs ray generation shaders of the corpus with hand-written partners, and compares them with models.
#include <algorithm>
#include <cmath>

#include "tests/spirv_backend/raytracing/ray_pictures.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"

namespace trellis::test_rays {
namespace {

class Generation : public RayTest {};

using Source = WordChange::Source;
/// Rows of columns, as in HLSL.
using Matrix = std::array<std::array<float, 4>, 4>;

Colour multiply(const Matrix& m, const Colour& v) {
  Colour out = {};
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) out[r] += m[r][c] * v[c];
  }
  return out;
}

Matrix transpose(const Matrix& m) {
  Matrix out;
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) out[c][r] = m[r][c];
  }
  return out;
}

/// Adds the matrix column by column, as constant buffers and structured buffers store it.
void add_words(std::vector<uint32_t>& words, const Matrix& m) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) words.push_back(bits(m[r][c]));
  }
}

Vector3 xyz(const Colour& v) { return {v[0], v[1], v[2]}; }
uint32_t pixel(float coordinate) { return static_cast<uint32_t>(std::lround(coordinate)); }

RayInstance triangle(const std::array<float, 9>& corners, uint32_t mask, uint32_t record = 0) {
  RayInstance instance;
  RayGeometry geometry;
  geometry.triangles = {corners};
  instance.geometries = {geometry};
  instance.mask = static_cast<uint8_t>(mask);
  instance.hit_group_offset = record;
  return instance;
}

BoundResource sampler_at(uint32_t index) {
  BoundResource sampler;
  sampler.binding = 3000 + index;
  sampler.type = VK_DESCRIPTOR_TYPE_SAMPLER;
  return sampler;
}

// A matrix, an array and two sums are live across two calls in nested loops.
class LivenessModel {
 public:
  LivenessModel() {
    const std::array<float, 9> walls[] = {{0.31f, -1.3f, 32, 3.25f, -1.3f, 33, 0.31f, 38.7f, 32},
                                          {-6.07f, -6, 4, 34, -6, 4, -6.07f, 6.2f, 4},
                                          {-6.07f, -1.3f, 4, 6, -1.3f, 5, -6.07f, 1.7f, 4},
                                          {-1.07f, -6, 16, 5, -6, 17, -1.07f, 6.2f, 16},
                                          {1.31f, -1.3f, 8, 4.25f, -1.3f, 8, 1.31f, 10.7f, 8},
                                          {0.31f, -1.3f, 4, 12.25f, -1.3f, 4, 0.31f, 1.7f, 4}};
    for (uint32_t j = 0; j < 6; ++j) scene.push_back(triangle(walls[j], 1u << j, 3 * j));
  }

  Colour layer(float x, float y, uint32_t wanted) {
    Matrix m = matrix;
    float weights[6];
    for (int w = 0; w < 6; ++w) weights[w] = m[w & 3][w >> 2];
    Colour a = {}, b = {1, 1, 1, 1};
    for (uint32_t i = 0; i < 3; ++i) {
      Colour before;
      for (int n = 0; n < 4; ++n) before[n] = a[n] * b[n];
      for (uint32_t j = i; j < 6; ++j) {
        const Vector3 origin = xyz(multiply(m, {x, y, 0, 1}));
        const Vector3 direction = {m[i][0], m[i][1], m[i][2]};
        const float t_min = weights[j], t_max = weights[(i + j) % 6] + 100;
        EXPECT_GE(t_min, 0) << "Vulkan has no such rays";
        const ModelHit hit = first_hit(scene, origin, t_min, direction, t_max, 1u << j);
        Colour v = a;
        // The effects of the closest-hit shader and of miss shader j.
        if (hit.is_hit) {
          ++hits;
          const float* record = hit_records[i + scene[hit.instance].hit_group_offset];
          v[1] = record[0];
          v[2] = hit.t;
          v[3] = record[1];
        } else {
          miss(j, v);
        }
        for (int n = 0; n < 4; ++n) a[n] += v[n] * weights[i];
        if (a[3] <= 10) continue;
        weights[j] = -weights[j];
        v = b;
        ++seconds;
        if (!first_hit(scene, origin, t_min, direction, t_max).is_hit) miss(j, v);
        for (int n = 0; n < 4; ++n) b[n] *= v[n];
        if (b[0] == 0) {
          ++breaks;
          break;
        }
      }
      if (i == wanted) {
        for (int n = 0; n < 4; ++n) b[n] = a[n] + before[n] * b[n];
        return b;
      }
      m = transpose(m);
    }
    return {};
  }

  void miss(uint32_t j, Colour& v) {
    ++misses;
    v[0] = miss_records[j][0];
    v[3] = miss_records[j][1];
  }

  // The weights are 0.5, 0.25, 0.125, 0, 0, 0. Those that are the minimum t of a later ray never become
  // negative.
  const Matrix matrix = {{{0.5f, 0, 2, -3}, {0.25f, 0, 0.5f, -2}, {0.125f, 0.5f, 1, 0}, {0, 0.75f, 2, 1}}};
  static constexpr float hit_records[18][2] = {{1, 28},  {1, 8},  {-1, 4},  {1, -8}, {-1, 24},   {1, -8},
                                               {-1, -1}, {1, 40}, {-1, -8}, {1, 4},  {1, 8},     {1, -8},
                                               {1, 16},  {-1, 8}, {1, 16},  {1, 8},  {0.25f, 8}, {1, -8}};
  static constexpr float miss_records[6][2] = {{1, 4}, {1, -8}, {0, -1}, {0, 2}, {1, 1}, {0, 8}};
  std::vector<RayInstance> scene;
  int hits = 0, misses = 0, seconds = 0, breaks = 0;
};

std::vector<uint8_t> record_of(const float (&values)[2]) {
  return vulkan::bytes_of(std::vector<uint32_t>{bits(values[0]), bits(values[1])});
}

TEST_F(Generation, ValuesLiveAcrossTwoTraces) {
  LivenessModel model;
  const auto scene = built(model.scene);
  ASSERT_NE(scene, nullptr);
  const Library library("liveness_across_trace");
  RayDispatch dispatch;
  set_generation(dispatch, library.shader("heavy"));
  RayGroup group;
  group.closest_hit = add(
      dispatch,
      changing_shader(VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, 4,
                      {{1, 0, Source::kRecord, 0}, {2, 0, Source::kRayT, 0}, {3, 0, Source::kRecord, 1}}));
  for (const auto& values : LivenessModel::hit_records) {
    dispatch.hits.push_back({static_cast<uint32_t>(dispatch.groups.size()), record_of(values)});
  }
  dispatch.groups.push_back(group);
  RayGroup miss;
  miss.general = add(dispatch, changing_shader(VK_SHADER_STAGE_MISS_BIT_KHR, 4,
                                               {{0, 0, Source::kRecord, 0}, {3, 0, Source::kRecord, 1}}));
  for (const auto& values : LivenessModel::miss_records) {
    dispatch.misses.push_back({static_cast<uint32_t>(dispatch.groups.size()), record_of(values)});
  }
  dispatch.groups.push_back(miss);
  constexpr uint32_t kWidth = 12, kHeight = 10, kLayers = 3;
  dispatch.size = {kWidth, kHeight, 1};
  std::vector<uint32_t> bones;
  add_words(bones, model.matrix);
  vulkan::ImageData layers = empty_image(kWidth, kHeight);
  layers.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  layers.layers = kLayers;
  layers.texels.resize(layers.texels.size() * kLayers);
  dispatch.resources = {structure(0, *scene), buffer(RegisterClass::kShaderResource, 1, bones),
                        image(RegisterClass::kUnorderedAccess, 0, layers)};
  const auto results = traced(dispatch);
  constexpr uint32_t kWords = kWidth * kHeight * 4;
  ASSERT_EQ(results[2].size(), kLayers * kWords);
  for (uint32_t layer = 0; layer < kLayers; ++layer) {
    const std::vector<uint32_t> words(results[2].begin() + layer * kWords,
                                      results[2].begin() + (layer + 1) * kWords);
    expect_picture(words, kWidth, kHeight, [&](float x, float y) { return model.layer(x, y, layer); });
  }
  EXPECT_GT(model.hits, 100);
  EXPECT_GT(model.misses, 100);
  EXPECT_GT(model.seconds, 100);
  EXPECT_GT(model.breaks, 100);
}

// A loop of rays that may end early, after a texture fetch that may end the shader.
class OcclusionModel {
 public:
  OcclusionModel() {
    for (uint32_t n = 0; n < kSize * kSize; ++n) {
      depth.push_back(n % 7 == 3 ? 1 : 0.25f + 0.03125f * static_cast<float>(n % 5));
      // Normals toward the viewer in many directions; some have n.y > 0.9.
      const float a = static_cast<float>(n % 9) * 0.7f, tilt = 0.2f + 0.1f * static_cast<float>(n % 13);
      const Vector3 normal =
          n % 11 == 5 ? Vector3{0, 1, 0}
                      : Vector3{std::sin(tilt) * std::cos(a), std::sin(tilt) * std::sin(a), -std::cos(tilt)};
      for (int i = 0; i < 3; ++i) normals.push_back(normal[i] * 0.5f + 0.5f);
      normals.push_back(1);
    }
    uint32_t state = 12345;
    for (uint32_t n = 0; n < kSize * kSize * 32 * 2; ++n) {
      state = state * 1664525 + 1013904223;
      noise.push_back(static_cast<float>(state >> 8) / 16777216.0f);
    }
    scene = {triangle({-512, -512, -0.5f, -512, 1024, -0.5f, 1024, -512, -0.5f}, 0x01),
             triangle({-512, -512, -0.25f, -512, 1024, -0.25f, 1024, -512, -0.25f}, 0x80)};
  }

  Colour at(float x, float y) {
    const uint32_t px = pixel(x), py = pixel(y), index = py * kSize + px;
    const float z = depth[index];
    if (z == 1) return {1, 0, 0, 0};
    const Colour w = multiply(matrix, {(x + 0.5f) / kSize * 2 - 1, (y + 0.5f) / kSize * 2 - 1, z, 1});
    const Vector3 n = {normals[4 * index] * 2 - 1, normals[4 * index + 1] * 2 - 1,
                       normals[4 * index + 2] * 2 - 1};
    const Vector3 t = normalize(std::fabs(n.y) > 0.9f ? cross(n, {1, 0, 0}) : cross(n, {0, 1, 0}));
    const Vector3 b = cross(n, t);
    float sum = 0, sum2 = 0;
    uint32_t taken = 0;
    bool is_close = false;
    for (; taken < kSamples; ++taken) {
      const float* xi = noise.data() + 2 * (((taken + kFrame) & 31) * kSize * kSize + index);
      const float r = std::sqrt(xi[0]), phi = xi[1] * 6.2831853f;
      const Vector3 origin = xyz(w) * (1 / w[3]) + n * 0.01f;
      const Vector3 direction = t * (r * std::cos(phi)) + b * (r * std::sin(phi)) + n * std::sqrt(1 - xi[0]);
      const std::vector<ModelHit> hits = all_hits(scene, origin, 0, direction, kRadius, 0x7F);
      EXPECT_LE(hits.size(), 1u) << "the first hit found must be the only one";
      const float v = (hits.empty() ? kRadius : hits[0].t) / kRadius;
      sum += v;
      sum2 += v * v;
      if (taken < 4) continue;
      const auto count = static_cast<float>(taken + 1);
      const float m = sum / count, variance = sum2 / count - m * m;
      is_close |= std::fabs(variance - 1e-4f) < 1e-5f;
      if (variance < 1e-4f) {
        ++early;
        break;
      }
    }
    ++all;
    return {sum / static_cast<float>(std::min(taken + 1, kSamples)), 0, 0, is_close ? -1.0f : 1.0f};
  }

  static constexpr uint32_t kSize = 16, kSamples = 12, kFrame = 27;
  static constexpr float kRadius = 2;
  // A perspective matrix: w is not 1.
  const Matrix matrix = {{{2, 0, 0, 0.5f}, {0, 2, 0, -0.25f}, {0, 0, 2, 0}, {0, 0, 0.5f, 1}}};
  std::vector<float> depth, normals, noise;
  std::vector<RayInstance> scene;
  uint32_t early = 0, all = 0;
};

TEST_F(Generation, AmbientOcclusionEndsEarly) {
  OcclusionModel model;
  const auto scene = built(model.scene);
  ASSERT_NE(scene, nullptr);
  const Library library("ambient_occlusion_hemisphere");
  RayDispatch dispatch;
  set_generation(dispatch, library.shader("occlusion"));
  RayGroup group;
  group.closest_hit = add(dispatch, library.shader("near_"));
  add_hit(dispatch, group);
  add_general(dispatch, dispatch.misses, changing_shader(VK_SHADER_STAGE_MISS_BIT_KHR, 1, {}));
  constexpr uint32_t kSize = OcclusionModel::kSize;
  dispatch.size = {kSize, kSize, 1};
  vulkan::ImageData depth = empty_image(kSize, kSize, 1), normals = empty_image(kSize, kSize), noise = depth;
  depth.texels = vulkan::bytes_of(model.depth);
  normals.texels = vulkan::bytes_of(model.normals);
  noise.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  noise.format = VK_FORMAT_R32G32_SFLOAT;
  noise.layers = 32;
  noise.texels = vulkan::bytes_of(model.noise);
  std::vector<uint32_t> words;
  add_words(words, model.matrix);
  words.insert(words.end(),
               {bits(OcclusionModel::kRadius), OcclusionModel::kSamples, OcclusionModel::kFrame});
  dispatch.resources = {structure(0, *scene),
                        image(RegisterClass::kShaderResource, 1, depth),
                        image(RegisterClass::kShaderResource, 2, normals),
                        image(RegisterClass::kShaderResource, 3, noise),
                        constants(0, words),
                        image(RegisterClass::kUnorderedAccess, 0, empty_image(kSize, kSize, 1))};
  const auto results = traced(dispatch);
  expect_picture(
      results.back(), kSize, kSize, [&](float x, float y) { return model.at(x, y); }, 1);
  EXPECT_GT(model.early, model.all / 20);
  EXPECT_LT(model.early, model.all / 2);
}

// A march in screen space, and a ray if that finds nothing.
class ReflectionModel {
 public:
  ReflectionModel() {
    for (uint32_t y = 0; y < kHeight; ++y) {
      for (uint32_t x = 0; x < kWidth; ++x) {
        const uint32_t n = y * kWidth + x;
        depth.push_back(n % 10 == 4 ? 1 : x < kWidth / 2 ? 0.25f : 0.265625f);
        // Most normals reflect the ray along the surface and a little into it; some reflect it past the
        // viewer.
        const float angle = 0.9f * static_cast<float>(n % 7),
                    lean =
                        n % 3 == 0 ? (n % 2 == 0 ? 0.69f : 0.15f) : 0.79f + 0.01f * static_cast<float>(n % 6);
        const Vector3 normal = {std::sin(lean) * std::cos(angle), std::sin(lean) * std::sin(angle),
                                -std::cos(lean)};
        for (int i = 0; i < 3; ++i) gbuffer.push_back(normal[i]);
        gbuffer.push_back(n % 8 == 1 ? 0.75f : 0.13f * static_cast<float>(n % 4));
      }
    }
    for (uint32_t level = 0; level < kLevels; ++level) {
      for (uint32_t n = 0; n < (kWidth >> level) * (kHeight >> level); ++n) {
        const Colour c = colour(level, n);
        for (const float f : c) colours.push_back(f);
      }
    }
    scene = {triangle({-64, -64, -1, 192, -64, -1, -64, 192, -1}, 0xFF),
             triangle({-64, -64, 12, 192, -64, 12, -64, 192, 12}, 0xFF, 1),
             triangle({-64, -64, 9, -64, 192, 9, 192, -64, 9}, 0xFF, 1)};
  }

  static Colour colour(uint32_t level, uint32_t n) {
    return {static_cast<float>(n % 16) / 16, static_cast<float>(n / 16) / 16,
            static_cast<float>(level + 1) / 4, 1};
  }

  /// Returns the color and the distance for a position in the launch; whole numbers are pixels.
  std::array<Colour, 2> at(float x, float y) {
    const uint32_t ix = pixel(x), iy = pixel(y);
    const uint32_t px = 2 * ix + ((iy ^ kFrame) & 1), py = iy;
    const float fx = static_cast<float>(px) + x - static_cast<float>(ix), fy = y;
    const uint32_t index = py * kWidth + px;
    const float z = depth[index], rough = gbuffer[4 * index + 3];
    if (z >= 1 || rough >= kMaxRoughness) return {Colour{0, 0, 0, rough}, Colour{-1}};
    Colour w = multiply(inverse, {(fx + 0.5f) / kWidth * 2 - 1, (fy + 0.5f) / kHeight * 2 - 1, z, 1});
    const float divisor = w[3];
    for (float& f : w) f /= divisor;
    const Vector3 start = xyz(w),
                  normal = {gbuffer[4 * index], gbuffer[4 * index + 1], gbuffer[4 * index + 2]};
    const Vector3 d = reflect(normalize(start - eye), normal);
    Vector3 at = start;
    float step = 0.1f;
    uint32_t i = 0;
    for (; i < 24; ++i) {
      at = at + d * step;
      step *= 1.2f;
      const Colour clip = multiply(projection, {at.x, at.y, at.z, 1});
      if (clip[3] <= 0) break;
      const float u = clip[0] / clip[3] * 0.5f + 0.5f, v = clip[1] / clip[3] * 0.5f + 0.5f;
      if (u < 0 || v < 0 || u > 1 || v > 1) break;
      const uint32_t tx = texel(u, kWidth), ty = texel(v, kHeight);
      const float dz = clip[2] / clip[3] - depth[ty * kWidth + tx];
      if (dz <= 0) continue;
      if (dz >= 0.002f) break;
      ++found;
      const auto level = static_cast<uint32_t>(std::ceil(rough * 6 + 0.5f) - 1);
      const Vector3 way = at - start;
      Colour c = colour(level, texel(v, kHeight >> level) * (kWidth >> level) + texel(u, kWidth >> level));
      c[3] = rough;
      return {c, Colour{std::sqrt(dot(way, way))}};
    }
    if (i == 24) ++exhausted;
    for (const ModelHit& hit : sorted_hits(start, d)) {
      if (!hit.is_front) continue;
      ++hits;
      const float* record = records[scene[hit.instance].hit_group_offset];
      return {Colour{record[0], record[1], hit.u, rough}, Colour{hit.t}};
    }
    ++misses;
    return {Colour{miss[0], miss[1], 0, rough}, Colour{-1}};
  }

  static uint32_t texel(float u, uint32_t size) {
    return std::min(static_cast<uint32_t>(u * static_cast<float>(size)), size - 1);
  }
  std::vector<ModelHit> sorted_hits(Vector3 origin, Vector3 direction) const {
    std::vector<ModelHit> all = all_hits(scene, origin, 0.01f, direction, 500);
    std::sort(all.begin(), all.end(), [](const ModelHit& a, const ModelHit& b) { return a.t < b.t; });
    return all;
  }

  static constexpr uint32_t kWidth = 32, kHeight = 16, kLevels = 4, kFrame = 5;
  static constexpr float kMaxRoughness = 0.5f;
  static constexpr float records[2][2] = {{0.5f, 0.25f}, {0.125f, 1}}, miss[2] = {0.75f, 0.375f};
  const Vector3 eye = {0, 0, -8};
  // The volume is 8 x 8 x 16, and w decreases with z: it is 0 at z = 16.
  const Matrix projection = {{{0.25f, 0, 0, 0}, {0, 0.25f, 0, 0}, {0, 0, 0.125f, 0}, {0, 0, -0.0625f, 1}}};
  const Matrix inverse = {{{4, 0, 0, 0}, {0, 4, 0, 0}, {0, 0, 8, 0}, {0, 0, 0.5f, 1}}};
  std::vector<float> depth, gbuffer, colours;
  std::vector<RayInstance> scene;
  int found = 0, exhausted = 0, hits = 0, misses = 0;
};

TEST_F(Generation, ReflectionsFallBackToARay) {
  ReflectionModel model;
  const auto scene = built(model.scene);
  ASSERT_NE(scene, nullptr);
  const Library library("glossy_reflection_with_fallback");
  RayDispatch dispatch;
  set_generation(dispatch, library.shader("reflections"));
  RayGroup group;
  group.closest_hit = add(dispatch, changing_shader(VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, 4,
                                                    {{0, 0, Source::kRecord, 0},
                                                     {1, 0, Source::kRecord, 1},
                                                     {2, 0, Source::kAttribute, 0},
                                                     {3, 0, Source::kRayT, 0}},
                                                    2));
  for (const auto& values : ReflectionModel::records) {
    dispatch.hits.push_back({static_cast<uint32_t>(dispatch.groups.size()), record_of(values)});
  }
  dispatch.groups.push_back(group);
  add_general(dispatch, dispatch.misses,
              changing_shader(VK_SHADER_STAGE_MISS_BIT_KHR, 4,
                              {{0, 0, Source::kRecord, 0}, {1, 0, Source::kRecord, 1}}));
  dispatch.misses[0].data = record_of(ReflectionModel::miss);
  constexpr uint32_t kWidth = ReflectionModel::kWidth, kHeight = ReflectionModel::kHeight;
  dispatch.size = {kWidth / 2, kHeight, 1};
  vulkan::ImageData colours = empty_image(kWidth, kHeight), depth = empty_image(kWidth, kHeight, 1),
                    gbuffer = colours;
  colours.levels = ReflectionModel::kLevels;
  colours.texels = vulkan::bytes_of(model.colours);
  depth.texels = vulkan::bytes_of(model.depth);
  gbuffer.texels = vulkan::bytes_of(model.gbuffer);
  std::vector<uint32_t> words;
  add_words(words, model.projection);
  add_words(words, model.inverse);
  words.insert(words.end(), {bits(model.eye.x), bits(model.eye.y), bits(model.eye.z), ReflectionModel::kFrame,
                             bits(ReflectionModel::kMaxRoughness)});
  dispatch.resources = {structure(0, *scene),
                        image(RegisterClass::kShaderResource, 1, colours),
                        image(RegisterClass::kShaderResource, 2, depth),
                        image(RegisterClass::kShaderResource, 3, gbuffer),
                        sampler_at(0),
                        constants(0, words),
                        image(RegisterClass::kUnorderedAccess, 0, empty_image(kWidth, kHeight)),
                        image(RegisterClass::kUnorderedAccess, 1, empty_image(kWidth, kHeight, 1))};
  const auto results = traced(dispatch);
  const std::vector<uint32_t>& result = results[6];
  const std::vector<uint32_t>& distance = results[7];
  ASSERT_EQ(result.size(), kWidth * kHeight * 4u);
  ASSERT_EQ(distance.size(), kWidth * kHeight * 1u);
  // Every other pixel is written, in columns that alternate between rows.
  std::vector<uint32_t> colours_written, distances_written;
  for (uint32_t y = 0; y < kHeight; ++y) {
    for (uint32_t x = 0; x < kWidth; ++x) {
      const uint32_t n = y * kWidth + x;
      if ((x & 1) == ((y ^ ReflectionModel::kFrame) & 1)) {
        colours_written.insert(colours_written.end(), result.begin() + 4 * n, result.begin() + 4 * n + 4);
        distances_written.push_back(distance[n]);
      } else {
        EXPECT_EQ(std::count(result.begin() + 4 * n, result.begin() + 4 * n + 4, 0u), 4);
        EXPECT_EQ(distance[n], 0u);
      }
    }
  }
  expect_picture(colours_written, kWidth / 2, kHeight, [&](float x, float y) { return model.at(x, y)[0]; });
  // The distance is unknown where the color is.
  expect_picture(
      distances_written, kWidth / 2, kHeight, [&](float x, float y) { return model.at(x, y)[1]; }, 1);
  EXPECT_GT(model.found, 40);
  EXPECT_GT(model.exhausted, 40);
  EXPECT_GT(model.hits, 40);
  EXPECT_GT(model.misses, 40);
}

}  // namespace
}  // namespace trellis::test_rays

#include "tests/spirv_backend/raytracing/ray_test.hpp"

#include <cmath>

#include "tests/spirv_backend/heap_places.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::test_rays {
namespace {

VkShaderStageFlagBits stage_bit(dxil::ShaderKind kind) {
  switch (kind) {
    case dxil::ShaderKind::kRayGeneration:
      return VK_SHADER_STAGE_RAYGEN_BIT_KHR;
    case dxil::ShaderKind::kIntersection:
      return VK_SHADER_STAGE_INTERSECTION_BIT_KHR;
    case dxil::ShaderKind::kAnyHit:
      return VK_SHADER_STAGE_ANY_HIT_BIT_KHR;
    case dxil::ShaderKind::kClosestHit:
      return VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR;
    case dxil::ShaderKind::kMiss:
      return VK_SHADER_STAGE_MISS_BIT_KHR;
    default:
      return VK_SHADER_STAGE_CALLABLE_BIT_KHR;
  }
}

Vector3 corner(const RayInstance& instance, const std::array<float, 9>& triangle, size_t n) {
  const std::array<float, 12>& m = instance.transform;
  const float x = triangle[3 * n], y = triangle[3 * n + 1], z = triangle[3 * n + 2];
  return {m[0] * x + m[1] * y + m[2] * z + m[3], m[4] * x + m[5] * y + m[6] * z + m[7],
          m[8] * x + m[9] * y + m[10] * z + m[11]};
}

/// Computes the facing from the transformed corners.
bool is_front(const std::array<float, 9>& t, const RayInstance& instance, Vector3 direction) {
  const Vector3 a = corner(instance, t, 0), b = corner(instance, t, 1), c = corner(instance, t, 2);
  return dot(cross(b - a, c - a), direction) < 0;
}

}  // namespace

float dot(Vector3 a, Vector3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector3 cross(Vector3 a, Vector3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vector3 normalize(Vector3 v) { return v * (1.0f / std::sqrt(dot(v, v))); }
Vector3 reflect(Vector3 d, Vector3 n) { return d - n * (2 * dot(n, d)); }
Vector3 refract(Vector3 d, Vector3 n, float eta) {
  const float k = 1 - eta * eta * (1 - dot(n, d) * dot(n, d));
  return k < 0 ? Vector3{} : d * eta - n * (eta * dot(n, d) + std::sqrt(k));
}

std::vector<ModelHit> all_hits(const std::vector<RayInstance>& scene, Vector3 origin, float t_min,
                               Vector3 direction, float t_max, uint32_t mask) {
  std::vector<ModelHit> hits;
  for (uint32_t i = 0; i < scene.size(); ++i) {
    if ((scene[i].mask & mask) == 0) continue;
    for (uint32_t g = 0; g < scene[i].geometries.size(); ++g) {
      const RayGeometry& geometry = scene[i].geometries[g];
      for (uint32_t p = 0; p < geometry.triangles.size(); ++p) {
        const std::array<float, 9>& t = geometry.triangles[p];
        const Vector3 a = corner(scene[i], t, 0), b = corner(scene[i], t, 1), c = corner(scene[i], t, 2);
        const Vector3 h = cross(direction, c - a);
        const float det = dot(b - a, h);
        if (std::fabs(det) < 1e-12f) continue;
        const Vector3 s = origin - a;
        const float u = dot(s, h) / det;
        const Vector3 q = cross(s, b - a);
        const float v = dot(direction, q) / det, at = dot(c - a, q) / det;
        if (u < 0 || v < 0 || u + v > 1 || at <= t_min || at >= t_max) continue;
        hits.push_back({true, at, u, v, i, g, p, is_front(t, scene[i], direction)});
      }
    }
  }
  return hits;
}

ModelHit first_hit(const std::vector<RayInstance>& scene, Vector3 origin, float t_min, Vector3 direction,
                   float t_max, uint32_t mask) {
  ModelHit first;
  for (const ModelHit& hit : all_hits(scene, origin, t_min, direction, t_max, mask)) {
    if (!first.is_hit || hit.t < first.t) first = hit;
  }
  return first;
}

Library::Library(const std::string& name, bool debug_info) : name_(name) {
  const auto dxil = test_support::read_binary_file(
      test_support::source_path(std::string("reference_shaders/raytracing/") + name + ".dxil"));
  if (!dxil) {
    ADD_FAILURE() << dxil.error().to_string();
    return;
  }
  ReadOptions reading;
  reading.debug_info = debug_info;
  auto program = Translator().read(*dxil, reading);
  if (!program) {
    ADD_FAILURE() << name << ": " << program.error().to_string();
    return;
  }
  program_ = std::move(*program);
}

RayShader Library::shader(const std::string& entry, const TranslateOptions& options) const {
  TranslateOptions named = options;
  named.entry = entry;
  RayShader shader;
  shader.places = test_backend::place_in_heaps(named);
  auto translation = Translator().translate(program_, named);
  if (!translation) {
    ADD_FAILURE() << name_ << " " << entry << ": " << translation.error().to_string();
    return shader;
  }
  shader.words = translation->spirv;
  shader.entry = translation->entry_points.front();
  shader.stage = stage_bit(program_.shader.find_entry_point(entry)->kind);
  // The validator that is linked here does not know the device's heaps.
  if (shader.places != vulkan::TestPlaces::kSets) return shader;
  const auto valid = vulkan::validate(shader.words);
  EXPECT_TRUE(valid) << name_ << " " << entry << ": " << valid.error().to_string();
  return shader;
}

void RayTest::SetUp() {
  RunnerTest::SetUp();
  if (!device().has_extension("VK_KHR_ray_tracing_pipeline")) {
    GTEST_SKIP() << "the device has no ray tracing pipelines";
  }
}

std::unique_ptr<vulkan::RayScene> RayTest::built(const std::vector<RayInstance>& instances) {
  auto scene = vulkan::RayScene::build(device(), instances);
  if (!scene) {
    ADD_FAILURE() << scene.error().to_string();
    return nullptr;
  }
  return std::move(*scene);
}

std::vector<std::vector<uint32_t>> RayTest::traced(const RayDispatch& at_defaults) {
  RayDispatch dispatch = at_defaults;
  for (const RayShader& shader : dispatch.shaders) {
    if (shader.words.empty()) return std::vector<std::vector<uint32_t>>(dispatch.resources.size());
    if (shader.places == vulkan::TestPlaces::kSets || dispatch.uses_heaps) continue;
    dispatch.uses_heaps = true;
    if (shader.places == vulkan::TestPlaces::kTables) dispatch.push_constants = vulkan::table_root_data();
    vulkan::move_to_heaps(shader.places, dispatch.resources, dispatch.addresses);
  }
  auto result = vulkan::trace_rays(device(), dispatch);
  if (!result) {
    ADD_FAILURE() << result.error().to_string();
    return std::vector<std::vector<uint32_t>>(dispatch.resources.size());
  }
  return vulkan::words_of(*result);
}

uint32_t RayTest::add(RayDispatch& dispatch, const RayShader& shader) {
  dispatch.shaders.push_back(shader);
  return static_cast<uint32_t>(dispatch.shaders.size() - 1);
}

void RayTest::set_generation(RayDispatch& dispatch, const RayShader& shader) {
  RayGroup group;
  group.general = add(dispatch, shader);
  dispatch.generation = {static_cast<uint32_t>(dispatch.groups.size())};
  dispatch.groups.push_back(group);
}

void RayTest::add_general(RayDispatch& dispatch, std::vector<RayRecord>& records, const RayShader& shader) {
  RayGroup group;
  group.general = add(dispatch, shader);
  records.push_back({static_cast<uint32_t>(dispatch.groups.size())});
  dispatch.groups.push_back(group);
}

void RayTest::add_hit(RayDispatch& dispatch, const RayGroup& group) {
  dispatch.hits.push_back({static_cast<uint32_t>(dispatch.groups.size())});
  dispatch.groups.push_back(group);
}

namespace {

BoundResource bound(RegisterClass register_class, uint32_t index, VkDescriptorType type) {
  const vulkan::DescriptorPlace place = vulkan::default_binding(register_class, index, 0);
  BoundResource resource;
  resource.set = place.set;
  resource.binding = place.binding;
  resource.type = type;
  return resource;
}

}  // namespace

BoundResource RayTest::buffer(RegisterClass register_class, uint32_t index, std::vector<uint32_t> words) {
  BoundResource resource = bound(register_class, index, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
  resource.buffer = vulkan::bytes_of(words);
  return resource;
}

BoundResource RayTest::constants(uint32_t index, std::vector<uint32_t> words) {
  words.resize((words.size() + 3) / 4 * 4);
  BoundResource resource = bound(RegisterClass::kConstantBuffer, index, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
  resource.buffer = vulkan::bytes_of(words);
  return resource;
}

BoundResource RayTest::structure(uint32_t index, const vulkan::RayScene& scene) {
  BoundResource resource =
      bound(RegisterClass::kShaderResource, index, VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR);
  resource.structure = scene.top();
  return resource;
}

BoundResource RayTest::image(RegisterClass register_class, uint32_t index, const vulkan::ImageData& data) {
  const bool is_written = register_class == RegisterClass::kUnorderedAccess;
  BoundResource resource =
      bound(register_class, index,
            is_written ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE);
  resource.image = data;
  return resource;
}

}  // namespace trellis::test_rays

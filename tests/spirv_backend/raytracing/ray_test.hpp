// Shared code of the tests that run translated ray stages: libraries of the corpus, scenes, and a CPU model
// of tracing rays.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tests/spirv_backend/raytracing/ray_partners.hpp"
#include "tests/vulkan/default_binding.hpp"
#include "tests/vulkan/draws/picture.hpp"
#include "tests/vulkan/rays/acceleration_structures.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_rays {

using test_support::RegisterClass;
using vulkan::BoundResource;
using vulkan::RayDispatch;
using vulkan::RayGeometry;
using vulkan::RayGroup;
using vulkan::RayInstance;
using vulkan::RayRecord;
using vulkan::RayShader;

inline constexpr VkShaderStageFlagBits kClosestHit = VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR,
                                       kMiss = VK_SHADER_STAGE_MISS_BIT_KHR;

struct Vector3 {
  float x = 0, y = 0, z = 0;
  float operator[](int n) const { return n == 0 ? x : n == 1 ? y : z; }
};
inline Vector3 operator+(Vector3 a, Vector3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector3 operator-(Vector3 a, Vector3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector3 operator*(Vector3 a, float k) { return {a.x * k, a.y * k, a.z * k}; }
inline Vector3 operator*(Vector3 a, Vector3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
float dot(Vector3 a, Vector3 b);
Vector3 cross(Vector3 a, Vector3 b);
Vector3 normalize(Vector3 v);
Vector3 reflect(Vector3 d, Vector3 n);
Vector3 refract(Vector3 d, Vector3 n, float eta);

/// The first hit of a ray, computed on the CPU.
struct ModelHit {
  bool is_hit = false;
  float t = 0, u = 0, v = 0;  ///< u and v are the weights of the second and the third corner.
  uint32_t instance = 0, geometry = 0, primitive = 0;
  bool is_front = false;
};
/// Finds the first hit among the triangles of the instances that match `mask`. Front faces have clockwise
/// corners, as in D3D.
ModelHit first_hit(const std::vector<RayInstance>& scene, Vector3 origin, float t_min, Vector3 direction,
                   float t_max, uint32_t mask = 0xFF);
/// Finds all hits, in no particular order.
std::vector<ModelHit> all_hits(const std::vector<RayInstance>& scene, Vector3 origin, float t_min,
                               Vector3 direction, float t_max, uint32_t mask = 0xFF);

/// A program of reference_shaders/raytracing.
class Library {
 public:
  explicit Library(const std::string& name, bool debug_info = false);
  /// Translates and validates an entry point. On failure, reports a test failure and returns an empty shader.
  RayShader shader(const std::string& entry, const TranslateOptions& options = {}) const;
  const Program& program() const { return program_; }

 private:
  std::string name_;
  Program program_;
};

class RayTest : public vulkan::RunnerTest {
 protected:
  void SetUp() override;
  /// Builds the scene. On failure, reports a test failure and returns null.
  static std::unique_ptr<vulkan::RayScene> built(const std::vector<RayInstance>& instances);
  /// Runs a launch, and returns the words of its resources. On failure, reports a test failure and returns an
  /// empty vector.
  static std::vector<std::vector<uint32_t>> traced(const RayDispatch& at_defaults);

  /// Adds a shader to a launch, and returns its index.
  static uint32_t add(RayDispatch& dispatch, const RayShader& shader);
  /// Adds the ray generation shader in its own group.
  static void set_generation(RayDispatch& dispatch, const RayShader& shader);
  /// Adds a miss or callable shader in its own group, and a record for it to `records`.
  static void add_general(RayDispatch& dispatch, std::vector<RayRecord>& records, const RayShader& shader);
  /// Adds a hit group and a record for it.
  static void add_hit(RayDispatch& dispatch, const RayGroup& group);

  /// Resources at the translator's default bindings.
  static BoundResource buffer(RegisterClass register_class, uint32_t index, std::vector<uint32_t> words);
  static BoundResource constants(uint32_t index, std::vector<uint32_t> words);
  static BoundResource structure(uint32_t index, const vulkan::RayScene& scene);
  static BoundResource image(RegisterClass register_class, uint32_t index, const vulkan::ImageData& data);
};

inline uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
inline float number(uint32_t word) { return std::bit_cast<float>(word); }

}  // namespace trellis::test_rays

#include "path_tracer/cpu_tracer.hpp"

#include <algorithm>

namespace example {
namespace {

constexpr float kPi = 3.14159265f, kEpsilon = 0.001f;

class Random {
 public:
  explicit Random(uint32_t state) : state_(state) {}
  /// Returns a number from 0 to 1 (a permuted congruential generator).
  float next() {
    state_ = state_ * 747796405u + 2891336453u;
    const uint32_t word = ((state_ >> ((state_ >> 28) + 4)) ^ state_) * 277803737u;
    return static_cast<float>(((word >> 22) ^ word) >> 8) / 16777216.0f;
  }

 private:
  uint32_t state_;
};

struct Hit {
  float t = 0;
  const Surface* surface = nullptr;
  Float3 normal;
};

class Tracer {
 public:
  explicit Tracer(const Scene& scene) : scene_(scene) {
    for (const Instance& instance : scene.instances) {
      for (size_t n = 0; n < instance.quads.size(); ++n) {
        const Quad& quad = instance.quads[n];
        const Surface& surface = scene.surfaces[instance.first_surface + n];
        const std::array<float, 12>& m = instance.transform;
        const Float3 corner = rotated(m, quad.corner) + Float3{m[3], m[7], m[11]};
        quads_.push_back({corner, rotated(m, quad.right), rotated(m, quad.up), rotated(m, surface.normal),
                          &surface, instance.is_shutter, m[7]});
      }
    }
  }

  Float3 sample(Random& random, Float3 origin, Float3 direction) const {
    Float3 radiance, throughput = {1, 1, 1};
    bool sees_light = true;
    for (uint32_t bounce = 0; bounce < scene_.frame.bounces; ++bounce) {
      const Hit hit = closest(origin, direction, 100);
      if (hit.surface == nullptr) break;
      const Float3 emission = hit.surface->emission;
      if (emission.x > 0 || emission.y > 0 || emission.z > 0) {
        if (sees_light) radiance = radiance + throughput * emission;
        break;
      }
      const Float3 n = dot(hit.normal, direction) > 0 ? hit.normal * -1 : hit.normal;
      origin = origin + direction * hit.t + n * kEpsilon;
      throughput = throughput * hit.surface->colour;
      sees_light = hit.surface->is_mirror != 0;
      if (sees_light) {
        direction = direction - n * (2 * dot(direction, n));
        continue;
      }
      radiance = radiance + throughput * light_at(random, origin, n);
      const float height = 1 - 2 * random.next(), around = 2 * kPi * random.next();
      const float radius = std::sqrt(std::max(1 - height * height, 0.0f));
      const Float3 on_sphere = {radius * std::cos(around), radius * std::sin(around), height};
      direction = normalize(n + on_sphere * (1 - kEpsilon));
    }
    return radiance;
  }

 private:
  struct PlacedQuad {
    Float3 corner, right, up, normal;
    const Surface* surface;
    bool is_shutter;
    float raised;  ///< World-space y divided by object-space y.
  };

  static Float3 rotated(const std::array<float, 12>& m, Float3 v) {
    return {dot({m[0], m[1], m[2]}, v), dot({m[4], m[5], m[6]}, v), dot({m[8], m[9], m[10]}, v)};
  }

  /// Returns what a random point of the light contributes to a surface that reflects all light.
  Float3 light_at(Random& random, Float3 at, Float3 n) const {
    const Frame& frame = scene_.frame;
    const float u = random.next(), v = random.next();
    Float3 to_light = frame.light_corner + Float3{u * frame.light_size[0], 0, v * frame.light_size[1]} - at;
    const float square = dot(to_light, to_light), far = std::sqrt(square);
    to_light = to_light * (1 / far);
    const float cosine = dot(n, to_light);
    if (cosine <= 0 || to_light.y <= 0) return {};
    if (closest(at, to_light, far - 2 * kEpsilon).surface != nullptr) return {};
    const float area = frame.light_size[0] * frame.light_size[1];
    return frame.light_emission * (cosine * to_light.y * area / (square * kPi));
  }

  Hit closest(Float3 origin, Float3 direction, float t_max) const {
    Hit best;
    best.t = t_max;
    for (const PlacedQuad& quad : quads_) {
      // This test relies on the quads being rectangles.
      const float t = dot(quad.corner - origin, quad.normal) / dot(direction, quad.normal);
      if (!(t > 0 && t < best.t)) continue;
      const Float3 at = origin + direction * t - quad.corner;
      const float u = dot(at, quad.right), v = dot(at, quad.up);
      if (u < 0 || v < 0 || u > dot(quad.right, quad.right) || v > dot(quad.up, quad.up)) continue;
      const float slit = (origin.y + direction.y * t - quad.raised) * 6;
      if (quad.is_shutter && slit - std::floor(slit) < 0.5f) continue;
      best = {t, quad.surface, quad.normal};
    }
    return best;
  }

  const Scene& scene_;
  std::vector<PlacedQuad> quads_;
};

}  // namespace

Radiances trace_on_cpu(const Scene& scene, uint32_t size) {
  const Tracer tracer(scene);
  const auto extent = static_cast<float>(size);
  Radiances out;
  for (uint32_t y = 0; y < size; ++y) {
    for (uint32_t x = 0; x < size; ++x) {
      Random random((y * size + x) * 9781 + 1);
      Float3 sum;
      for (uint32_t s = 0; s < scene.frame.samples; ++s) {
        const float right = (static_cast<float>(x) + random.next()) / extent * 2 - 1;
        const float up = 1 - (static_cast<float>(y) + random.next()) / extent * 2;
        sum = sum + tracer.sample(random, {0, 0, -3.75f}, normalize({right, up, 2.75f}));
      }
      out.push_back(sum * (1 / static_cast<float>(scene.frame.samples)));
    }
  }
  return out;
}

}  // namespace example

// A box with a light in its ceiling, as plain data. Both the device and the CPU trace this scene.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace example {

struct Float3 {
  float x = 0, y = 0, z = 0;
};
inline Float3 operator+(Float3 a, Float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Float3 operator-(Float3 a, Float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Float3 operator*(Float3 a, Float3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline Float3 operator*(Float3 a, float k) { return {a.x * k, a.y * k, a.z * k}; }
inline float dot(Float3 a, Float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Float3 cross(Float3 a, Float3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Float3 normalize(Float3 v) { return v * (1 / std::sqrt(dot(v, v))); }

/// Has the layout of the library's structured buffer: 40 bytes.
struct Surface {
  Float3 normal;  ///< In object space.
  Float3 colour, emission;
  uint32_t is_mirror = 0;
};
static_assert(sizeof(Surface) == 40);

/// The parallelogram corner + u * right + v * up, with u and v from 0 to 1.
struct Quad {
  Float3 corner, right, up;
};

struct Instance {
  std::vector<Quad> quads;
  uint32_t first_surface = 0;  ///< Quad n has surface first_surface + n.
  bool is_shutter = false;     ///< Whether it has slits that rays pass through.
  /// Object-to-world transformation: a rotation about the y axis, then a translation.
  std::array<float, 12> transform = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};

/// Has the layout of the library's constant buffer.
struct Frame {
  Float3 light_corner;
  uint32_t samples = 1;
  Float3 light_emission;
  uint32_t bounces = 6;
  float light_size[2] = {0, 0};
  uint32_t unused[2] = {};
};
static_assert(sizeof(Frame) == 48);

struct Scene {
  std::vector<Instance> instances;
  std::vector<Surface> surfaces;
  Frame frame;
};

Scene make_scene();

/// One value per pixel, row by row from the top left.
using Radiances = std::vector<Float3>;

}  // namespace example

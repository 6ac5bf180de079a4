#include "path_tracer/scene.hpp"

namespace example {
namespace {

constexpr Float3 kWhite = {0.73f, 0.71f, 0.68f}, kRed = {0.63f, 0.06f, 0.05f}, kGreen = {0.14f, 0.45f, 0.09f};

class SceneBuilder {
 public:
  Instance& add_instance(float degrees = 0, Float3 at = {}) {
    Instance instance;
    instance.first_surface = static_cast<uint32_t>(scene.surfaces.size());
    const float angle = degrees * 3.14159265f / 180, c = std::cos(angle), s = std::sin(angle);
    instance.transform = {c, 0, s, at.x, 0, 1, 0, at.y, -s, 0, c, at.z};
    return scene.instances.emplace_back(instance);
  }
  void add(Instance& instance, const Quad& quad, Float3 colour, bool is_mirror = false,
           Float3 emission = {}) {
    instance.quads.push_back(quad);
    scene.surfaces.push_back({normalize(cross(quad.right, quad.up)), colour, emission, is_mirror ? 1u : 0u});
  }
  /// Adds a box without its bottom face, which is on the floor.
  void add_box(Instance& instance, Float3 half, Float3 colour, bool is_mirror) {
    const float x = half.x, y = half.y, z = half.z;
    add(instance, {{-x, -y, -z}, {2 * x, 0, 0}, {0, 2 * y, 0}}, colour, is_mirror);
    add(instance, {{-x, -y, z}, {2 * x, 0, 0}, {0, 2 * y, 0}}, colour, is_mirror);
    add(instance, {{-x, -y, -z}, {0, 0, 2 * z}, {0, 2 * y, 0}}, colour, is_mirror);
    add(instance, {{x, -y, -z}, {0, 0, 2 * z}, {0, 2 * y, 0}}, colour, is_mirror);
    add(instance, {{-x, y, -z}, {2 * x, 0, 0}, {0, 0, 2 * z}}, colour, is_mirror);
  }

  Scene scene;
};

}  // namespace

Scene make_scene() {
  SceneBuilder b;
  Frame& frame = b.scene.frame;
  frame.light_corner = {-0.3f, 0.99f, -0.3f};
  frame.light_emission = {13, 11, 8};
  frame.light_size[0] = frame.light_size[1] = 0.6f;

  Instance& room = b.add_instance();
  b.add(room, {{-1, -1, -1}, {2, 0, 0}, {0, 0, 2}}, kWhite);
  b.add(room, {{-1, 1, -1}, {2, 0, 0}, {0, 0, 2}}, kWhite);
  b.add(room, {{-1, -1, 1}, {2, 0, 0}, {0, 2, 0}}, kWhite);
  b.add(room, {{-1, -1, -1}, {0, 0, 2}, {0, 2, 0}}, kRed);
  b.add(room, {{1, -1, -1}, {0, 0, 2}, {0, 2, 0}}, kGreen);
  b.add(room, {frame.light_corner, {frame.light_size[0], 0, 0}, {0, 0, frame.light_size[1]}}, {}, false,
        frame.light_emission);

  b.add_box(b.add_instance(-37, {-0.38f, -0.4f, 0.35f}), {0.29f, 0.6f, 0.29f}, {0.9f, 0.9f, 0.92f}, true);
  b.add_box(b.add_instance(-17, {0.42f, -0.7f, -0.3f}), {0.3f, 0.3f, 0.3f}, kWhite, false);

  Instance& shutter = b.add_instance(-25, {0.45f, 0.15f, -0.05f});
  shutter.is_shutter = true;
  b.add(shutter, {{-0.4f, -0.3f, -0.1f}, {0.8f, 0, 0}, {0, 0.6f, 0.2f}}, {0.3f, 0.42f, 0.65f});
  return b.scene;
}

}  // namespace example

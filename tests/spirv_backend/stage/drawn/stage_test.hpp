// What tests that draw with translated shaders share.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "api/translator.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "tests/vulkan/default_binding.hpp"
#include "tests/vulkan/plain_stages.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_drawing {

using vulkan::BoundResource;
using vulkan::ColorTarget;
using vulkan::DepthTarget;
using vulkan::Draw;
using vulkan::Drawn;
using vulkan::Formula;
using vulkan::ImageData;
using vulkan::matches;
using vulkan::move_to_set;
using vulkan::Picture;
using vulkan::PlacedAddress;
using vulkan::plain_domain;
using vulkan::plain_domain_outputs;
using vulkan::plain_fragment;
using vulkan::plain_targets;
using vulkan::plain_vertex;
using vulkan::plain_vertices;
using vulkan::PlainDomainShader;
using vulkan::PlainInput;
using vulkan::PlainVertexShader;
using vulkan::SamplerState;
using vulkan::StageModule;
using vulkan::Texel;
using vulkan::Varying;
using vulkan::vertex_buffer;
using vulkan::VertexBuffer;
using vulkan::Words;
using vulkan::words_of;

/// A shader of reference_shaders/stages, translated and validated. The stage follows from its name.
StageModule translated(const std::string& name);
/// The same for a shader that `change` has changed first.
StageModule translated(const std::string& name, const std::function<void(dxil::Shader&)>& change,
                       const TranslateOptions& options = {});
/// The same with options; `next_stage` (if not null) receives what puts the next stage's inputs where its
/// outputs are.
StageModule translated(const std::string& name, const TranslateOptions& options,
                       std::vector<spirv::LocationRule>* next_stage = nullptr);

/// A shader made by hand.
StageModule translated(const dxil::Shader& shader, const TranslateOptions& options);

/// Descriptors at the translator's default bindings.
BoundResource constant_buffer(uint32_t index, const Words& contents);
BoundResource read_buffer(uint32_t index, const Words& contents);  ///< Raw or structured, t#.
BoundResource typed_buffer(uint32_t index, VkFormat format, const Words& contents);  ///< t#.
BoundResource write_buffer(uint32_t index, const Words& contents);    ///< Raw or structured, u#.
BoundResource texture(uint32_t index, const ImageData& image);        ///< t#.
BoundResource write_texture(uint32_t index, const ImageData& image);  ///< u#.
BoundResource sampler(uint32_t index, const SamplerState& state);     ///< s#.

/// A 2D image of one level.
ImageData image_2d(VkFormat format, uint32_t width, uint32_t height, const Words& texels);

Words identity_matrix();

using Vector4 = std::array<double, 4>;

/// Where the centre of a pixel lies in a triangle: weights of its corners in the picture and in space.
struct Place {
  std::array<double, 3> screen = {}, space = {};
  double depth = 0;
  double w = 0;
  bool is_inside = false;

  double mix(double a, double b, double c) const { return a * space[0] + b * space[1] + c * space[2]; }
  double mix_flat(double a, double b, double c) const {
    return a * screen[0] + b * screen[1] + c * screen[2];
  }
};
/// Corners in clip space; Vulkan's picture: y down. `at`: in pixels.
Place place_in_triangle(const std::array<Vector4, 3>& clip, double at_x, double at_y, double width = 16,
                        double height = 16);
inline Place pixel_in_triangle(const std::array<Vector4, 3>& clip, uint32_t x, uint32_t y, double width = 16,
                               double height = 16) {
  return place_in_triangle(clip, x + 0.5, y + 0.5, width, height);
}

/// A triangle over the whole target.
inline constexpr std::array<Vector4, 3> kFullTriangle = {Vector4{-1, -1, 0.5, 1}, Vector4{3, -1, 0.5, 1},
                                                         Vector4{-1, 3, 0.5, 1}};
/// The same with corners at different distances: perspective shows.
inline constexpr std::array<Vector4, 3> kDeepTriangle = {Vector4{-1, -1, 0.25, 1}, Vector4{9, -3, 1.5, 3},
                                                         Vector4{-2, 6, 1, 2}};

/// Words of a corner's position.
Words position(const Vector4& corner);

/// What vs_view_id_stereo draws from: a triangle over everything, matrices that change nothing, eyes at 0, 1,
/// 2 and 3; two layers.
Draw stereo_draw();

class StageTest : public vulkan::RunnerTest {
 protected:
  /// If drawing fails, the test fails, and there is an empty picture for each target.
  static Drawn drawn(const Draw& draw);
};

}  // namespace trellis::test_drawing

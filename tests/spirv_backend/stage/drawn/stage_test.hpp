// Shared code of the tests that draw with translated shaders.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "api/translator.hpp"
#include "dxil_frontend/program/shader.hpp"
#include "tests/vulkan/default_binding.hpp"
#include "tests/vulkan/modules/plain_stages.hpp"
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
using vulkan::TestPlaces;
using vulkan::Texel;
using vulkan::Varying;
using vulkan::vertex_buffer;
using vulkan::VertexBuffer;
using vulkan::Words;
using vulkan::words_of;

/// Translates and validates a shader of reference_shaders/stages. The stage follows from its name.
StageModule translated(const std::string& name);
/// Like translated(name), after `change` has changed the shader.
StageModule translated(const std::string& name, const std::function<void(dxil::Shader&)>& change,
                       const TranslateOptions& options = {});
/// Like translated(name), with options. `next_stage`, if not null, receives the rules that place the next
/// stage's inputs where this one's outputs are.
StageModule translated(const std::string& name, const TranslateOptions& options,
                       std::vector<spirv::LocationRule>* next_stage = nullptr);

/// Translates and validates a shader made by the test.
StageModule translated(const dxil::Shader& shader, const TranslateOptions& options);

/// Resources at the translator's default bindings.
BoundResource constant_buffer(uint32_t index, const Words& contents);
BoundResource read_buffer(uint32_t index, const Words& contents);  ///< Raw or structured, t#.
BoundResource typed_buffer(uint32_t index, VkFormat format, const Words& contents);  ///< t#.
BoundResource write_buffer(uint32_t index, const Words& contents);    ///< Raw or structured, u#.
BoundResource texture(uint32_t index, const ImageData& image);        ///< t#.
BoundResource write_texture(uint32_t index, const ImageData& image);  ///< u#.
BoundResource sampler(uint32_t index, const SamplerState& state);     ///< s#.

/// Returns a 2D image with one level.
ImageData image_2d(VkFormat format, uint32_t width, uint32_t height, const Words& texels);

Words identity_matrix();

using Vector4 = std::array<double, 4>;

/// Where the center of a pixel lies in a triangle: the weights of its corners in screen space and in space.
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
/// Computes the place for corners in clip space. The picture is Vulkan's: y points down. `at_x` and `at_y`
/// are in pixels.
Place place_in_triangle(const std::array<Vector4, 3>& clip, double at_x, double at_y, double width = 16,
                        double height = 16);
inline Place pixel_in_triangle(const std::array<Vector4, 3>& clip, uint32_t x, uint32_t y, double width = 16,
                               double height = 16) {
  return place_in_triangle(clip, x + 0.5, y + 0.5, width, height);
}

/// A triangle over the whole target.
inline constexpr std::array<Vector4, 3> kFullTriangle = {Vector4{-1, -1, 0.5, 1}, Vector4{3, -1, 0.5, 1},
                                                         Vector4{-1, 3, 0.5, 1}};
/// Covers the whole target as well, with corners at different depths, so that perspective has an effect.
inline constexpr std::array<Vector4, 3> kDeepTriangle = {Vector4{-1, -1, 0.25, 1}, Vector4{9, -3, 1.5, 3},
                                                         Vector4{-2, 6, 1, 2}};

/// Returns the words of a corner's position.
Words position(const Vector4& corner);

/// Returns a draw for vs_view_id_stereo: a triangle over the whole picture, identity matrices, eyes at 0, 1,
/// 2 and 3, and two layers.
Draw stereo_draw();

class StageTest : public vulkan::RunnerTest {
 protected:
  /// Draws, with the resources where the stages find them. On failure, reports a test failure and returns an
  /// empty picture for each target.
  static Drawn drawn(const Draw& at_defaults);
};

}  // namespace trellis::test_drawing

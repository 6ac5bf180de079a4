// Stages that only hand values on, to go with a shader under test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/vulkan/draw.hpp"

namespace trellis::vulkan {

/// A scalar or vector between two stages.
struct Varying {
  uint32_t location = 0;
  uint32_t component = 0;
  uint32_t count = 4;
  char type = 'f';    ///< 'f' float, 'u' and 'i' integers.
  uint32_t rows = 1;  ///< More than one: an array, a location a row.
  std::string decoration =
      {};  ///< Fragment inputs: "NoPerspective", "PerPrimitiveEXT"; integers are Flat anyway.
  std::string builtin = {};  ///< Fragment inputs: "PrimitiveId", in place of the location.
};

/// `builtins`: those it hands on, each from a 32-bit integer ("Layer", "ViewportIndex").
struct PlainVertexShader {
  std::vector<Varying> varyings;
  std::vector<std::string> builtins;
};

/// A vertex shader with inputs in the order position (4 floats), varyings (each row of an array one),
/// built-ins: locations 0, 1, 2, ...
StageModule plain_vertex(const PlainVertexShader& shader);
/// A vertex buffer for it: the components of one vertex after the other, words (floats by their bits).
VertexBuffer plain_vertices(const PlainVertexShader& shader, const std::vector<uint32_t>& words);

/// A vertex buffer for any shader with inputs of these types and counts at locations 0, 1, 2, ...
struct PlainInput {
  char type = 'f';
  uint32_t count = 4;
};
VertexBuffer vertex_buffer(const std::vector<PlainInput>& inputs, const std::vector<uint32_t>& words);

/// A fragment shader that writes each varying to the target of the same index; arrays: row `row` alone.
StageModule plain_fragment(const std::vector<Varying>& varyings, uint32_t row = 0);
/// A domain shader over the whole picture, for triangles or quads: it puts out the outer factors (location
/// 0), the inner ones (1), and three floats at location 0 of one control point (2), all the same everywhere.
struct PlainDomainShader {
  bool is_quad = false;
  uint32_t control_points = 3;
  uint32_t shown_point = 0;
};
StageModule plain_domain(const PlainDomainShader& shader);
std::vector<Varying> plain_domain_outputs();

/// Targets of 32-bit formats for it, with four, two or one channels (three: four).
std::vector<ColorTarget> plain_targets(const std::vector<Varying>& varyings, float clear = 0);

/// Changes the set of all of a module's descriptors.
void move_to_set(std::vector<uint32_t>& words, uint32_t set);

/// A row of words from floats and integers.
class Words {
 public:
  Words& f(std::initializer_list<float> values);
  Words& u(std::initializer_list<uint32_t> values);
  Words& add(const Words& other);
  const std::vector<uint32_t>& get() const { return words_; }
  std::vector<uint8_t> bytes() const { return bytes_of(words_); }

 private:
  std::vector<uint32_t> words_;
};

}  // namespace trellis::vulkan

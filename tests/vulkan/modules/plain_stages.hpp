// Stages that only pass values on, for use with a shader under test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/vulkan/draws/draw.hpp"

namespace trellis::vulkan {

/// A scalar or vector between two stages.
struct Varying {
  uint32_t location = 0;
  uint32_t component = 0;
  uint32_t count = 4;
  char type = 'f';    ///< 'f' float, 'u' unsigned integer, 'i' signed integer.
  uint32_t rows = 1;  ///< More than one: an array, with a location for each row.
  std::string decoration =
      {};  ///< For fragment inputs: "NoPerspective", "PerPrimitiveEXT"; integers are always Flat.
  std::string builtin = {};  ///< For fragment inputs: "PrimitiveId", which replaces the location.
};

/// `builtins` are the built-ins that it writes, each from a 32-bit integer input ("Layer", "ViewportIndex").
struct PlainVertexShader {
  std::vector<Varying> varyings;
  std::vector<std::string> builtins;
};

/// Returns a vertex shader with inputs at locations 0, 1, 2, ... in this order: position (4 floats), varyings
/// (one input for each row of an array), built-ins.
StageModule plain_vertex(const PlainVertexShader& shader);
/// Returns a vertex buffer for it. `words` holds the components of one vertex after the other (floats by
/// their bits).
VertexBuffer plain_vertices(const PlainVertexShader& shader, const std::vector<uint32_t>& words);

/// An input of a vertex shader. vertex_buffer() returns a vertex buffer for inputs of these types and counts
/// at locations 0, 1, 2, ...
struct PlainInput {
  char type = 'f';
  uint32_t count = 4;
};
VertexBuffer vertex_buffer(const std::vector<PlainInput>& inputs, const std::vector<uint32_t>& words);

/// Returns a fragment shader that writes each varying to the target with the same index; for arrays it writes
/// only row `row`.
StageModule plain_fragment(const std::vector<Varying>& varyings, uint32_t row = 0);
/// A domain shader that covers the whole picture, for triangles or quads. It outputs the outer factors
/// (location 0), the inner factors (location 1), and three floats from location 0 of one control point
/// (location 2), each constant over the patch.
struct PlainDomainShader {
  bool is_quad = false;
  uint32_t control_points = 3;
  uint32_t shown_point = 0;
};
StageModule plain_domain(const PlainDomainShader& shader);
std::vector<Varying> plain_domain_outputs();

/// Returns targets for it in 32-bit formats with one, two or four channels (four for three components).
std::vector<ColorTarget> plain_targets(const std::vector<Varying>& varyings, float clear = 0);

/// Changes the descriptor set of all of a module's descriptors.
void move_to_set(std::vector<uint32_t>& words, uint32_t set);

/// Builds a sequence of words from floats and integers.
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

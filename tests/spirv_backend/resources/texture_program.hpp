// Programs with textures, made by hand and run on a Vulkan device: textures whose texels say where they are,
// samplers, and words to be held against what the texels should have been.
#pragma once

#include <string>
#include <vector>

#include "tests/spirv_backend/program_builder.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_textures {

using dxil::ComponentType;
using dxil::Op;
using dxil::ResourceClass;
using dxil::ResourceKind;
using dxil::TypeId;
using test_backend::V;

/// Where a texel is. Faces of cubes are layers.
struct Place {
  uint32_t level = 0, layer = 0, z = 0, y = 0, x = 0;
};
/// A number of its own for each texel of an image up to 32 x 16 x 16, 16 layers and 4 levels: exact as a
/// float.
uint32_t number_of(const Place& place);

enum class Texels : uint8_t { kFloat, kUint, kSint };
/// An image of one 32-bit component, or of `components`: texel number, number + 1000000, ... Signed ones are
/// negative.
vulkan::ImageData numbered_image(VkImageViewType type, std::array<uint32_t, 3> size, uint32_t layers = 1,
                                 uint32_t levels = 1, Texels texels = Texels::kFloat,
                                 uint32_t components = 1);

class TextureTest : public vulkan::RunnerTest {
 protected:
  void SetUp() override;

  // --- Resources. Registers count up by class; arrays take as many as they have.
  V texture(ResourceKind kind, const vulkan::ImageData& image, ComponentType type = ComponentType::kF32);
  V writable(ResourceKind kind, const vulkan::ImageData& image, ComponentType type = ComponentType::kF32);
  V sampler(const vulkan::SamplerState& state = {});
  /// An array of textures (one image each), for handle_in(). Returns the resource's number.
  uint32_t texture_array(ResourceKind kind, const std::vector<vulkan::ImageData>& images);
  uint32_t writable_array(ResourceKind kind, const std::vector<vulkan::ImageData>& images,
                          ComponentType type);
  uint32_t sampler_array(const std::vector<vulkan::SamplerState>& states);
  V handle_in(ResourceClass resource_class, uint32_t id, V index, bool non_uniform);

  // --- Instructions.
  TypeId f32() { return b.float_type(32); }
  TypeId i32() { return b.int_type(32); }
  V none() { return b.undef(b.int_type(32)); }
  V no_float() { return b.undef(b.float_type(32)); }
  /// Four coordinates, undefined behind those given.
  std::vector<V> floats(const std::vector<float>& values, uint32_t count = 4);
  std::vector<V> ints(const std::vector<int32_t>& values, uint32_t count = 3);
  /// An operation with a ResRet of the type: its component n.
  V texel(Op op, TypeId type, const std::vector<V>& operands, uint32_t component = 0);
  V all_of(Op op, TypeId type, const std::vector<V>& operands);
  V component(V texel, TypeId type, uint32_t n);

  /// The next word of the result is to be this; of every thread, in a row, if there are several.
  void expect(V value, TypeId type, uint32_t bits, const std::string& what);
  void expect(V value, float expected, const std::string& what);
  void expect(V value, uint32_t expected, const std::string& what) { expect(value, i32(), expected, what); }
  /// One expected word a thread.
  void expect_each(V value, TypeId type, const std::vector<uint32_t>& bits, const std::string& what);

  /// Translates, validates, runs one group of the size, and compares. Images afterwards: contents().
  /// Begins another program. With `keep`, the one so far (translated by make_module) is run before it.
  void restart(bool keep = false);
  /// The first half of run().
  void make_module(std::array<uint32_t, 3> group = {1, 1, 1}, bool native_16bit = true);
  void run(std::array<uint32_t, 3> group = {1, 1, 1}, bool native_16bit = true);
  /// Translates, and gives why that failed.
  Diagnostic refusal();
  /// Runs a reference shader ("ops/texture_atomics") instead, and gives what it leaves in the resources;
  /// empty, and a failed test, if something fails on the way.
  std::vector<std::vector<uint8_t>> run_shader(const std::string& name,
                                               const std::vector<vulkan::BoundResource>& resources,
                                               std::array<uint32_t, 3> groups = {1, 1, 1});
  /// What the writable texture that was added last, or `back` before it, holds after the run.
  std::vector<uint32_t> words_of_writable(size_t back = 0) const;
  /// The words of the first resource at a binding of set 0, after the run.
  std::vector<uint32_t> words_at(uint32_t binding) const;
  const std::vector<uint32_t>& module() const { return module_; }
  VkPhysicalDeviceFeatures features() const { return device().features(); }
  bool has_extension(std::string_view name) const { return device().has_extension(name); }

  /// The thread's number in the group, for expect_each; must be called in the entry block.
  V thread();

  test_backend::ProgramBuilder b;
  spirv::EmitOptions options;  ///< Of run() and refusal().
  std::vector<vulkan::BoundResource> resources_;

 private:
  struct Expectation {
    std::vector<uint32_t> bits;  // One, or one a thread.
    bool is_float;
    std::string what;
  };

  uint32_t add(ResourceClass resource_class, ResourceKind kind, ComponentType type, uint32_t count);
  uint32_t register_of(ResourceClass resource_class) const;
  void compare(const std::vector<uint8_t>& bytes, uint32_t threads);

  V output_, thread_;
  std::vector<Expectation> expectations_;
  std::vector<std::vector<uint8_t>> contents_;
  std::vector<uint32_t> module_, before_;
};

}  // namespace trellis::test_textures

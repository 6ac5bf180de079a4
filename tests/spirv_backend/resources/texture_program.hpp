// Builds programs with textures and runs them on a Vulkan device. The texels of the textures identify their
// positions, so that results can be compared with the expected texels.
#pragma once

#include <optional>
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

/// The position of a texel. Faces of cubes are layers.
struct Place {
  uint32_t level = 0, layer = 0, z = 0, y = 0, x = 0;
};
/// Returns a unique number for each texel of an image of up to 32 x 16 x 16 texels, 16 layers and 4 levels.
/// Exact as a float.
uint32_t number_of(const Place& place);

enum class Texels : uint8_t { kFloat, kUint, kSint };
/// Returns an image with `components` 32-bit components: the texel's number, number + 1000000, ... Signed
/// ones are negative.
vulkan::ImageData numbered_image(VkImageViewType type, std::array<uint32_t, 3> size, uint32_t layers = 1,
                                 uint32_t levels = 1, Texels texels = Texels::kFloat,
                                 uint32_t components = 1);

class TextureTest : public vulkan::RunnerTest {
 protected:
  void SetUp() override;

  // --- Resources. Each class counts its registers up; an array takes one for each element.
  V texture(ResourceKind kind, const vulkan::ImageData& image, ComponentType type = ComponentType::kF32);
  V writable(ResourceKind kind, const vulkan::ImageData& image, ComponentType type = ComponentType::kF32);
  V sampler(const vulkan::SamplerState& state = {});
  /// Adds an array of textures, one for each image, for handle_in(). Returns the resource's number.
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
  /// Returns four coordinates; those after the given ones are undefined.
  std::vector<V> floats(const std::vector<float>& values, uint32_t count = 4);
  std::vector<V> ints(const std::vector<int32_t>& values, uint32_t count = 3);
  /// Emits an operation that returns a ResRet of the type, and returns its n-th component.
  V texel(Op op, TypeId type, const std::vector<V>& operands, uint32_t component = 0);
  V all_of(Op op, TypeId type, const std::vector<V>& operands);
  V component(V texel, TypeId type, uint32_t n);

  /// Expects the next word of the result to have this value; with several threads, one word of each of them.
  void expect(V value, TypeId type, uint32_t bits, const std::string& what);
  void expect(V value, float expected, const std::string& what);
  void expect(V value, uint32_t expected, const std::string& what) { expect(value, i32(), expected, what); }
  /// Like expect(), with a different word for each thread.
  void expect_each(V value, TypeId type, const std::vector<uint32_t>& bits, const std::string& what);

  /// Starts another program. With `keep`, the current one, which make_module() has translated, runs before
  /// it.
  void restart(bool keep = false);
  /// run() translates, validates, runs one group of this size, and compares the results; then the same with
  /// all resources in the device's own heaps, if it has them. make_module() is its first half.
  void make_module(std::array<uint32_t, 3> group = {1, 1, 1}, bool native_16bit = true);
  void run(std::array<uint32_t, 3> group = {1, 1, 1}, bool native_16bit = true);
  /// Translates the program, which must fail, and returns the error.
  Diagnostic refusal();
  /// Runs a reference shader, such as "ops/texture_atomics", and returns the contents of the resources. On
  /// failure, reports a test failure and returns empty.
  std::vector<std::vector<uint8_t>> run_shader(const std::string& name,
                                               const std::vector<vulkan::BoundResource>& resources,
                                               std::array<uint32_t, 3> groups = {1, 1, 1});
  /// Returns the contents after the run of the writable texture that was added last, or of the one `back`
  /// before it.
  std::vector<uint32_t> words_of_writable(size_t back = 0) const;
  /// Returns the words of the first resource at this binding of set 0 after the run.
  std::vector<uint32_t> words_at(uint32_t binding) const;
  const std::vector<uint32_t>& module() const { return module_; }
  VkPhysicalDeviceFeatures features() const { return device().features(); }
  bool has_extension(std::string_view name) const { return device().has_extension(name); }

  /// Returns the thread's index in the group, for expect_each(). Must be called in the entry block.
  V thread();

  test_backend::ProgramBuilder b;
  spirv::EmitOptions options;  ///< The options of run() and refusal().
  std::vector<vulkan::BoundResource> resources_;

 private:
  struct Expectation {
    std::vector<uint32_t> bits;  // One word, or one for each thread.
    bool is_float;
    std::string what;
  };

  uint32_t add(ResourceClass resource_class, ResourceKind kind, ComponentType type, uint32_t count);
  uint32_t register_of(ResourceClass resource_class) const;
  void compare(const std::vector<uint8_t>& bytes, uint32_t threads);
  void run_in_device_heaps(const dxil::Shader& shader);

  V output_, thread_;
  std::vector<Expectation> expectations_;
  std::vector<std::vector<uint8_t>> contents_;
  std::vector<uint32_t> module_, before_;
  std::optional<dxil::Shader> shader_;  ///< Of module_.
};

}  // namespace trellis::test_textures

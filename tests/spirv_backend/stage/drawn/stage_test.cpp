#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

#include <cmath>
#include <cstring>

#include "api/translator.hpp"
#include "tests/spirv_backend/heap_places.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::test_drawing {
namespace {

using test_support::RegisterClass;

VkShaderStageFlagBits stage_of(const std::string& name) {
  const std::string prefix = name.substr(0, 2);
  if (prefix == "vs") return VK_SHADER_STAGE_VERTEX_BIT;
  if (prefix == "ps") return VK_SHADER_STAGE_FRAGMENT_BIT;
  if (prefix == "gs") return VK_SHADER_STAGE_GEOMETRY_BIT;
  if (prefix == "hs") return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
  if (prefix == "ds") return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
  return prefix == "ms" ? VK_SHADER_STAGE_MESH_BIT_EXT : VK_SHADER_STAGE_TASK_BIT_EXT;
}

BoundResource bound(RegisterClass register_class, uint32_t index, VkDescriptorType type) {
  const vulkan::DescriptorPlace place = vulkan::default_binding(register_class, index, 0);
  BoundResource resource;
  resource.set = place.set;
  resource.binding = place.binding;
  resource.type = type;
  return resource;
}

BoundResource bound_buffer(RegisterClass register_class, uint32_t index, VkDescriptorType type,
                           const Words& contents) {
  BoundResource resource = bound(register_class, index, type);
  resource.buffer = contents.bytes();
  return resource;
}

/// The validator that is linked here does not know the device's heaps.
void expect_valid(const StageModule& module, const std::string& name) {
  if (module.places != TestPlaces::kSets) return;
  const auto valid = vulkan::validate(module.words);
  EXPECT_TRUE(valid) << name << ": " << valid.error().to_string();
}

StageModule translated_for(const std::string& name, const std::function<void(dxil::Shader&)>& change,
                           TranslateOptions options, std::vector<spirv::LocationRule>* next_stage) {
  StageModule module;
  module.places = test_backend::place_in_heaps(options);
  module.stage = stage_of(name);
  const auto dxil = test_support::read_binary_file(
      test_support::source_path(std::string("reference_shaders/stages/") + name + ".dxil"));
  if (!dxil) {
    ADD_FAILURE() << dxil.error().to_string();
    return module;
  }
  Translator translator;
  auto program = translator.read(*dxil);
  if (!program) {
    ADD_FAILURE() << name << ": " << program.error().to_string();
    return module;
  }
  change(program->shader);
  auto translation = translator.translate(*program, options);
  if (!translation) {
    ADD_FAILURE() << name << ": " << translation.error().to_string();
    return module;
  }
  module.words = std::move(translation->spirv);
  module.entry = translation->entry_points.front();
  if (next_stage != nullptr) {
    *next_stage =
        spirv::locations_for_next_stage(program->shader.entry_points[0].kind, translation->elements);
  }
  expect_valid(module, name);
  return module;
}

}  // namespace

StageModule translated(const std::string& name) {
  return translated_for(
      name, [](dxil::Shader&) {}, {}, nullptr);
}

StageModule translated(const std::string& name, const std::function<void(dxil::Shader&)>& change,
                       const TranslateOptions& options) {
  return translated_for(name, change, options, nullptr);
}

StageModule translated(const std::string& name, const TranslateOptions& options,
                       std::vector<spirv::LocationRule>* next_stage) {
  return translated_for(
      name, [](dxil::Shader&) {}, options, next_stage);
}

StageModule translated(const dxil::Shader& shader, const TranslateOptions& options) {
  TranslateOptions placed = options;
  StageModule module;
  module.places = test_backend::place_in_heaps(placed);
  module.stage = stage_of(dxil::short_name(shader.kind));
  const auto translation = Translator().translate(Program{shader, {}}, placed);
  if (!translation) {
    ADD_FAILURE() << translation.error().to_string();
    return module;
  }
  module.words = translation->spirv;
  module.entry = translation->entry_points.front();
  expect_valid(module, "a shader made by the test");
  return module;
}

BoundResource constant_buffer(uint32_t index, const Words& contents) {
  return bound_buffer(RegisterClass::kConstantBuffer, index, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, contents);
}
BoundResource read_buffer(uint32_t index, const Words& contents) {
  return bound_buffer(RegisterClass::kShaderResource, index, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, contents);
}
BoundResource typed_buffer(uint32_t index, VkFormat format, const Words& contents) {
  BoundResource resource =
      bound_buffer(RegisterClass::kShaderResource, index, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, contents);
  resource.buffer_format = format;
  return resource;
}
BoundResource write_buffer(uint32_t index, const Words& contents) {
  return bound_buffer(RegisterClass::kUnorderedAccess, index, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, contents);
}
BoundResource texture(uint32_t index, const ImageData& image) {
  BoundResource resource = bound(RegisterClass::kShaderResource, index, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE);
  resource.image = image;
  return resource;
}
BoundResource write_texture(uint32_t index, const ImageData& image) {
  BoundResource resource = bound(RegisterClass::kUnorderedAccess, index, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE);
  resource.image = image;
  return resource;
}
BoundResource sampler(uint32_t index, const SamplerState& state) {
  BoundResource resource = bound(RegisterClass::kSampler, index, VK_DESCRIPTOR_TYPE_SAMPLER);
  resource.sampler = state;
  return resource;
}

ImageData image_2d(VkFormat format, uint32_t width, uint32_t height, const Words& texels) {
  ImageData image;
  image.format = format;
  image.width = width;
  image.height = height;
  image.texels = texels.bytes();
  return image;
}

Words identity_matrix() {
  Words words;
  for (int n = 0; n < 4; ++n)
    words.f({n == 0 ? 1.0f : 0, n == 1 ? 1.0f : 0, n == 2 ? 1.0f : 0, n == 3 ? 1.0f : 0});
  return words;
}

Place place_in_triangle(const std::array<Vector4, 3>& clip, double at_x, double at_y, double width,
                        double height) {
  double x[3], y[3];
  for (size_t n = 0; n < 3; ++n) {
    x[n] = (clip[n][0] / clip[n][3] + 1) / 2 * width;
    y[n] = (clip[n][1] / clip[n][3] + 1) / 2 * height;
  }
  const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
  Place place;
  place.screen[1] = ((at_x - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (at_y - y[0])) / area;
  place.screen[2] = ((x[1] - x[0]) * (at_y - y[0]) - (at_x - x[0]) * (y[1] - y[0])) / area;
  place.screen[0] = 1 - place.screen[1] - place.screen[2];
  place.is_inside = place.screen[0] >= 0 && place.screen[1] >= 0 && place.screen[2] >= 0;
  double reciprocal = 0;
  for (size_t n = 0; n < 3; ++n) {
    reciprocal += place.screen[n] / clip[n][3];
    place.depth += place.screen[n] * clip[n][2] / clip[n][3];
  }
  place.w = 1 / reciprocal;
  for (size_t n = 0; n < 3; ++n) place.space[n] = place.screen[n] / clip[n][3] * place.w;
  return place;
}

Words position(const Vector4& corner) {
  return Words().f({static_cast<float>(corner[0]), static_cast<float>(corner[1]),
                    static_cast<float>(corner[2]), static_cast<float>(corner[3])});
}

Draw stereo_draw() {
  Draw draw;
  Words vertices, constants;
  for (const Vector4& corner : kFullTriangle) vertices.add(position(corner)).f({0, 1, 0});
  draw.vertex_buffers = {vertex_buffer({{'f', 4}, {'f', 3}}, vertices.get())};
  for (int eye = 0; eye < 4; ++eye) constants.add(identity_matrix());
  for (const float eye : {0.0f, 1.0f, 2.0f, 3.0f}) constants.f({eye, 50, 7, 0});
  draw.resources = {constant_buffer(0, constants)};
  draw.layers = 2;
  return draw;
}

Drawn StageTest::drawn(const Draw& at_defaults) {
  Draw draw = at_defaults;
  for (const StageModule& stage : draw.stages) {
    if (stage.words.empty()) return {std::vector<Picture>(draw.targets.size()), {}, {}, {}, {}};
    if (stage.places == TestPlaces::kSets || draw.uses_heaps) continue;
    draw.uses_heaps = true;
    if (stage.places == TestPlaces::kTables) draw.push_constants = vulkan::table_root_data();
    vulkan::move_to_heaps(stage.places, draw.resources, draw.addresses);
  }
  auto result = runner().draw(draw);
  EXPECT_TRUE(result) << result.error().to_string();
  if (result) return *result;
  return {std::vector<Picture>(draw.targets.size()),
          {},
          {},
          std::vector<std::vector<uint8_t>>(draw.resources.size()),
          std::vector<std::vector<uint8_t>>(draw.stream_output_bytes.size())};
}

}  // namespace trellis::test_drawing

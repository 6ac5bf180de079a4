// Draws with pipelines of separately translated stages. Each stage of reference_shaders/links writes its
// outputs by a formula and stores the values of its inputs, however either side declares them.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "spirv_backend/plan/stage/stage_builtins.hpp"
#include "spirv_backend/plan/stage/stage_locations.hpp"
#include "tests/spirv_backend/stage/drawn/stage_test.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::test_drawing {
namespace {

using dxil::ComponentType;
using dxil::ShaderKind;
using dxil::SignatureElement;
using spirv::SemanticKind;
using spirv::SignatureSide;

const std::string kFolder = test_support::source_path("reference_shaders/links/");

// The same values as in make_links.py.
constexpr uint32_t kHeaderWords = 16, kVerticesOfArea = 4, kWordsOfVertex = 64, kAreas = 5;
enum Area : uint32_t { kHullArea, kDomainArea, kPatchArea, kGeometryArea, kPixelArea };
constexpr uint32_t kPatchTag = 3, kPrimitiveTag = 7, kPayloadWords = 10;

struct LinkedStage {
  dxil::Shader shader;
  Vector<spirv::LocatedElement> elements;  // Their strings belong to the shader.
  std::vector<uint32_t> words;
  std::vector<std::string> warnings;

  const dxil::EntryPoint& entry() const { return shader.entry_points[0]; }
  ShaderKind kind() const { return entry().kind; }
};

std::shared_ptr<LinkedStage> linked_stage(const std::string& name, const TranslateOptions& options) {
  auto stage = std::make_shared<LinkedStage>();
  const auto dxil = test_support::read_binary_file(kFolder + name + ".dxil");
  EXPECT_TRUE(dxil) << name;
  if (!dxil) return nullptr;
  Translator translator;
  auto program = translator.read(*dxil);
  EXPECT_TRUE(program) << name << ": " << program.error().to_string();
  if (!program) return nullptr;
  const auto translation = translator.translate(*program, options);
  EXPECT_TRUE(translation) << name << ": " << translation.error().to_string();
  if (!translation) return nullptr;
  stage->words = translation->spirv;
  stage->elements = translation->elements;
  stage->warnings.assign(translation->warnings.begin(), translation->warnings.end());
  stage->shader = std::move(program->shader);
  const auto valid = vulkan::validate(stage->words);
  EXPECT_TRUE(valid) << name << ": " << valid.error().to_string();
  return stage;
}

VkShaderStageFlagBits bit_of(ShaderKind kind) {
  switch (kind) {
    case ShaderKind::kVertex:
      return VK_SHADER_STAGE_VERTEX_BIT;
    case ShaderKind::kHull:
      return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
    case ShaderKind::kDomain:
      return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case ShaderKind::kGeometry:
      return VK_SHADER_STAGE_GEOMETRY_BIT;
    case ShaderKind::kAmplification:
      return VK_SHADER_STAGE_TASK_BIT_EXT;
    case ShaderKind::kMesh:
      return VK_SHADER_STAGE_MESH_BIT_EXT;
    default:
      return VK_SHADER_STAGE_FRAGMENT_BIT;
  }
}

uint32_t tag_of(ShaderKind kind) {
  switch (kind) {
    case ShaderKind::kVertex:
      return 1;
    case ShaderKind::kHull:
      return 2;
    case ShaderKind::kDomain:
      return 4;
    case ShaderKind::kGeometry:
      return 5;
    default:
      return 6;
  }
}

std::string lower(const String& text) {
  std::string result(text.begin(), text.end());
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return result;
}

bool has_16_bits(ComponentType type) {
  return type == ComponentType::kI16 || type == ComponentType::kU16 || type == ComponentType::kF16;
}

/// A component of a signature: lower-case semantic, semantic index, column.
using Key = std::tuple<std::string, uint32_t, uint32_t>;

/// Returns what a stage with this tag writes to the component for a vertex.
uint32_t written(const SignatureElement& element, const Key& key, uint32_t tag, uint32_t vertex) {
  const auto& [semantic, index, column] = key;
  switch (static_cast<SemanticKind>(element.semantic_kind)) {
    case SemanticKind::kPosition:
      return column == 2 ? tag : 16;
    case SemanticKind::kRenderTargetArrayIndex:
    case SemanticKind::kViewportArrayIndex:
      return tag;
    case SemanticKind::kShadingRate:
      return tag & 5;
    default:
      break;
  }
  const uint32_t letter = static_cast<uint32_t>(semantic[0] - 'a');
  const uint32_t ordinal = semantic == "sv_clipdistance" ? 20 : semantic == "sv_culldistance" ? 21 : letter;
  const uint32_t rest = ordinal * 256 + index * 4 + column;
  return has_16_bits(element.component_type) ? rest % 1024 : tag * 32768 + vertex * 8192 + rest;
}

/// Returns the components that a stage stores, in the order in which it stores them.
std::map<Key, const SignatureElement*> stored_components(const Vector<SignatureElement>& signature,
                                                         bool is_pixel) {
  std::map<Key, const SignatureElement*> stored;
  for (const SignatureElement& e : signature) {
    const auto kind = static_cast<SemanticKind>(e.semantic_kind);
    if (kind == SemanticKind::kTessFactor || kind == SemanticKind::kInsideTessFactor) continue;
    if (kind == SemanticKind::kPosition && is_pixel) continue;
    for (uint32_t row = 0; row < e.rows; ++row) {
      for (uint32_t column = kind == SemanticKind::kPosition ? 2 : 0; column < e.columns; ++column) {
        stored[{lower(e.semantic), e.semantic_indices[row], column}] = &e;
      }
    }
  }
  return stored;
}

/// Returns the register and column of each row of a signature.
std::map<std::pair<std::string, uint32_t>, std::pair<int64_t, int64_t>> registers_of(
    const Vector<SignatureElement>& signature) {
  std::map<std::pair<std::string, uint32_t>, std::pair<int64_t, int64_t>> found;
  for (const SignatureElement& e : signature) {
    for (uint32_t row = 0; row < e.rows; ++row) {
      found[{lower(e.semantic), e.semantic_indices[row]}] = {int64_t{e.start_row} + row, e.start_column};
    }
  }
  return found;
}

std::vector<std::vector<std::string>> pipelines_of(const std::string& shape) {
  std::vector<std::vector<std::string>> pipelines;
  std::ifstream file(kFolder + "pipelines.txt");
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::vector<std::string> names;
    for (std::string name; words >> name;) names.push_back(name);
    if (names.empty()) continue;
    // The name is "vs_SHAPE_a".
    if (names[0].substr(3, names[0].size() - 5) == shape) pipelines.push_back(names);
  }
  return pipelines;
}

class LinkTest : public StageTest {
 protected:
  using Pipeline = std::vector<std::shared_ptr<LinkedStage>>;

  /// Translates the stages. Returns an empty pipeline if one of them cannot be translated.
  static Pipeline link(const std::vector<std::string>& names, bool with_options = true) {
    Pipeline stages;
    TranslateOptions options;
    for (const std::string& name : names) {
      stages.push_back(linked_stage(name, options));
      if (stages.back() == nullptr) return {};
      options = {};
      if (!with_options) continue;
      // The pixel shader has to be told which of its inputs are per-primitive attributes of a mesh shader.
      if (stages.back()->kind() != ShaderKind::kMesh) continue;
      for (const SignatureElement& e : stages.back()->entry().patch_constants) {
        if (static_cast<SemanticKind>(e.semantic_kind) != SemanticKind::kArbitrary) continue;
        options.stage.primitive_inputs.push_back(e.semantic);
      }
    }
    return stages;
  }

  static std::vector<uint32_t> draw_words(const Pipeline& pipeline, bool vertices_differ) {
    Draw draw;
    for (const auto& stage : pipeline) {
      StageModule module;
      module.stage = bit_of(stage->kind());
      module.words = stage->words;
      draw.stages.push_back(std::move(module));
      if (stage->kind() != ShaderKind::kHull) continue;
      draw.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
      draw.patch_control_points = 3;
    }
    draw.layers = draw.viewports = 8;
    Words words;
    for (uint32_t n = 0; n < kHeaderWords + kAreas * kVerticesOfArea * kWordsOfVertex; ++n) {
      words.u({n == 0 && vertices_differ ? 1u : 0u});
    }
    draw.resources = {write_buffer(0, words)};
    return words_of(drawn(draw).resources[0]);
  }

  /// Expects that a stage stored what a stage with this tag wrote to the signature.
  static void expect_stored(const std::vector<uint32_t>& words, const Vector<SignatureElement>& signature,
                            Area area, uint32_t vertices, bool vertices_differ,
                            const std::function<uint32_t(const SignatureElement&)>& tag) {
    const auto stored = stored_components(signature, area == kPixelArea);
    ASSERT_FALSE(stored.empty() && area != kPatchArea && area != kPixelArea);
    for (uint32_t v = 0; v < vertices; ++v) {
      uint32_t n = kHeaderWords + (area * kVerticesOfArea + v) * kWordsOfVertex;
      for (const auto& [key, element] : stored) {
        ASSERT_LT(n, words.size());
        EXPECT_EQ(words[n++], written(*element, key, tag(*element), vertices_differ ? v : 0))
            << "area " << area << ", vertex " << v << ", " << std::get<0>(key) << std::get<1>(key)
            << " component " << std::get<2>(key);
      }
    }
  }

  static void expect_link(const std::vector<uint32_t>& words, const LinkedStage& from, const LinkedStage& to,
                          bool vertices_differ) {
    const Vector<SignatureElement>& primitives = from.entry().patch_constants;
    const auto tag = [&](const SignatureElement& e) {
      const bool is_of_primitive =
          from.kind() == ShaderKind::kMesh &&
          std::any_of(primitives.begin(), primitives.end(),
                      [&](const SignatureElement& p) { return lower(p.semantic) == lower(e.semantic); });
      return is_of_primitive ? kPrimitiveTag : tag_of(from.kind());
    };
    switch (to.kind()) {
      case ShaderKind::kHull:
        return expect_stored(words, to.entry().inputs, kHullArea, 3, vertices_differ, tag);
      case ShaderKind::kDomain:
        expect_stored(words, to.entry().inputs, kDomainArea, 3, vertices_differ, tag);
        return expect_stored(words, to.entry().patch_constants, kPatchArea, 1, false,
                             [](const SignatureElement&) { return kPatchTag; });
      case ShaderKind::kGeometry:
        return expect_stored(words, to.entry().inputs, kGeometryArea, 3,
                             vertices_differ && from.kind() == ShaderKind::kVertex, tag);
      default:
        return expect_stored(words, to.entry().inputs, kPixelArea, 1, false, tag);
    }
  }

  /// The different declarations only match if dxc assigned them the same registers.
  static void expect_same_registers(const LinkedStage& from, const LinkedStage& to) {
    const auto written = registers_of(from.entry().outputs);
    for (const auto& [row, place] : registers_of(to.entry().inputs)) {
      ASSERT_TRUE(written.contains(row)) << row.first << row.second;
      EXPECT_EQ(written.at(row), place) << row.first << row.second;
    }
    if (to.kind() == ShaderKind::kDomain) {
      EXPECT_EQ(registers_of(from.entry().patch_constants), registers_of(to.entry().patch_constants));
    }
  }
};

class Links : public LinkTest, public testing::WithParamInterface<const char*> {};
class Payloads : public LinkTest {};
class Primitives : public LinkTest {};

TEST_P(Links, EveryInputHasTheValueThatWasWritten) {
  const auto pipelines = pipelines_of(GetParam());
  ASSERT_FALSE(pipelines.empty());
  for (const std::vector<std::string>& names : pipelines) {
    std::string text;
    for (const std::string& name : names) text += " " + name;
    SCOPED_TRACE(text);
    const Pipeline pipeline = link(names);
    ASSERT_EQ(pipeline.size(), names.size());
    // With only two stages, the pixel shader may interpolate between the vertices.
    const bool vertices_differ = names.size() > 2;
    const std::vector<uint32_t> words = draw_words(pipeline, vertices_differ);
    for (size_t n = 1; n < pipeline.size(); ++n) {
      if (pipeline[0]->kind() != ShaderKind::kMesh) expect_same_registers(*pipeline[n - 1], *pipeline[n]);
      expect_link(words, *pipeline[n - 1], *pipeline[n], vertices_differ);
    }
    if (HasFailure()) return;
  }
}

// Payloads match if they have the same size.
TEST_F(Payloads, HaveTheValuesThatWereWritten) {
  const auto pipelines = pipelines_of("payload");
  ASSERT_FALSE(pipelines.empty());
  for (const std::vector<std::string>& names : pipelines) {
    SCOPED_TRACE(names[0] + " " + names[1]);
    const Pipeline pipeline = link(names);
    ASSERT_EQ(pipeline.size(), names.size());
    const std::vector<uint32_t> words = draw_words(pipeline, false);
    ASSERT_GT(words.size(), kHeaderWords + kPayloadWords);
    for (uint32_t n = 0; n < kPayloadWords; ++n) EXPECT_EQ(words[kHeaderWords + n], 1000 + n) << n;
    EXPECT_EQ(words[kHeaderWords + kPayloadWords], 0u);
  }
}

// Without the option, a pixel shader's locations and components match the mesh shader's if both pack
// primitive attributes the same way. If they may not match, there is a warning.
TEST_F(Primitives, MatchWithoutOptionsOrThereIsAWarning) {
  for (const char* shape : {"behind", "systems", "beside"}) {
    const bool is_warned = std::string(shape) != "behind";
    const Pipeline pipeline =
        link({std::string("ms_") + shape + "_a", std::string("ps_") + shape + "_a"}, false);
    ASSERT_EQ(pipeline.size(), 2u);
    EXPECT_EQ(!pipeline[0]->warnings.empty(), is_warned) << shape;
    const auto rules = spirv::locations_for_next_stage(ShaderKind::kMesh, pipeline[0]->elements);
    uint32_t same = 0, moved = 0;
    for (const spirv::LocatedElement& input : pipeline[1]->elements) {
      if (input.is_builtin || input.side != SignatureSide::kInput) continue;
      for (const spirv::LocationRule& rule : rules) {
        if (rule.semantic != input.info->semantic || rule.index != input.info->semantic_indices[0]) continue;
        const bool is_same = rule.location == input.at.location && rule.component == input.at.component;
        (is_same ? same : moved) += 1;
      }
    }
    EXPECT_GE(same, 2u) << shape;
    EXPECT_EQ(moved != 0, is_warned) << shape;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Links,
                         testing::Values("rows", "columns", "types", "layers", "first", "clip", "clip_order",
                                         "halves", "rates", "patches", "behind", "beside", "systems"),
                         [](const auto& shape) { return std::string(shape.param); });

}  // namespace
}  // namespace trellis::test_drawing

// Translates every shader of the corpus with the backend: the module is valid for each target, or the error
// says what is not supported.
#include <gtest/gtest.h>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_backend {
namespace {

using test_support::CorpusShader;

constexpr std::string_view kFolders[] = {"control_flow", "programs",  "uniformity", "reconvergence", "breaks",
                                         "ops",          "resources", "stages",     "raytracing",    "large",
                                         "variants",     "wild",      "sm69",       "reports"};

/// Returns whether the translation may fail with this error, for operations and stages that other tests
/// cover. Everything else must translate.
bool is_expected_refusal(const Diagnostic& error) {
  const std::string text = error.to_string();
  return text.find("shaders are not translated yet") != std::string::npos ||
         text.find("hit objects and reordered threads") != std::string::npos ||
         text.find("without an extension") != std::string::npos;
}

/// Returns the error expected from a validator that is older than a feature of this shader's module, or "" if
/// none is expected.
std::string_view expected_complaint([[maybe_unused]] std::string_view label) {
#ifdef TRELLIS_OLD_SPIRV_TOOLS
  // This validator only knows derivatives in mesh shaders under the extension's earlier name.
  if (label == "stages/ms_derivatives_66") return "ComputeDerivativeGroupQuadsNV";
  // The shading rate of primitives is an array; this validator only knows the scalar of vertices.
  if (label == "stages/ms_primitive_system_values") return "PrimitiveShadingRateKHR variable needs to be";
  if (label == "sm69/sm610_triangle_positions_and_clusters") return "Invalid capability operand: 5391";
#endif
  return "";
}

TEST(Corpus, GivesValidModulesForEveryTarget) {
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(corpus.ok()) << corpus.error().to_string();
  uint32_t valid = 0;
  for (const CorpusShader& item : *corpus) {
    const auto bytes = test_support::read_binary_file(item.dxil);
    ASSERT_TRUE(bytes.ok());
    const auto shader = dxil::read_shader(*bytes);
    ASSERT_TRUE(shader.ok()) << item.label() << ": " << shader.error().to_string();
    for (const dxil::EntryPoint& entry : shader->entry_points) {
      for (const spirv::Target target :
           {spirv::Target::kVulkan1_1, spirv::Target::kVulkan1_2, spirv::Target::kVulkan1_3}) {
        spirv::EmitOptions options;
        options.target = target;
        const auto module = translate(*shader, entry, options);
        const bool is_ray_query = !module && module.error().message.find("ray queries") != std::string::npos;
        const bool is_mesh = !module && module.error().message.find("need SPIR-V 1.4") != std::string::npos;
        if ((is_ray_query || is_mesh) && target == spirv::Target::kVulkan1_1) continue;
        if (!module) {
          EXPECT_EQ(module.error().code, ErrorCode::kUnsupported) << item.label();
          EXPECT_TRUE(is_expected_refusal(module.error()))
              << item.label() << ": " << module.error().to_string();
          break;
        }
        const std::string complaint = validate(*module, target);
        const std::string_view expected = expected_complaint(item.label());
        if (expected.empty() || complaint.find(expected) == std::string::npos) {
          EXPECT_EQ(complaint, "") << item.label();
        }
        EXPECT_EQ(*translate(*shader, entry, options), *module) << item.label() << " is not deterministic";
        ++valid;
      }
    }
  }
  EXPECT_GE(valid, 3u * 500u);
}

}  // namespace
}  // namespace trellis::test_backend

// Converts every kind of reference shader through the interface, bound as a layer in C does it, and expects
// valid modules.
#include "tests/support/corpus.hpp"

#include <gtest/gtest.h>

#include "tests/adapters/dxil_spirv/layer.h"
#include "tests/adapters/dxil_spirv/validity.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_dxil_spirv {
namespace {

constexpr int kUnsupported = -3;

struct ModeCase {
  const char* name;
  unsigned mode;
  size_t first;
};

class DxilSpirvCorpus : public testing::TestWithParam<ModeCase> {};

TEST_P(DxilSpirvCorpus, ModulesAreValid) {
  const std::string_view folders[] = {"programs", "resources", "ops", "control_flow", "stages"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  constexpr size_t kStep = 4;
  uint32_t converted = 0, refused = 0;
  for (size_t n = GetParam().first; n < shaders->size(); n += kStep) {
    const test_support::CorpusShader& shader = (*shaders)[n];
    const auto bytes = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(bytes);
    LayerModule module = {};
    const int result = layer_convert(bytes->data(), bytes->size(), GetParam().mode, &module);
    if (result == 0) {
      ++converted;
      EXPECT_EQ(validate_words(module.words, module.count), "") << shader.label();
    } else {
      ++refused;
      EXPECT_EQ(result, kUnsupported) << shader.label() << ": " << module.error;
      EXPECT_GT(module.errors, 0u) << shader.label();
    }
    layer_free(&module);
  }
  EXPECT_GT(converted, 100u);
  EXPECT_LT(refused, converted / 10) << "of " << converted;
}

INSTANTIATE_TEST_SUITE_P(
    All, DxilSpirvCorpus,
    testing::Values(
        ModeCase{"Descriptors", 0, 0}, ModeCase{"Tables", LAYER_TABLES, 1},
        ModeCase{"OffsetBuffer", LAYER_TABLES | LAYER_OFFSET_BUFFER, 2},
        ModeCase{"RootParameters", LAYER_TABLES | LAYER_ROOT_DESCRIPTORS | LAYER_ROOT_CONSTANTS, 3},
        ModeCase{"InlineBlock",
                 LAYER_TABLES | LAYER_INLINE_BLOCK | LAYER_STORAGE_CONSTANTS | LAYER_ROOT_CONSTANTS, 0},
        ModeCase{"OneElement", LAYER_ONE_ELEMENT | LAYER_ROOT_DESCRIPTORS, 1},
        ModeCase{"NoCallbacks", LAYER_NO_CALLBACKS, 2}),
    [](const auto& parameter) { return std::string(parameter.param.name); });

}  // namespace
}  // namespace trellis::test_dxil_spirv

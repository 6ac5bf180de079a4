// Every vertex and pixel shader of the corpus gives a valid module.
#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "tests/spirv_backend/stage/stage_program.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"

namespace trellis::test_stages {
namespace {

TEST(StageShaders, OfVerticesAndPixelsAreAllValid) {
  constexpr std::array<std::string_view, 1> kFolders = {"stages"};
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(corpus.ok()) << corpus.error().to_string();
  uint32_t count = 0;
  for (const test_support::CorpusShader& item : *corpus) {
    if (!item.name.starts_with("vs_") && !item.name.starts_with("ps_")) continue;
    const dxil::Shader shader = read_stage_shader(item.name);
    ASSERT_FALSE(shader.entry_points.empty()) << item.name;
    const auto module = test_backend::translate(shader);
    ASSERT_TRUE(module.ok()) << item.name << ": " << module.error().to_string();
    EXPECT_EQ(test_backend::validate(*module), "") << item.name;
    ++count;
  }
  EXPECT_EQ(count, 88u);
}

}  // namespace
}  // namespace trellis::test_stages

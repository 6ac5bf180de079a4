// Eight threads convert at the same time: each gets the same modules as a single thread.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/adapters/dxil_spirv/layer.h"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_dxil_spirv {
namespace {

std::vector<uint32_t> words_of(const std::vector<uint8_t>& dxil, unsigned mode) {
  LayerModule module = {};
  layer_convert(dxil.data(), dxil.size(), mode, &module);
  std::vector<uint32_t> words(module.words, module.words + module.count);
  layer_free(&module);
  return words;
}

TEST(DxilSpirvThreads, EightGetTheModulesOfOne) {
  const std::string_view folders[] = {"programs"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), folders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  constexpr size_t kShaders = 6, kThreads = 8;
  constexpr unsigned kMode = LAYER_TABLES | LAYER_ROOT_CONSTANTS;
  std::vector<std::vector<uint8_t>> inputs;
  std::vector<std::vector<uint32_t>> expected;
  for (size_t n = 0; n < shaders->size() && inputs.size() < kShaders; n += shaders->size() / kShaders) {
    auto bytes = test_support::read_binary_file((*shaders)[n].dxil);
    ASSERT_TRUE(bytes);
    expected.push_back(words_of(*bytes, kMode));
    EXPECT_FALSE(expected.back().empty()) << (*shaders)[n].label();
    inputs.push_back(std::move(*bytes));
  }
  std::atomic<uint32_t> same = 0;
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t]() {
      for (size_t n = 0; n < inputs.size(); ++n) {
        const size_t which = (n + t) % inputs.size();
        if (words_of(inputs[which], kMode) == expected[which]) ++same;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(same, kThreads * inputs.size());
}

}  // namespace
}  // namespace trellis::test_dxil_spirv

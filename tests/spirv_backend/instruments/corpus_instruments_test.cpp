// Shaders of the corpus with instrumentation give valid modules. Without it, they give the same words,
// whatever its other options are.
#include <gtest/gtest.h>

#include "dxil_frontend/read_shader.hpp"
#include "tests/spirv_backend/translated.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_instruments {
namespace {

using test_support::CorpusShader;

constexpr std::string_view kFolders[] = {"control_flow", "programs", "uniformity", "reconvergence",
                                         "breaks",       "ops",      "resources",  "stages",
                                         "raytracing",   "large",    "variants",   "wild"};

/// Returns options that put all ranges into slices of heaps, so that every access is checked.
spirv::EmitOptions instrumented() {
  spirv::EmitOptions options;
  options.shared_bindings = true;
  options.bind = [](const spirv::ResourceUse& use, spirv::Binding& binding) {
    const bool is_sampler = use.info->resource_class == dxil::ResourceClass::kSampler;
    binding.kind = binding.counter.kind = spirv::BindingKind::kHeap;
    binding.set = binding.counter.set = 0;
    binding.binding = is_sampler ? 5002 : 5000;
    binding.counter.binding = 5001;
    return true;
  };
  options.instrumentation.check_descriptors = true;
  options.instrumentation.count_instructions = true;
  return options;
}

TEST(InstrumentedCorpus, IsValid) {
  const auto corpus = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(corpus.ok()) << corpus.error().to_string();
  uint32_t valid = 0, checking = 0;
  for (const CorpusShader& item : *corpus) {
    const auto bytes = test_support::read_binary_file(item.dxil);
    ASSERT_TRUE(bytes.ok());
    const auto shader = dxil::read_shader(*bytes);
    ASSERT_TRUE(shader.ok()) << item.label() << ": " << shader.error().to_string();
    for (const dxil::EntryPoint& entry : shader->entry_points) {
      spirv::EmitOptions plain;
      const auto without = test_backend::translate(*shader, entry, plain);
      if (!without) continue;  // Refused; other tests cover these shaders.
      plain.instrumentation.reports = {3, 3};
      EXPECT_EQ(*test_backend::translate(*shader, entry, plain), *without) << item.label();
      const auto module = test_backend::translate(*shader, entry, instrumented());
      ASSERT_TRUE(module) << item.label() << ": " << module.error().to_string();
      spirv::EmitOptions by_cookies = instrumented();
      by_cookies.instrumentation.descriptor_format = spirv::DescriptorFormat::kCookies;
      const auto checked = test_backend::translate(*shader, entry, by_cookies);
      ASSERT_TRUE(checked) << item.label() << ": " << checked.error().to_string();
      if (test_backend::validate(*without).empty()) {
        EXPECT_EQ(test_backend::validate(*module), "") << item.label();
        EXPECT_EQ(test_backend::validate(*checked), "") << item.label();
      }
      ++valid;
      if (test_backend::disassemble(*module).find("descriptor_reports") != std::string::npos) ++checking;
    }
  }
  EXPECT_GE(valid, 500u);
  EXPECT_GE(checking, 400u);
}

}  // namespace
}  // namespace trellis::test_instruments

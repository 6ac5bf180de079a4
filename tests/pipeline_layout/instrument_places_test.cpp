// Instrumentation buffers must not share a binding with the pipeline layout, whether or not a shader uses
// that binding.
#include <gtest/gtest.h>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "api/translator.hpp"
#include "tests/dxil_frontend/container/root_signature_writer.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

using namespace container_testing;
using Range = dxil::DescriptorRangeType;

class InstrumentPlaces : public testing::Test {
 protected:
  void SetUp() override {
    const auto bytes = test_support::read_binary_file(test_support::corpus_root() / "resources" /
                                                      "rootsig_constants_cbv_and_table.dxil");
    ASSERT_TRUE(bytes) << bytes.error().to_string();
    auto read = Translator().read(*bytes);
    ASSERT_TRUE(read) << read.error().to_string();
    program = std::move(*read);
    ASSERT_TRUE(program.shader.root_signature);
    layout = laid_out();
  }
  /// Makes a layout from the shader's own root signature, plus heaps that the shader does not use.
  PipelineLayout laid_out() const {
    dxil::RootSignature signature = *program.shader.root_signature;
    signature.flags |= dxil::kRootResourceHeapIndexed | dxil::kRootSamplerHeapIndexed;
    auto made = make_pipeline_layout(signature);
    EXPECT_TRUE(made) << made.error().to_string();
    return made ? std::move(*made) : PipelineLayout();
  }
  /// Translates with the given instrumentation, and returns "translated" or the error.
  std::string answer(const spirv::Instrumentation& asked) {
    TranslateOptions options;
    options.layout = &layout;
    options.instrumentation = asked;
    options.shared_bindings = shares;
    const auto translation = Translator().translate(program, options);
    return translation ? "translated" : std::string(translation.error().to_string());
  }

  Program program;
  PipelineLayout layout;
  bool shares = false;
};

TEST_F(InstrumentPlaces, OfHeapsThatTheShaderDoesNotUse) {
  ASSERT_TRUE(layout.resource_heap_set && layout.sampler_heap_set);
  spirv::Instrumentation asked;
  asked.check_descriptors = true;
  EXPECT_EQ(answer(asked), "translated");
  asked.reports = {*layout.resource_heap_set, layout.sets[*layout.resource_heap_set].bindings[0].binding};
  std::string text = answer(asked);
  EXPECT_NE(text.find("the buffer of reports and the pipeline layout's resource heap are both at set " +
                      std::to_string(*layout.resource_heap_set)),
            std::string::npos)
      << text;
  asked.reports = {9, 0};
  asked.sampler_table = {*layout.sampler_heap_set, layout.sets[*layout.sampler_heap_set].bindings[0].binding};
  text = answer(asked);
  EXPECT_NE(text.find("the table of the sampler heap and the pipeline layout's sampler heap"),
            std::string::npos)
      << text;
  // With shared bindings, overlaps are the caller's responsibility.
  shares = true;
  EXPECT_EQ(answer(asked), "translated");
}

TEST_F(InstrumentPlaces, OfTablesToo) {
  spirv::Instrumentation asked;
  asked.count_instructions = true;
  asked.counters = {9, 0};
  EXPECT_EQ(answer(asked), "translated");
  ASSERT_FALSE(layout.tables.empty());
  const uint32_t set = layout.tables[0].set;
  asked.counters = {set, layout.sets[set].bindings.back().binding};
  const std::string text = answer(asked);
  EXPECT_NE(text.find("the buffer of counters and the pipeline layout's table of root parameter"),
            std::string::npos)
      << text;
  // Bindings of instrumentation that is off are not checked.
  asked.count_instructions = false;
  EXPECT_EQ(answer(asked), "translated");
}

}  // namespace
}  // namespace trellis

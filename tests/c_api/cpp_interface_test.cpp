// The C++ wrapper around the C interface.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "trellis/trellis.hpp"

namespace {

using namespace trellis;

class CppInterface : public testing::Test {
 protected:
  void SetUp() override {
    const auto path = test_support::corpus_root() / "programs" / "bitonic_sort_pairs.dxil";
    const auto bytes = test_support::read_binary_file(path);
    ASSERT_TRUE(bytes);
    program = translator.read(bytes->data(), bytes->size());
    ASSERT_TRUE(program) << translator.error().text;
  }

  api::Translator translator;
  api::Program program;
};

TEST_F(CppInterface, TranslatesAndReports) {
  EXPECT_EQ(program.entry_point_count(), 1u);
  EXPECT_EQ(program.find_entry_point("main"), 0u);
  EXPECT_EQ(program.resource_count(), 2u);
  EXPECT_EQ(program.resource(1).resource_class, static_cast<uint32_t>(TRELLIS_CLASS_UAV));
  const api::Module module = translator.translate(program);
  ASSERT_TRUE(module) << translator.error().text;
  EXPECT_EQ(module.words()[0], 0x07230203u);
  EXPECT_GT(module.word_count(), 5u);
  EXPECT_EQ(module.entry_point().workgroup_size[0], 256u);
  EXPECT_EQ(module.binding_count(), 2u);
  EXPECT_EQ(module.binding(0).binding.binding, 1000u);
  EXPECT_EQ(module.capabilities()[0], 1u);
  EXPECT_NE(std::string_view(module.reflection()).find("\"module\""), std::string_view::npos);
}

TEST_F(CppInterface, CallsACallback) {
  uint32_t asked = 0;
  auto bind = [&asked](const TrellisResourceUse&, TrellisBinding& place) {
    place.set = 3;
    place.binding = asked++;
    return true;
  };
  TrellisTranslateOptions options = api::translate_options();
  api::set_bind(options, bind);
  const api::Module module = translator.translate(program, options);
  ASSERT_TRUE(module) << translator.error().text;
  EXPECT_EQ(asked, 2u);
  EXPECT_EQ(module.binding(1).binding.set, 3u);
  EXPECT_EQ(module.binding(1).binding.binding, 1u);
}

bool bind_in_set_five(const TrellisResourceUse&, TrellisBinding& place) {
  place.set = 5;
  return true;
}

TEST_F(CppInterface, CallsConstantLambdasAndFunctions) {
  const auto bind_in_set_four = [](const TrellisResourceUse&, TrellisBinding& place) {
    place.set = 4;
    return true;
  };
  TrellisTranslateOptions options = api::translate_options();
  api::set_bind(options, bind_in_set_four);
  EXPECT_EQ(translator.translate(program, options).binding(0).binding.set, 4u);
  api::set_bind(options, bind_in_set_five);
  EXPECT_EQ(translator.translate(program, options).binding(0).binding.set, 5u);
}

TEST_F(CppInterface, MakesLayoutsOfRootSignatures) {
  const auto path = test_support::corpus_root() / "resources" / "rootsig_static_samplers.dxil";
  const auto bytes = test_support::read_binary_file(path);
  ASSERT_TRUE(bytes);
  const api::RootSignature signature = translator.root_signature_read(bytes->data(), bytes->size());
  ASSERT_TRUE(signature) << translator.error().text;
  EXPECT_EQ(signature.parameter_count(), 2u);
  EXPECT_EQ(signature.static_sampler_count(), 5u);
  const api::PipelineLayout layout = translator.pipeline_layout_create(signature);
  ASSERT_TRUE(layout) << translator.error().text;
  ASSERT_EQ(layout.set_count(), 3u);
  EXPECT_EQ(layout.set(2).binding_count, 3u);
  EXPECT_EQ(layout.binding(2, 0).immutable_sampler_count, 3u);
  EXPECT_EQ(layout.immutable_sampler(2, 0, 2).compare_enable, 1u);
  EXPECT_EQ(layout.immutable_sampler(2, 0, 2).border_color, 4u);
  EXPECT_EQ(layout.table_count(), 2u);
  EXPECT_EQ(layout.root_data().size, 0u);
  const api::Program shader = translator.read(bytes->data(), bytes->size());
  TrellisTranslateOptions options = api::translate_options();
  options.layout = layout.get();
  const api::Module module = translator.translate(shader, options);
  ASSERT_TRUE(module) << translator.error().text;
  const TrellisModule* modules[] = {module.get()};
  const api::PipelineLayout refined = translator.pipeline_layout_refine(layout, modules, 1);
  ASSERT_TRUE(refined) << translator.error().text;
  EXPECT_EQ(refined.set(0).binding_count, 1u);
  EXPECT_FALSE(translator.root_signature_of_program(program));
  EXPECT_NE(std::string_view(layout.description()).find("\"sets\""), std::string_view::npos);
}

TEST_F(CppInterface, MakesLayoutsOfModules) {
  const api::Module module = translator.translate(program);
  ASSERT_TRUE(module) << translator.error().text;
  EXPECT_EQ(module.entry_points().size(), 1u);
  EXPECT_STREQ(module.entry_points()[0], "main");
  const TrellisModule* modules[] = {module.get()};
  const api::PipelineLayout layout = translator.pipeline_layout_of_modules(modules, 1);
  ASSERT_TRUE(layout) << translator.error().text;
  EXPECT_EQ(layout.set_count(), 1u);
  EXPECT_EQ(layout.set(0).binding_count, 2u);
}

TEST_F(CppInterface, HasTheFreeFunctions) {
  EXPECT_TRUE(api::api_supported());
  EXPECT_STREQ(api::version(), trellis_version());
  EXPECT_STREQ(api::cache_version(), trellis_cache_version());
  EXPECT_STREQ(api::result_name(TRELLIS_ERROR_LIMIT), "limit exceeded");
  EXPECT_GT(api::known_extensions().size(), 10u);
  const void* pieces[] = {"ab"};
  const size_t sizes[] = {2};
  uint8_t key[32] = {}, again[32] = {};
  EXPECT_EQ(api::cache_key(pieces, sizes, 1, key), TRELLIS_SUCCESS);
  EXPECT_EQ(trellis_cache_key(pieces, sizes, 1, again), TRELLIS_SUCCESS);
  EXPECT_TRUE(std::equal(key, key + 32, again));
}

TEST_F(CppInterface, FindsAndDisassemblesBitcode) {
  const auto path = test_support::corpus_root() / "resources" / "rootsig_static_samplers.dxil";
  const auto bytes = test_support::read_binary_file(path);
  ASSERT_TRUE(bytes);
  const std::string_view bitcode = translator.find_bitcode(bytes->data(), bytes->size());
  EXPECT_EQ(bitcode.substr(0, 2), "BC");
  const char* text = translator.disassemble(bytes->data(), bytes->size());
  ASSERT_NE(text, nullptr) << translator.error().text;
  EXPECT_NE(std::string_view(text).find("define void @main"), std::string_view::npos);
  EXPECT_TRUE(translator.find_bitcode("nonsense", 8).empty());
  EXPECT_EQ(translator.disassemble("nonsense", 8), nullptr);
}

TEST_F(CppInterface, IsEmptyOnFailure) {
  const api::Program nothing = translator.read("nonsense", 8);
  EXPECT_FALSE(nothing);
  EXPECT_EQ(translator.error().result, TRELLIS_ERROR_BAD_INPUT);
  EXPECT_FALSE(translator.translate(nothing));
  EXPECT_EQ(translator.error().result, TRELLIS_ERROR_INVALID_ARGUMENT);
}

}  // namespace

// Root signatures and pipeline layouts through the C interface: what they report, and the errors for invalid
// arguments.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tests/c_api/shared_program.hpp"

namespace trellis::test_c_api {
namespace {

constexpr const char* kBoundShader = "resources/rootsig_constants_cbv_and_table";

struct DestroyLayout {
  void operator()(TrellisRootSignature* object) const { trellis_root_signature_destroy(object); }
  void operator()(TrellisPipelineLayout* object) const { trellis_pipeline_layout_destroy(object); }
};
using RootSignature = std::unique_ptr<TrellisRootSignature, DestroyLayout>;
using Layout = std::unique_ptr<TrellisPipelineLayout, DestroyLayout>;

class LayoutArguments : public testing::Test {
 protected:
  void SetUp() override {
    program = read_shader(translator, kBoundShader);
    TrellisRootSignature* read = nullptr;
    ASSERT_EQ(trellis_root_signature_of_program(translator.get(), program.get(), &read), TRELLIS_SUCCESS);
    signature.reset(read);
  }
  Layout make(const TrellisPipelineLayoutOptions* options = nullptr) {
    TrellisPipelineLayout* made = reinterpret_cast<TrellisPipelineLayout*>(this);
    trellis_pipeline_layout_create(translator.get(), signature.get(), options, &made);
    return Layout(made);
  }
  const TrellisError& error() { return *trellis_translator_error(translator.get()); }

  Translator translator = make_translator();
  Program program;
  RootSignature signature;
};

TEST_F(LayoutArguments, TellWhatTheSignatureHas) {
  EXPECT_EQ(trellis_root_signature_parameter_count(signature.get()), 5u);
  EXPECT_EQ(trellis_root_signature_static_sampler_count(signature.get()), 0u);
  EXPECT_EQ(trellis_root_signature_flags(signature.get()), 0xdu);
  const Layout layout = make();
  ASSERT_NE(layout, nullptr) << error().text;
  EXPECT_EQ(trellis_pipeline_layout_set_count(layout.get()), 3u);
  EXPECT_EQ(trellis_pipeline_layout_table_count(layout.get()), 3u);
  TrellisLayoutTableInfo table = TRELLIS_LAYOUT_TABLE_INFO_INIT;
  ASSERT_EQ(trellis_pipeline_layout_table(layout.get(), 2, &table), TRELLIS_SUCCESS);
  EXPECT_EQ(table.parameter, 4u);
  EXPECT_EQ(table.is_sampler, 1u);
  EXPECT_EQ(table.set, 2u);
  TrellisRootDataInfo root = TRELLIS_ROOT_DATA_INFO_INIT;
  ASSERT_EQ(trellis_pipeline_layout_root_data(layout.get(), &root), TRELLIS_SUCCESS);
  EXPECT_EQ(root.size, 24u);
  EXPECT_EQ(root.member_count, 2u);
  EXPECT_EQ(root.push_stages, 0x39u);
  TrellisRootMemberInfo member = TRELLIS_ROOT_MEMBER_INFO_INIT;
  ASSERT_EQ(trellis_pipeline_layout_root_member(layout.get(), 0, &member), TRELLIS_SUCCESS);
  EXPECT_EQ(member.kind, uint32_t{TRELLIS_ROOT_MEMBER_ADDRESS});
  EXPECT_EQ(member.parameter, 1u);
  EXPECT_EQ(member.stages, 0x10u);
  EXPECT_NE(std::strstr(trellis_pipeline_layout_description(layout.get()), "\"push_constant_ranges\""),
            nullptr);
}

TEST_F(LayoutArguments, RefineByModules) {
  const Layout layout = make();
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.layout = layout.get();
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error().text;
  const TrellisModule* modules[] = {module.get()};
  TrellisPipelineLayout* made = nullptr;
  ASSERT_EQ(trellis_pipeline_layout_refine(translator.get(), layout.get(), modules, 1, &made),
            TRELLIS_SUCCESS);
  const Layout refined(made);
  TrellisLayoutSetInfo set = TRELLIS_LAYOUT_SET_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_set(refined.get(), 0, &set), TRELLIS_SUCCESS);
  EXPECT_EQ(set.binding_count, 2u);
  EXPECT_EQ(trellis_pipeline_layout_refine(translator.get(), layout.get(), nullptr, 1, &made),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(error().part, "modules");
  modules[0] = nullptr;
  EXPECT_EQ(trellis_pipeline_layout_refine(translator.get(), layout.get(), modules, 1, &made),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(error().part, "modules[0]");
  EXPECT_EQ(trellis_pipeline_layout_refine(translator.get(), layout.get(), nullptr, 0, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_refine(translator.get(), nullptr, nullptr, 0, &made),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_refine(nullptr, layout.get(), nullptr, 0, &made),
            TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(LayoutArguments, OfModules) {
  const Module module = translate(translator, program, nullptr);
  ASSERT_NE(module, nullptr) << error().text;
  const TrellisModule* modules[] = {module.get(), module.get()};
  TrellisPipelineLayout* made = nullptr;
  ASSERT_EQ(trellis_pipeline_layout_of_modules(translator.get(), modules, 2, nullptr, &made), TRELLIS_SUCCESS)
      << error().text;
  const Layout layout(made);
  ASSERT_GE(trellis_pipeline_layout_set_count(layout.get()), 1u);
  TrellisLayoutBindingInfo info = TRELLIS_LAYOUT_BINDING_INFO_INIT;
  ASSERT_EQ(trellis_pipeline_layout_binding(layout.get(), 0, 0, &info), TRELLIS_SUCCESS);
  EXPECT_EQ(info.purpose, uint32_t{TRELLIS_PURPOSE_RESOURCE});
  EXPECT_EQ(info.count, 1u);
  EXPECT_NE(info.stages, 0u);
  EXPECT_NE(info.name, nullptr);
  EXPECT_EQ(trellis_pipeline_layout_of_modules(translator.get(), nullptr, 0, nullptr, &made),
            TRELLIS_SUCCESS);
  const Layout empty(made);
  EXPECT_EQ(trellis_pipeline_layout_set_count(empty.get()), 0u);
  // A layout that covers no program cannot be used for translations.
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.layout = layout.get();
  EXPECT_EQ(translate(translator, program, &options), nullptr);
  EXPECT_EQ(error().result, TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(error().part, "options.layout");
  EXPECT_EQ(trellis_pipeline_layout_of_modules(translator.get(), nullptr, 1, nullptr, &made),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_of_modules(translator.get(), modules, 1, nullptr, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_of_modules(nullptr, modules, 1, nullptr, &made),
            TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(LayoutArguments, NothingAtAll) {
  TrellisRootSignature* none = nullptr;
  TrellisPipelineLayout* no_layout = nullptr;
  EXPECT_EQ(trellis_root_signature_read(nullptr, "", 0, nullptr, &none), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_root_signature_read(translator.get(), nullptr, 4, nullptr, &none),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(error().part, "data");
  EXPECT_EQ(trellis_root_signature_read(translator.get(), "DXBC", 4, nullptr, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(error().part, "signature");
  EXPECT_EQ(trellis_root_signature_read(translator.get(), "DXBC", 4, nullptr, &none),
            TRELLIS_ERROR_BAD_INPUT);
  EXPECT_EQ(trellis_root_signature_of_program(nullptr, program.get(), &none), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_root_signature_of_program(translator.get(), nullptr, &none),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_root_signature_of_program(translator.get(), program.get(), nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  const Program without = read_shader(translator, "programs/bitonic_sort_pairs");
  EXPECT_EQ(trellis_root_signature_of_program(translator.get(), without.get(), &none),
            TRELLIS_ERROR_BAD_INPUT);
  EXPECT_EQ(trellis_root_signature_parameter_count(nullptr), 0u);
  EXPECT_EQ(trellis_root_signature_static_sampler_count(nullptr), 0u);
  EXPECT_EQ(trellis_root_signature_flags(nullptr), 0u);
  trellis_root_signature_destroy(nullptr);
  EXPECT_EQ(trellis_pipeline_layout_create(nullptr, signature.get(), nullptr, &no_layout),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_create(translator.get(), nullptr, nullptr, &no_layout),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(error().part, "signature");
  EXPECT_EQ(trellis_pipeline_layout_create(translator.get(), signature.get(), nullptr, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  trellis_pipeline_layout_destroy(nullptr);
  EXPECT_EQ(trellis_pipeline_layout_set_count(nullptr), 0u);
  EXPECT_EQ(trellis_pipeline_layout_table_count(nullptr), 0u);
  EXPECT_EQ(trellis_pipeline_layout_description(nullptr), nullptr);
  TrellisLayoutSetInfo set = TRELLIS_LAYOUT_SET_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_set(nullptr, 0, &set), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisRootDataInfo root = TRELLIS_ROOT_DATA_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_root_data(nullptr, &root), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(LayoutArguments, IndicesBeyondTheEndAndStructsOfNoSize) {
  const Layout layout = make();
  ASSERT_NE(layout, nullptr);
  TrellisLayoutSetInfo set = TRELLIS_LAYOUT_SET_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_set(layout.get(), 3, &set), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_set(layout.get(), 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  set.struct_size = 3;
  EXPECT_EQ(trellis_pipeline_layout_set(layout.get(), 0, &set), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisLayoutBindingInfo binding = TRELLIS_LAYOUT_BINDING_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_binding(layout.get(), 0, 99, &binding), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_binding(layout.get(), 99, 0, &binding), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisImmutableSamplerInfo sampler = TRELLIS_IMMUTABLE_SAMPLER_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_immutable_sampler(layout.get(), 0, 0, 0, &sampler),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisRootMemberInfo member = TRELLIS_ROOT_MEMBER_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_root_member(layout.get(), 2, &member), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_root_member(nullptr, 0, &member), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisLayoutTableInfo table = TRELLIS_LAYOUT_TABLE_INFO_INIT;
  EXPECT_EQ(trellis_pipeline_layout_table(layout.get(), 3, &table), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_pipeline_layout_table(nullptr, 0, &table), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(LayoutArguments, OptionsThatNameNothing) {
  using Options = TrellisPipelineLayoutOptions;
  const std::vector<std::pair<const char*, void (*)(Options&)>> wrong = {
      {"options.struct_size", [](Options& o) { o.struct_size = 1; }},
      {"options.tables", [](Options& o) { o.tables = 4; }},
      {"options.root_cbvs", [](Options& o) { o.root_cbvs = 2; }},
      {"options.root_srvs", [](Options& o) { o.root_srvs = 77; }},
      {"options.root_uavs", [](Options& o) { o.root_uavs = UINT32_MAX; }},
      {"options.types", [](Options& o) { o.types = 2; }},
      {"options.root_block", [](Options& o) { o.root_block = 3; }},
      {"options.update_after_bind", [](Options& o) { o.update_after_bind = 3; }},
      {"options.reserved_root_bytes", [](Options& o) { o.reserved_root_bytes = 5; }},
      {"options.reserved_root_bytes", [](Options& o) { o.reserved_root_bytes = 0xfffffffc; }},
      {"options.unbounded_descriptors", [](Options& o) { o.unbounded_descriptors = 0; }},
      {"options.resource_heap_descriptors", [](Options& o) { o.resource_heap_descriptors = 0; }},
      {"options.sampler_heap_descriptors", [](Options& o) { o.sampler_heap_descriptors = 0; }},
  };
  for (const auto& [field, change] : wrong) {
    Options options = TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT;
    change(options);
    EXPECT_EQ(make(&options), nullptr) << field;
    EXPECT_EQ(error().result, TRELLIS_ERROR_INVALID_ARGUMENT) << field;
    EXPECT_STREQ(error().part, field);
  }
  // The limit on sets applies to the sets of the root signature as well as to those of the options.
  Options options = TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT;
  options.most_sets = 2;
  EXPECT_EQ(make(&options), nullptr);
  EXPECT_EQ(error().result, TRELLIS_ERROR_UNSUPPORTED);
  // Every bit of the stage mask is accepted.
  options = TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT;
  options.stages = UINT32_MAX;
  EXPECT_NE(make(&options), nullptr);
}

TEST_F(LayoutArguments, OneRootDataOnly) {
  const Layout layout = make();
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.layout = layout.get();
  options.root_data_size = 16;
  EXPECT_EQ(translate(translator, program, &options), nullptr);
  EXPECT_STREQ(error().part, "options.root_data_size");
}

TEST_F(LayoutArguments, AnotherProgramsResourcesAreRefusedByName) {
  const Layout layout = make();
  const Program other = read_shader(translator, "resources/rootsig_root_descriptors_buffers");
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.layout = layout.get();
  EXPECT_EQ(translate(translator, other, &options), nullptr);
  EXPECT_EQ(error().result, TRELLIS_ERROR_BAD_INPUT);
  EXPECT_STREQ(error().part, "root signature");
  // A callback may bind resources that the root signature lacks.
  options.bind = [](void*, const TrellisResourceUse* use, TrellisBinding* binding) -> uint32_t {
    binding->set = 6;
    binding->binding = use->resource;
    return 1;
  };
  EXPECT_NE(translate(translator, other, &options), nullptr) << error().text;
}

TEST_F(LayoutArguments, SurviveDamagedBlobs) {
  std::vector<uint8_t> blob(64);
  uint32_t accepted = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    uint32_t state = seed * 2654435761u + 1;
    for (uint8_t& byte : blob) {
      state = state * 1664525u + 1013904223u;
      byte = static_cast<uint8_t>(state >> 29);
    }
    blob[0] = static_cast<uint8_t>(1 + seed % 3);
    blob[1] = blob[2] = blob[3] = 0;
    TrellisRootSignature* read = nullptr;
    accepted += trellis_root_signature_read(translator.get(), blob.data(), blob.size(), nullptr, &read) ==
                TRELLIS_SUCCESS;
    trellis_root_signature_destroy(read);
  }
  EXPECT_LT(accepted, 2000u);
}

}  // namespace
}  // namespace trellis::test_c_api

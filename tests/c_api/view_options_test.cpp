// View instancing through the C interface: its options, what modules report, and invalid values.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/c_api/shared_program.hpp"
#include "trellis/trellis.hpp"

namespace trellis::test_c_api {
namespace {

class ViewOptionsOfC : public testing::Test {
 protected:
  Module translated(const Program& program, const TrellisViewOptions& views, uint32_t root_bytes = 0) {
    TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    options.views = &views;
    options.root_data_size = root_bytes;
    options.validate = 1;
    return translate(translator, program, &options);
  }
  /// Returns the field of a failed translation: of the argument or, if the error is found in the shader, of
  /// the option.
  std::string failing_field(const TrellisViewOptions& views) {
    TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    options.views = &views;
    TrellisModule* module = nullptr;
    const TrellisResult result = trellis_translate(translator.get(), vertex.get(), &options, &module);
    const std::string field = trellis_translator_error(translator.get())->part;
    const bool is_argument = field.rfind("options.", 0) == 0;
    EXPECT_EQ(result, is_argument ? TRELLIS_ERROR_INVALID_ARGUMENT : TRELLIS_ERROR_BAD_INPUT) << field;
    EXPECT_EQ(module, nullptr);
    return field;
  }
  static TrellisModuleViews views_of(const Module& module) {
    TrellisModuleViews views = TRELLIS_MODULE_VIEWS_INIT;
    EXPECT_EQ(trellis_module_views(module.get(), &views), TRELLIS_SUCCESS);
    return views;
  }
  static TrellisViewOptions instances(uint32_t count) {
    TrellisViewOptions views = TRELLIS_VIEW_OPTIONS_INIT;
    views.way = TRELLIS_VIEWS_BY_INSTANCES;
    views.count.value = count;
    return views;
  }

  Translator translator = make_translator();
  Program vertex = read_shader(translator, "stages/vs_view_id_stereo");
};

TEST_F(ViewOptionsOfC, ModulesSayWhatTheyDo) {
  const Module plain = translate(translator, vertex);
  ASSERT_NE(plain, nullptr) << error_text(translator);
  TrellisModuleViews said = views_of(plain);
  EXPECT_EQ(said.reads_view, 1u);
  EXPECT_EQ(said.multiview_compatible, 1u);
  EXPECT_EQ(said.taken_at, TRELLIS_NO_LOCATION);
  EXPECT_EQ(said.handed_at, TRELLIS_NO_LOCATION);

  TrellisViewOptions views = instances(2);
  views.last_before_rasterizer = 1;
  views.handed_location = 17;
  views.locations[1] = {{1, TRELLIS_NO_SPEC_ID}, {5, 40}};
  const Module last = translated(vertex, views);
  ASSERT_NE(last, nullptr) << error_text(translator);
  said = views_of(last);
  EXPECT_EQ(said.handed_at, 17u);
  EXPECT_EQ(said.multiview_compatible, 0u);
  EXPECT_EQ(said.adds_layer, 1u);
  EXPECT_EQ(said.adds_viewport, 1u);
  ASSERT_EQ(trellis_module_spec_constant_count(last.get()), 1u);
  TrellisSpecConstant constant = TRELLIS_SPEC_CONSTANT_INIT;
  trellis_module_spec_constant(last.get(), 0, &constant);
  EXPECT_EQ(constant.id, 40u);
  EXPECT_EQ(constant.default_value, 5u);
  EXPECT_STREQ(constant.name, "view_layer1");
  const std::string json = trellis_module_reflection(last.get());
  EXPECT_NE(json.find("\"handed_at\": 17"), std::string::npos);
  EXPECT_NE(json.find("\"way\": \"instances\""), std::string::npos);

  const Program pixels = read_shader(translator, "stages/ps_view_id");
  const Module taking = translated(pixels, views);
  ASSERT_NE(taking, nullptr) << error_text(translator);
  EXPECT_EQ(views_of(taking).taken_at, 17u);
  EXPECT_EQ(views_of(taking).handed_at, TRELLIS_NO_LOCATION);
}

TEST_F(ViewOptionsOfC, MasksComeFromTheRootData) {
  TrellisViewOptions views = instances(4);
  views.mask_offset = 12;
  const Module module = translated(vertex, views, 16);
  ASSERT_NE(module, nullptr) << error_text(translator);
  const std::string json = trellis_module_reflection(module.get());
  EXPECT_NE(json.find("\"view_mask\""), std::string::npos);
}

TEST_F(ViewOptionsOfC, OtherShadersHaveNoViews) {
  const Program compute = read_shader(translator, "programs/bitonic_sort_pairs");
  const Module module = translate(translator, compute);
  ASSERT_NE(module, nullptr);
  TrellisModuleViews views = TRELLIS_MODULE_VIEWS_INIT;
  EXPECT_EQ(trellis_module_views(module.get(), &views), TRELLIS_ERROR_UNSUPPORTED);
}

TEST_F(ViewOptionsOfC, GarbageNamesTheField) {
  TrellisViewOptions views = instances(2);
  views.struct_size = 3;
  EXPECT_EQ(failing_field(views), "options.views.struct_size");
  std::memset(static_cast<void*>(&views), 0xFF, sizeof views);
  views.struct_size = sizeof views;
  EXPECT_EQ(failing_field(views), "options.views->way");
  views.way = TRELLIS_VIEWS_BY_INSTANCES;
  EXPECT_EQ(failing_field(views), "views.count");
  views.way = TRELLIS_VIEWS_BY_MULTIVIEW;
  EXPECT_EQ(failing_field(views), "views.count");
  views = instances(0);
  EXPECT_EQ(failing_field(views), "views.count");
  views = instances(5);
  EXPECT_EQ(failing_field(views), "views.count");
  views = instances(2);
  views.mask.value = 0;
  EXPECT_EQ(failing_field(views), "views.mask");
  views = instances(2);
  views.mask_offset = 0;
  EXPECT_EQ(failing_field(views), "views.mask_offset");
  views = instances(2);
  views.handed_location = 1;
  EXPECT_EQ(failing_field(views), "views.handed_location");
  views = instances(2);
  views.locations[0].viewport.spec_id = views.locations[3].layer.spec_id = 8;
  EXPECT_EQ(failing_field(views), "views.locations[3].layer");
}

TEST_F(ViewOptionsOfC, GettersTakeGarbage) {
  const Module module = translate(translator, vertex);
  EXPECT_EQ(trellis_module_views(nullptr, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_module_views(module.get(), nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisModuleViews views = TRELLIS_MODULE_VIEWS_INIT;
  views.struct_size = 1;
  EXPECT_EQ(trellis_module_views(module.get(), &views), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(ViewOptionsOfC, TheWrapperPassesThemOn) {
  const TrellisViewOptions views = api::view_options();
  EXPECT_EQ(views.struct_size, sizeof views);
  EXPECT_EQ(views.handed_location, 15u);
  EXPECT_EQ(views.locations[3].layer.value, 3u);
}

}  // namespace
}  // namespace trellis::test_c_api

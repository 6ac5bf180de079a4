// Buffers of vendors' intrinsics: nothing is bound to them, so they are in no list and no layout.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/c_api/shared_program.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_c_api {
namespace {

constexpr uint32_t kNvapiRegister = 7, kNvapiSpace = 3;

class VendorBuffers : public testing::Test {
 protected:
  void read(const std::string& label) {
    const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
    ASSERT_TRUE(bytes);
    TrellisProgram* made = nullptr;
    ASSERT_EQ(trellis_program_read(translator.get(), bytes->data(), bytes->size(), &reading, &made),
              TRELLIS_SUCCESS);
    program.reset(made);
  }
  std::vector<TrellisResourceInfo> resources() const {
    std::vector<TrellisResourceInfo> all;
    for (uint32_t n = 0; n < trellis_program_resource_count(program.get()); ++n) {
      TrellisResourceInfo& info = all.emplace_back();
      info = TRELLIS_RESOURCE_INFO_INIT;
      EXPECT_EQ(trellis_program_resource(program.get(), n, &info), TRELLIS_SUCCESS);
    }
    return all;
  }
  void translate() {
    TrellisModule* made = nullptr;
    ASSERT_EQ(trellis_translate(translator.get(), program.get(), &options, &made), TRELLIS_SUCCESS);
    module.reset(made);
  }

  Translator translator = make_translator();
  Program program;
  Module module;
  TrellisReadOptions reading = TRELLIS_READ_OPTIONS_INIT;
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
};

TEST_F(VendorBuffers, NvapisIsNotListedWhereItIsNamed) {
  read("vendor/nv_atomic_fp32_add");
  const size_t all = resources().size();
  reading.has_nvapi_slot = 1;
  reading.nvapi_register = kNvapiRegister;
  reading.nvapi_space = kNvapiSpace;
  read("vendor/nv_atomic_fp32_add");
  const auto listed = resources();
  ASSERT_EQ(listed.size(), all - 1);
  for (const TrellisResourceInfo& info : listed) EXPECT_NE(info.space, kNvapiSpace);

  translate();  // The program names the slot.
  const uint32_t count = trellis_module_binding_count(module.get());
  ASSERT_EQ(count, listed.size());
  for (uint32_t n = 0; n < count; ++n) {
    TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
    ASSERT_EQ(trellis_module_binding(module.get(), n, &use, nullptr), TRELLIS_SUCCESS);
    ASSERT_LT(use.resource, listed.size());
    EXPECT_EQ(use.info->first_register, listed[use.resource].first_register);
    EXPECT_EQ(use.info->resource_class, listed[use.resource].resource_class);
  }
  const TrellisModule* modules[] = {module.get()};
  TrellisPipelineLayout* layout = nullptr;
  ASSERT_EQ(trellis_pipeline_layout_of_modules(translator.get(), modules, 1, nullptr, &layout),
            TRELLIS_SUCCESS);
  const std::string described = trellis_pipeline_layout_description(layout);
  EXPECT_EQ(trellis_pipeline_layout_set_count(layout), 1u) << described;
  trellis_pipeline_layout_destroy(layout);
}

// Indices are those of the program's list, in the callback, too.
TEST_F(VendorBuffers, TheCallbackGetsIndicesOfTheList) {
  reading.has_nvapi_slot = 1;
  reading.nvapi_register = kNvapiRegister;
  reading.nvapi_space = kNvapiSpace;
  read("vendor/nv_atomic_fp32_add");
  std::vector<TrellisResourceInfo> listed = resources();
  options.bind_user = &listed;
  options.bind = [](void* user, const TrellisResourceUse* use, TrellisBinding*) -> uint32_t {
    const auto& all = *static_cast<std::vector<TrellisResourceInfo>*>(user);
    EXPECT_LT(use->resource, all.size());
    if (use->resource < all.size()) {
      EXPECT_EQ(use->info->first_register, all[use->resource].first_register);
      EXPECT_EQ(use->info->space, all[use->resource].space);
    }
    return 1;
  };
  translate();
}

TEST_F(VendorBuffers, SlotsAreChecked) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "vendor/ags_lane_reads.dxil");
  ASSERT_TRUE(bytes);
  reading.has_nvapi_slot = 2;
  TrellisProgram* made = nullptr;
  EXPECT_EQ(trellis_program_read(translator.get(), bytes->data(), bytes->size(), &reading, &made),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(made, nullptr);
}

// Products of matrices need Vulkan's memory model, and shapes that divide 16.
TEST_F(VendorBuffers, OptionsOfMatricesAreChecked) {
  TrellisDeviceOptions device = TRELLIS_DEVICE_OPTIONS_INIT;
  options.device = &device;
  read("vendor/ags_lane_reads");
  const auto result = [this] {
    TrellisModule* made = nullptr;
    const TrellisResult done = trellis_translate(translator.get(), program.get(), &options, &made);
    Module(made).reset();
    return done;
  };
  device.matrix_formats = TRELLIS_MATRICES_OF_HALVES;
  EXPECT_EQ(result(), TRELLIS_ERROR_INVALID_ARGUMENT);
  device.memory_model = TRELLIS_MEMORY_MODEL_VULKAN;
  EXPECT_EQ(result(), TRELLIS_SUCCESS);
  device.matrix_inner = 32;
  EXPECT_EQ(result(), TRELLIS_ERROR_INVALID_ARGUMENT);
  device.matrix_inner = 8;
  device.matrix_formats = 8;
  EXPECT_EQ(result(), TRELLIS_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace trellis::test_c_api

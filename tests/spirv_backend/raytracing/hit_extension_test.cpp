// Hit objects with SPV_EXT_shader_invocation_reorder and with NV's older extension. No driver here supports
// either, and only the newest validator knows the former.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "api/translator.hpp"
#include "support/run_program.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_rays {
namespace {

struct Case {
  const char* path;
  spirv::HitObjects way;
  std::vector<uint32_t> opcodes;  ///< Opcodes that the module must contain.
};

constexpr uint32_t kRecordFromQuery = 5304, kRecordMiss = 5305, kSetTableIndex = 5309, kHint = 5314,
                   kReorder = 5315, kTraceRay = 5316, kExecute = 5319, kGetAttributes = 5321, kIsHit = 5351,
                   kGetRecord = 5349, kTraceRayKhr = 4445;
// Opcodes of NV's extension.
constexpr uint32_t kTraceRayNv = 5260, kRecordMissNv = 5263, kExecuteNv = 5264, kGetRecordNv = 5257,
                   kIsHitNv = 5277, kReorderNv = 5279, kHintNv = 5280;
constexpr auto kExt = spirv::HitObjects::kExtension, kNv = spirv::HitObjects::kNv;

const Case kCases[] = {
    {"reference_shaders/sm69/hit_bounce_loop_with_nop", kExt, {kTraceRay, kHint, kReorder, kExecute}},
    {"reference_shaders/sm69/hit_from_query_with_attributes",
     kExt,
     {kRecordFromQuery, kSetTableIndex, kReorder, kExecute, kGetAttributes}},
    {"reference_shaders/sm69/hit_local_root_constant_as_hint", kExt, {kTraceRay, kGetRecord, kReorder}},
    {"reference_shaders/sm69/hit_objects_in_hit_and_miss", kExt, {kTraceRay, kRecordMiss, kIsHit}},
    {"reference_shaders/sm69/hit_reorder_coherent_memory", kExt, {kTraceRay, kHint, kIsHit}},
    {"reference_shaders/sm69/hit_trace_reorder_invoke", kExt, {kTraceRay, kReorder, kExecute}},
    {"reference_shaders/raytracing/hitobject_accessors_and_makers",
     kExt,
     {kRecordFromQuery, kRecordMiss, kSetTableIndex, kHint, kExecute, kGetAttributes}},
    {"reference_shaders/sm69/hit_bounce_loop_with_nop", kNv, {kTraceRayNv, kHintNv, kReorderNv, kExecuteNv}},
    {"reference_shaders/sm69/hit_local_root_constant_as_hint", kNv, {kTraceRayNv, kGetRecordNv, kReorderNv}},
    {"reference_shaders/sm69/hit_objects_in_hit_and_miss", kNv, {kTraceRayNv, kRecordMissNv, kIsHitNv}},
    {"reference_shaders/sm69/hit_reorder_coherent_memory", kNv, {kTraceRayNv, kHintNv, kIsHitNv}},
    {"reference_shaders/sm69/hit_trace_reorder_invoke", kNv, {kTraceRayNv, kReorderNv, kExecuteNv}},
};

class HitExtension : public testing::TestWithParam<Case> {};

TEST_P(HitExtension, IsValidToTheNewestValidator) {
  const auto dxil =
      test_support::read_binary_file(test_support::source_path(std::string(GetParam().path) + ".dxil"));
  ASSERT_TRUE(dxil) << dxil.error().to_string();
  auto program = Translator().read(*dxil);
  ASSERT_TRUE(program) << program.error().to_string();
  std::vector<uint32_t> opcodes;
  for (const dxil::EntryPoint& entry : program->shader.entry_points) {
    TranslateOptions options;
    options.entry = entry.name;
    options.device.hit_objects = GetParam().way;
    const auto translation = Translator().translate(*program, options);
    ASSERT_TRUE(translation) << translation.error().to_string();
    const auto& words = translation->spirv;
    for (size_t at = 5; at < words.size(); at += std::max(words[at] >> 16, 1u))
      opcodes.push_back(words[at] & 0xFFFF);
    if (!std::filesystem::exists(TRELLIS_SPIRV_VAL)) continue;
    const std::span<const char> bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
    const auto run = run_program({TRELLIS_SPIRV_VAL, "--target-env", "vulkan1.3", "-"}, bytes, 60);
    ASSERT_TRUE(run) << run.error().to_string();
    EXPECT_EQ(run->exit_status, 0) << entry.source_name << ": " << run->errors << run->output;
  }
  for (const uint32_t wanted : GetParam().opcodes)
    EXPECT_NE(std::find(opcodes.begin(), opcodes.end(), wanted), opcodes.end()) << wanted;
  EXPECT_EQ(std::find(opcodes.begin(), opcodes.end(), kTraceRayKhr), opcodes.end());
}

INSTANTIATE_TEST_SUITE_P(Corpus, HitExtension, testing::ValuesIn(kCases), [](const auto& instance) {
  const std::string path = instance.param.path;
  return path.substr(path.rfind('/') + 1) + (instance.param.way == kNv ? "_nv" : "");
});

}  // namespace
}  // namespace trellis::test_rays

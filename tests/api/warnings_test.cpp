// Each warning appears, with the right text, exactly where there is a reason for it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "api/reflection/reflect.hpp"
#include "api/translator.hpp"
#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

using Lines = std::vector<std::string>;

std::vector<uint8_t> warned_shader_bytes(const std::string& label) {
  auto bytes = test_support::read_binary_file(test_support::corpus_root() / (label + ".dxil"));
  return bytes ? std::move(*bytes) : std::vector<uint8_t>();
}

/// Assembles a compute shader; `properties` are those of its entry point besides the thread group size.
std::vector<uint8_t> compute_shader(const std::string& body, const std::string& properties) {
  auto bitcode = dxil::test::assemble(R"(
define void @main() {
)" + body + R"(
  ret void
}
!dx.version = !{!0}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2}
!0 = !{i32 1, i32 6}
!1 = !{!"cs", i32 6, i32 6}
!2 = !{ptr @main, !"main", null, null, !3}
!3 = !{)" + properties + R"(, i32 4, !4}
!4 = !{i32 8, i32 8, i32 1}
)");
  EXPECT_TRUE(bitcode) << bitcode.error().to_string();
  return bitcode ? std::move(*bitcode) : std::vector<uint8_t>();
}

/// Returns the warnings, and checks that the log contains the same ones.
Lines warnings_of(std::span<const uint8_t> dxil, TranslateOptions options = {}) {
  Lines logged;
  options.log = [&logged](LogLevel level, std::string_view line) {
    EXPECT_EQ(level, LogLevel::kWarning);
    logged.emplace_back(line);
  };
  Translator translator;
  const auto translation = translator.translate(dxil, options);
  EXPECT_TRUE(translation) << translation.error().to_string();
  if (!translation) return {"not translated"};
  EXPECT_EQ(Lines(translation->warnings.begin(), translation->warnings.end()), logged);
  return logged;
}

TEST(Warnings, NoneWhereAllIsWell) {
  for (const char* label : {"control_flow/break_continue_mixed", "resources/rootsig_constants_cbv_and_table",
                            "ops/float_denorm_preserve_flag", "ops/float_denorm_flush_flag"}) {
    EXPECT_EQ(warnings_of(warned_shader_bytes(label)), Lines()) << label;
  }
}

TEST(Warnings, RootSignatureOfAnUnknownVersion) {
  const auto program = container_testing::make_program(compute_shader("", "i32 0, i64 0"));
  std::vector<uint8_t> signature(24);
  container_testing::put_u32(signature, 0, 7);
  const auto bytes = container_testing::make_container({{"DXIL", program}, {"RTS0", signature}});
  const uint64_t offset = bytes.size() - signature.size();
  char where[32];
  std::snprintf(where, sizeof where, "0x%llx", static_cast<unsigned long long>(offset));
  const Lines expected = {
      "the root signature is ignored: root signature version 7; 1 (1.0), 2 (1.1) and 3 (1.2) are supported "
      "(part RTS0, offset " +
      std::string(where) + ")"};
  EXPECT_EQ(warnings_of(bytes), expected);
  Translator translator;
  const auto read = translator.read(bytes);
  ASSERT_TRUE(read);
  const auto translation = translator.translate(*read);
  ASSERT_TRUE(translation);
  const String json = reflection_text(*read, *translation, translation->spirv);
  EXPECT_NE(json.find(expected[0]), String::npos);
}

TEST(Warnings, DenormalsThatTheOptionsLeaveToTheDevice) {
  const auto preserve = warned_shader_bytes("ops/float_denorm_preserve_flag");
  const auto flush = warned_shader_bytes("ops/float_denorm_flush_flag");
  const Lines not_preserved = {
      "entry point main requires 32-bit denormals to be preserved (fp32-denorm-mode), but the options "
      "exclude that mode: the behaviour is left to the device"};
  const Lines not_flushed = {
      "entry point main requires 32-bit denormals to be flushed (fp32-denorm-mode), but the options exclude "
      "that mode: the behaviour is left to the device"};
  TranslateOptions options;
  spirv::FloatControls& controls = options.device.float_controls;
  controls.policy = spirv::FloatControls::Policy::kNever;
  EXPECT_EQ(warnings_of(preserve, options), not_preserved);
  EXPECT_EQ(warnings_of(flush, options), not_flushed);
  controls.policy = spirv::FloatControls::Policy::kSupported;
  EXPECT_EQ(warnings_of(preserve, options), not_preserved);
  controls.preserves_denorms = spirv::kFloats32;
  EXPECT_EQ(warnings_of(preserve, options), Lines());
  EXPECT_EQ(warnings_of(flush, options), not_flushed);
  options = {};
  options.device.extensions.emplace();
  EXPECT_EQ(warnings_of(preserve, options), not_preserved);
}

TEST(Warnings, DualSourceBlendingWithOneSource) {
  TranslateOptions options;
  options.stage.dual_source_blending = true;
  EXPECT_EQ(warnings_of(warned_shader_bytes("stages/ps_calculate_lod"), options),
            (Lines{"entry point main does not write SV_Target1: the second source of dual-source blending is "
                   "undefined"}));
  for (const char* label : {"stages/ps_parallax_occlusion", "control_flow/break_continue_mixed"}) {
    EXPECT_EQ(warnings_of(warned_shader_bytes(label), options), Lines()) << label;
  }
}

TEST(Warnings, TargetsThatDualSourceBlendingDrops) {
  TranslateOptions options;
  options.stage.dual_source_blending = true;
  EXPECT_EQ(warnings_of(warned_shader_bytes("wild/ps_dual_source_and_third_target"), options),
            (Lines{"entry point main writes SV_Target2, which is dropped: with dual-source blending there "
                   "are only the render targets 0 and 1"}));
}

/// Places two constant buffers of one shader in the root data, at these byte offsets.
TranslateOptions two_in_root_data(uint32_t first, uint32_t second) {
  TranslateOptions options;
  options.root_data.size = 64;
  options.bind = [first, second](const spirv::ResourceUse& use, spirv::Binding& binding) {
    if (use.info->resource_class != dxil::ResourceClass::kCbv) return true;
    binding.kind = spirv::BindingKind::kRootConstants;
    binding.root_offset = use.info->lower_bound == 0 ? first : second;
    binding.root_size = 16;
    return true;
  };
  return options;
}

/// A library with two entry points that read the same two constant buffers.
std::vector<uint8_t> two_entry_points() {
  const auto function = [](const std::string& name) {
    return "define void @" + name + R"(() {
  %a = load %dx.types.Handle, ptr @First
  %b = load %dx.types.Handle, ptr @Second
  %first = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %a)
  %second = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %b)
  %x = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %first, i32 0)
  %y = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %second, i32 0)
  ret void
}
)";
  };
  auto bitcode = dxil::test::assemble(R"(
%dx.types.Handle = type { ptr }
%dx.types.CBufRet.f32 = type { float, float, float, float }
@First = external constant %dx.types.Handle
@Second = external constant %dx.types.Handle
declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle)
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32)
)" + function("one") + function("two") +
                                      R"(
!dx.version = !{!0}
!dx.shaderModel = !{!1}
!dx.resources = !{!5}
!dx.entryPoints = !{!2, !3, !4}
!0 = !{i32 1, i32 6}
!1 = !{!"lib", i32 6, i32 6}
!2 = !{null, !"", null, !5, !8}
!3 = !{ptr @one, !"one", null, null, !9}
!4 = !{ptr @two, !"two", null, null, !9}
!5 = !{null, null, !6, null}
!6 = !{!7, !11}
!7 = !{i32 0, ptr @First, !"First", i32 0, i32 0, i32 1, i32 16, null}
!8 = !{i32 0, i64 0}
!9 = !{i32 8, i32 5, i32 4, !10}
!10 = !{i32 8, i32 8, i32 1}
!11 = !{i32 1, ptr @Second, !"Second", i32 0, i32 1, i32 1, i32 16, null}
)");
  EXPECT_TRUE(bitcode) << bitcode.error().to_string();
  return bitcode ? std::move(*bitcode) : std::vector<uint8_t>();
}

TEST(Warnings, ResourcesThatShareRootData) {
  const auto bytes = two_entry_points();
  TranslateOptions options = two_in_root_data(16, 24);
  options.entry = "two";
  EXPECT_EQ(warnings_of(bytes, options),
            (Lines{"First (b0, space0) and Second (b1, space0) share bytes 24 to 31 of the root data"}));
  options = two_in_root_data(32, 16);
  options.entry = "two";
  EXPECT_EQ(warnings_of(bytes, options), Lines());
}

TEST(Warnings, SetsThatNoDriverHas) {
  EXPECT_EQ(
      warnings_of(warned_shader_bytes("resources/registers_same_slot_many_spaces")),
      (Lines{"the module uses descriptor set 200: drivers have at most 32 sets (maxBoundDescriptorSets), "
             "0 to 31, and may crash (option dense_sets numbers them densely)"}));
}

TEST(Warnings, OfSeveralEntryPointsAreReportedOnce) {
  TranslateOptions options = two_in_root_data(0, 0);
  options.all_entries = true;
  EXPECT_EQ(warnings_of(two_entry_points(), options),
            (Lines{"First (b0, space0) and Second (b1, space0) share bytes 0 to 15 of the root data"}));
}

}  // namespace
}  // namespace trellis

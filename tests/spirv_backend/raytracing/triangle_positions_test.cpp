// Positions of triangles and IDs of clusters (shader model 6.10): the modules are valid for validators that
// know them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "api/translator.hpp"
#include "support/run_program.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_rays {
namespace {

// A closest-hit shader that stores the sum of some coordinates, and the cluster, in the payload.
constexpr std::string_view kHitLibrary = R"(
%Payload = type { float, i32 }
%Attributes = type { <2 x float> }
define void @hit(ptr noalias nocapture %payload, ptr nocapture readonly %attributes) {
  %p = call <9 x float> @dx.op.triangleObjectPosition.f32(i32 -2147483641)
  %first = shufflevector <9 x float> %p, <9 x float> undef, <3 x i32> <i32 0, i32 1, i32 2>
  %last = shufflevector <9 x float> %p, <9 x float> undef, <3 x i32> <i32 6, i32 7, i32 8>
  %both = fadd fast <3 x float> %first, %last
  %z = extractelement <3 x float> %both, i32 2
  %cluster = call i32 @dx.op.clusterID(i32 -2147483645)
  %at = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 0
  store float %z, ptr %at, align 4
  %at1 = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 1
  store i32 %cluster, ptr %at1, align 4
  ret void
}
declare <9 x float> @dx.op.triangleObjectPosition.f32(i32)
declare i32 @dx.op.clusterID(i32)
!dx.version = !{!0}
!dx.valver = !{!0}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2, !4}
!0 = !{i32 1, i32 10}
!1 = !{!"lib", i32 6, i32 10}
!2 = !{null, !"", null, null, !3}
!3 = !{i32 0, i64 0}
!4 = !{ptr @hit, !"hit", null, null, !{i32 8, i32 10, i32 6, i32 8, i32 7, i32 8, i32 5, !5}}
!5 = !{i32 0}
)";

/// The opcodes of a module, and the operands of its capabilities and built-in decorations.
struct Numbers {
  std::vector<uint32_t> opcodes, capabilities, builtins;
};

Numbers numbers_of(std::span<const uint32_t> words) {
  constexpr uint32_t kCapabilityOpcode = 17, kDecorate = 71, kBuiltIn = 11;
  Numbers numbers;
  for (size_t at = 5; at < words.size(); at += std::max(words[at] >> 16, 1u)) {
    numbers.opcodes.push_back(words[at] & 0xFFFF);
    if (numbers.opcodes.back() == kCapabilityOpcode) numbers.capabilities.push_back(words[at + 1]);
    if (numbers.opcodes.back() == kDecorate && words[at + 2] == kBuiltIn) {
      numbers.builtins.push_back(words[at + 3]);
    }
  }
  return numbers;
}

bool holds(const std::vector<uint32_t>& numbers, uint32_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

Numbers valid_numbers(std::span<const uint8_t> dxil) {
  const auto translation = Translator().translate(dxil);
  if (!translation) {
    ADD_FAILURE() << translation.error().to_string();
    return {};
  }
  const auto& words = translation->spirv;
  if (std::filesystem::exists(TRELLIS_SPIRV_VAL)) {
    const std::span<const char> bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
    const auto run = run_program({TRELLIS_SPIRV_VAL, "--target-env", "vulkan1.3", "-"}, bytes, 60);
    EXPECT_TRUE(run && run->exit_status == 0) << (run ? run->errors + run->output : String());
  }
  return numbers_of(words);
}

TEST(TrianglePositions, OfQueries) {
  const auto dxil = test_support::read_binary_file(
      test_support::source_path("reference_shaders/sm69/sm610_triangle_positions_and_clusters.dxil"));
  ASSERT_TRUE(dxil) << dxil.error().to_string();
  const Numbers numbers = valid_numbers(*dxil);
  EXPECT_TRUE(holds(numbers.capabilities, 5391));
  EXPECT_TRUE(holds(numbers.capabilities, 5437));
  EXPECT_EQ(std::count(numbers.opcodes.begin(), numbers.opcodes.end(), 5340u), 2);
  EXPECT_EQ(std::count(numbers.opcodes.begin(), numbers.opcodes.end(), 5345u), 2);
}

TEST(TrianglePositions, OfHitStages) {
  const auto bitcode = dxil::test::assemble(kHitLibrary);
  ASSERT_TRUE(bitcode) << bitcode.error().to_string();
  const Numbers numbers = valid_numbers(*bitcode);
  EXPECT_TRUE(holds(numbers.capabilities, 5336));
  EXPECT_TRUE(holds(numbers.capabilities, 5437));
  EXPECT_TRUE(holds(numbers.builtins, 5335));
  EXPECT_TRUE(holds(numbers.builtins, 5436));
}

// The device's extensions are known, but these are missing.
TEST(TrianglePositions, NeedTheirExtensions) {
  const auto bitcode = dxil::test::assemble(kHitLibrary);
  ASSERT_TRUE(bitcode) << bitcode.error().to_string();
  TranslateOptions options;
  options.device.extensions.emplace();
  options.device.extensions->add(spirv::Extension::kRayTracing);
  const auto refused = Translator().translate(*bitcode, options);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().to_string().find("SPV_KHR_ray_tracing_position_fetch"), std::string::npos)
      << refused.error().to_string();
  options.device.extensions->add(spirv::Extension::kRayTracingPositionFetch);
  options.device.extensions->add(spirv::Extension::kClusterAccelerationStructureNv);
  const auto translated = Translator().translate(*bitcode, options);
  EXPECT_TRUE(translated) << translated.error().to_string();
}

}  // namespace
}  // namespace trellis::test_rays

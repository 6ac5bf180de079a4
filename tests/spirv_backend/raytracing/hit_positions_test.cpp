// Positions and clusters of hits through hit objects (shader model 6.10). Checks the values of positions, the
// validity of modules with clusters, which no driver here supports, and what the extensions do not provide.
#include <algorithm>
#include <filesystem>

#include "support/run_program.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"

namespace trellis::test_rays {
namespace {

constexpr uint32_t kWords = 28;  // Number of words that a ray of the library below stores.

/// Ray n goes upward from (n, 0, 0). Stores the positions of a traced object, of an object from a query and
/// of the query itself, if it hit anything, with 9 words each, and then whether it did.
constexpr std::string_view kPositions = R"(
%dx.types.Handle = type { ptr }
%dx.types.HitObject = type { ptr }
%Payload = type { i32 }
@scene = external constant %dx.types.Handle, align 4
@dst = external constant %dx.types.Handle, align 4
define void @rays() {
  %payload = alloca %Payload, align 4
  %at = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 0
  store i32 0, ptr %at, align 4
  %1 = load %dx.types.Handle, ptr @scene, align 4
  %2 = load %dx.types.Handle, ptr @dst, align 4
  %s = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %1)
  %d = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %2)
  %x = call i32 @dx.op.dispatchRaysIndex.i32(i32 145, i8 0)
  %fx = uitofp i32 %x to float
  %traced = call %dx.types.HitObject @dx.op.hitObject_TraceRay.Payload(i32 262, %dx.types.Handle %s, i32 1, i32 255, i32 0, i32 1, i32 0, float %fx, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 0.0, float 10.0, ptr nonnull %payload)
  %p = call <9 x float> @dx.op.hitObject_TriangleObjectPosition.f32(i32 -2147483638, %dx.types.HitObject %traced)
  %first = mul i32 %x, 112
  call void @dx.op.rawBufferVectorStore.v9f32(i32 304, %dx.types.Handle %d, i32 %first, i32 undef, <9 x float> %p, i32 4)
  %q = call i32 @dx.op.allocateRayQuery(i32 178, i32 1)
  call void @dx.op.rayQuery_TraceRayInline(i32 179, i32 %q, %dx.types.Handle %s, i32 1, i32 255, float %fx, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 0.0, float 10.0)
  %more = call i1 @dx.op.rayQuery_Proceed.i1(i32 180, i32 %q)
  %found = call %dx.types.HitObject @dx.op.hitObject_FromRayQuery(i32 263, i32 %q)
  %r = call <9 x float> @dx.op.hitObject_TriangleObjectPosition.f32(i32 -2147483638, %dx.types.HitObject %found)
  %second = add i32 %first, 36
  call void @dx.op.rawBufferVectorStore.v9f32(i32 304, %dx.types.Handle %d, i32 %second, i32 undef, <9 x float> %r, i32 4)
  %is_hit = call i1 @dx.op.hitObject_StateScalar.i1(i32 270, %dx.types.HitObject %found)
  br i1 %is_hit, label %hit, label %end
hit:
  %c = call <9 x float> @dx.op.rayQuery_CommittedTriangleObjectPosition.f32(i32 -2147483639, i32 %q)
  %third = add i32 %first, 72
  call void @dx.op.rawBufferVectorStore.v9f32(i32 304, %dx.types.Handle %d, i32 %third, i32 undef, <9 x float> %c, i32 4)
  %last = add i32 %first, 108
  call void @dx.op.rawBufferVectorStore.v1i32(i32 304, %dx.types.Handle %d, i32 %last, i32 undef, <1 x i32> <i32 1>, i32 4)
  br label %end
end:
  ret void
}
)";

constexpr std::string_view kClusters = R"(
%dx.types.Handle = type { ptr }
%dx.types.HitObject = type { ptr }
%Payload = type { i32 }
@scene = external constant %dx.types.Handle, align 4
@dst = external constant %dx.types.Handle, align 4
define void @rays() {
  %payload = alloca %Payload, align 4
  %at = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 0
  store i32 0, ptr %at, align 4
  %1 = load %dx.types.Handle, ptr @scene, align 4
  %2 = load %dx.types.Handle, ptr @dst, align 4
  %s = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %1)
  %d = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %2)
  %traced = call %dx.types.HitObject @dx.op.hitObject_TraceRay.Payload(i32 262, %dx.types.Handle %s, i32 1, i32 255, i32 0, i32 1, i32 0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 0.0, float 10.0, ptr nonnull %payload)
  %c = call i32 @dx.op.hitObject_StateScalar.i32(i32 -2147483642, %dx.types.HitObject %traced)
  %v = insertelement <1 x i32> undef, i32 %c, i32 0
  call void @dx.op.rawBufferVectorStore.v1i32(i32 304, %dx.types.Handle %d, i32 0, i32 undef, <1 x i32> %v, i32 4)
  ret void
}
)";

constexpr std::string_view kRest = R"(
declare i32 @dx.op.dispatchRaysIndex.i32(i32, i8)
declare i32 @dx.op.allocateRayQuery(i32, i32)
declare void @dx.op.rayQuery_TraceRayInline(i32, i32, %dx.types.Handle, i32, i32, float, float, float, float, float, float, float, float)
declare i1 @dx.op.rayQuery_Proceed.i1(i32, i32)
declare <9 x float> @dx.op.rayQuery_CommittedTriangleObjectPosition.f32(i32, i32)
declare %dx.types.HitObject @dx.op.hitObject_FromRayQuery(i32, i32)
declare i1 @dx.op.hitObject_StateScalar.i1(i32, %dx.types.HitObject)
declare i32 @dx.op.hitObject_StateScalar.i32(i32, %dx.types.HitObject)
declare <9 x float> @dx.op.hitObject_TriangleObjectPosition.f32(i32, %dx.types.HitObject)
declare void @dx.op.rawBufferVectorStore.v9f32(i32, %dx.types.Handle, i32, i32, <9 x float>, i32)
declare void @dx.op.rawBufferVectorStore.v1i32(i32, %dx.types.Handle, i32, i32, <1 x i32>, i32)
declare %dx.types.HitObject @dx.op.hitObject_TraceRay.Payload(i32, %dx.types.Handle, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float, ptr)
declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle)
!dx.version = !{!1}
!dx.valver = !{!1}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.entryPoints = !{!22, !24}
!1 = !{i32 1, i32 10}
!3 = !{!"lib", i32 6, i32 10}
!4 = !{!5, !8, null, null}
!5 = !{!6}
!6 = !{i32 0, ptr @scene, !"scene", i32 0, i32 0, i32 1, i32 16, i32 0, !7}
!7 = !{i32 0, i32 4}
!8 = !{!9}
!9 = !{i32 0, ptr @dst, !"dst", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!22 = !{null, !"", null, !4, !23}
!23 = !{i32 0, i64 8589934608}
!24 = !{ptr @rays, !"rays", null, null, !25}
!25 = !{i32 8, i32 7, i32 5, !26}
!26 = !{i32 0}
)";

Result<Translation> library_module(std::string_view library, spirv::HitObjects way) {
  const auto bitcode = dxil::test::assemble(std::string(library) + std::string(kRest));
  if (!bitcode) return bitcode.error();
  TranslateOptions options;
  options.entry = "rays";
  options.device.hit_objects = way;
  return Translator().translate(*bitcode, options);
}

bool has_opcode(std::span<const uint32_t> words, uint32_t opcode) {
  for (size_t at = 5; at < words.size(); at += std::max(words[at] >> 16, 1u)) {
    if ((words[at] & 0xFFFF) == opcode) return true;
  }
  return false;
}

/// Returns the newest validator's message, or empty if the module is valid.
std::string complaint(std::span<const uint32_t> words) {
  if (!std::filesystem::exists(TRELLIS_SPIRV_VAL)) return "";
  const std::span<const char> bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
  const auto run = run_program({TRELLIS_SPIRV_VAL, "--target-env", "vulkan1.3", "-"}, bytes, 60);
  if (!run) return std::string(run.error().to_string());
  return run->exit_status == 0 ? "" : std::string(run->errors + run->output);
}

class HitPositions : public RayTest {
 protected:
  static void expect_positions(const Translation& translation, const std::vector<RayInstance>& scene);
};

void HitPositions::expect_positions(const Translation& translation, const std::vector<RayInstance>& scene) {
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  constexpr uint32_t kRays = 12;
  RayDispatch dispatch;
  RayShader generation;
  generation.words = translation.spirv;
  generation.entry = translation.entry_points.front();
  generation.stage = VK_SHADER_STAGE_RAYGEN_BIT_KHR;
  dispatch.shaders = {generation};
  dispatch.groups = vulkan::general_groups(1);
  dispatch.size = {kRays, 1, 1};
  dispatch.resources = {structure(0, *built_scene), buffer(RegisterClass::kUnorderedAccess, 0,
                                                           std::vector<uint32_t>(kWords * kRays, 77))};
  const auto results = traced(dispatch);
  ASSERT_EQ(results.back().size(), kWords * kRays);
  uint32_t hits = 0;
  for (uint32_t x = 0; x < kRays; ++x) {
    const uint32_t* w = results.back().data() + size_t{kWords} * x;
    const ModelHit hit = first_hit(scene, {static_cast<float>(x), 0, 0}, 0, {0, 1, 0}, 10);
    EXPECT_EQ(w[27], hit.is_hit ? 1u : 77u) << x;
    hits += hit.is_hit ? 1 : 0;
    for (uint32_t n = 0; n < 9; ++n) {
      const uint32_t expected =
          hit.is_hit ? bits(scene[hit.instance].geometries[hit.geometry].triangles[hit.primitive][n]) : 0;
      EXPECT_EQ(w[n], expected) << x << " " << n;
      EXPECT_EQ(w[9 + n], expected) << x << " " << n;
      EXPECT_EQ(w[18 + n], hit.is_hit ? expected : 77u) << x << " " << n;
    }
  }
  EXPECT_GT(hits, 1u);
  EXPECT_LT(hits, kRays);
}

// One triangle per scene: lavapipe 25 returns the positions of the last triangle that it tested. No ray goes
// through an edge.
TEST_F(HitPositions, OfTracedRaysAndQueries) {
  if (!device().has_extension("VK_KHR_ray_tracing_position_fetch")) GTEST_SKIP() << "no positions";
  const auto translation = library_module(kPositions, spirv::HitObjects::kTriangles);
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_EQ(complaint(translation->spirv), "");
  RayInstance plain, moved;
  plain.geometries.resize(1);
  plain.geometries[0].triangles = {{-1, 2, -1, 3, 2, -1, -1, 2, 3.5f}};
  moved.geometries.resize(1);
  moved.geometries[0].triangles = {{-2.25f, 1.5f, -1, -2.25f, 1.25f, 2.5f, 2, 1, -1}};
  moved.transform = {1, 0, 0, 8, 0, 2, 0, 1, 0, 0, 1, 0};
  for (const RayInstance& instance : {plain, moved}) expect_positions(*translation, {instance});
}

TEST(HitClusters, AreValid) {
  for (const auto way : {spirv::HitObjects::kTriangles, spirv::HitObjects::kNv}) {
    const auto translation = library_module(kClusters, way);
    ASSERT_TRUE(translation) << translation.error().to_string();
    EXPECT_EQ(complaint(translation->spirv), "");
    EXPECT_TRUE(has_opcode(translation->spirv, way == spirv::HitObjects::kNv ? 5346 : 5345));
  }
}

TEST(HitClusters, AreNotProvidedByTheExtension) {
  const auto refused = library_module(kClusters, spirv::HitObjects::kExtension);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().to_string().find("cannot return the cluster"), std::string::npos)
      << refused.error().to_string();
}

TEST(HitVertices, OfTheExtension) {
  const auto translation = library_module(kPositions, spirv::HitObjects::kExtension);
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_EQ(complaint(translation->spirv), "");
  EXPECT_TRUE(has_opcode(translation->spirv, 5307));
}

TEST(HitVertices, AreNotProvidedByTheOldExtension) {
  const std::string traced_alone(kPositions.substr(0, kPositions.find("  %q = ")));
  const auto refused = library_module(traced_alone + "  ret void\n}\n", spirv::HitObjects::kNv);
  ASSERT_FALSE(refused);
  EXPECT_NE(
      refused.error().to_string().find("SPV_NV_shader_invocation_reorder cannot return vertex positions"),
      std::string::npos)
      << refused.error().to_string();
}

}  // namespace
}  // namespace trellis::test_rays

// Runs checked descriptors in a ray generation shader, with indices beyond the ends of a range of
// acceleration structures and a range of buffers. Checks the values.
#include "spirv_backend/options/instrumentation.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"

namespace trellis::test_rays {
namespace {

constexpr uint64_t kCheckedHash = 0x1234567800000009;
constexpr uint32_t kReportRoom = 64, kCheckedRays = 16;

// Ray x queries structure x mod 4 of a range of two for the instance that it hits, and adds word 0 of buffer
// x mod 4 of a range of three.
constexpr std::string_view kCheckedLibrary = R"(
%dx.types.Handle = type { ptr }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
@scenes = external constant [2 x %dx.types.Handle], align 4
@words = external constant [3 x %dx.types.Handle], align 4
@dst = external constant %dx.types.Handle, align 4
define void @rays() {
  %x = call i32 @dx.op.dispatchRaysIndex.i32(i32 145, i8 0)
  %n = and i32 %x, 3
  %sp = getelementptr [2 x %dx.types.Handle], ptr @scenes, i32 0, i32 %n
  %s0 = load %dx.types.Handle, ptr %sp, align 4
  %s = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %s0)
  %wp = getelementptr [3 x %dx.types.Handle], ptr @words, i32 0, i32 %n
  %w0 = load %dx.types.Handle, ptr %wp, align 4
  %w = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %w0)
  %d0 = load %dx.types.Handle, ptr @dst, align 4
  %d = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %d0)
  %q = call i32 @dx.op.allocateRayQuery(i32 178, i32 1)
  call void @dx.op.rayQuery_TraceRayInline(i32 179, i32 %q, %dx.types.Handle %s, i32 1, i32 255, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 0.0, float 10.0)
  %more = call i1 @dx.op.rayQuery_Proceed.i1(i32 180, i32 %q)
  %id = call i32 @dx.op.rayQuery_StateScalar.i32(i32 208, i32 %q)
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %w, i32 0, i32 undef, i8 1, i32 4)
  %v = extractvalue %dx.types.ResRet.i32 %r, 0
  %sum = add i32 %id, %v
  %at = mul i32 %x, 4
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %d, i32 %at, i32 undef, i32 %sum, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
declare i32 @dx.op.dispatchRaysIndex.i32(i32, i8)
declare i32 @dx.op.allocateRayQuery(i32, i32)
declare void @dx.op.rayQuery_TraceRayInline(i32, i32, %dx.types.Handle, i32, i32, float, float, float, float, float, float, float, float)
declare i1 @dx.op.rayQuery_Proceed.i1(i32, i32)
declare i32 @dx.op.rayQuery_StateScalar.i32(i32, i32)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare void @dx.op.rawBufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8, i32)
declare %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32, %dx.types.Handle)
!dx.version = !{!1}
!dx.valver = !{!1}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.entryPoints = !{!22, !24}
!1 = !{i32 1, i32 5}
!3 = !{!"lib", i32 6, i32 5}
!4 = !{!5, !8, null, null}
!5 = !{!6, !10}
!6 = !{i32 0, ptr @scenes, !"scenes", i32 0, i32 0, i32 2, i32 16, i32 0, !7}
!7 = !{i32 0, i32 4}
!8 = !{!9}
!9 = !{i32 0, ptr @dst, !"dst", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!10 = !{i32 1, ptr @words, !"words", i32 0, i32 4, i32 3, i32 11, i32 0, null}
!22 = !{null, !"", null, !4, !23}
!23 = !{i32 0, i64 33554448}
!24 = !{ptr @rays, !"rays", null, null, !25}
!25 = !{i32 8, i32 7, i32 5, !26}
!26 = !{i32 0}
)";

class CheckedRays : public RayTest {};

TEST_F(CheckedRays, ReportWhatIsBeyondTheirRanges) {
  if (!device().has_extension("VK_KHR_ray_query")) GTEST_SKIP() << "the device has no ray queries";
  std::vector<std::unique_ptr<vulkan::RayScene>> scenes;
  for (const uint32_t id : {100u, 200u}) {
    RayInstance instance;
    instance.id = id;
    instance.geometries.resize(1);
    instance.geometries[0].triangles = {{-1, 2, -1, 3, 2, -1, -1, 2, 3}};
    scenes.push_back(built({instance}));
    ASSERT_NE(scenes.back(), nullptr);
  }
  const auto bitcode = dxil::test::assemble(kCheckedLibrary);
  ASSERT_TRUE(bitcode) << bitcode.error().to_string();
  TranslateOptions options;
  options.entry = "rays";
  options.instrumentation.check_descriptors = true;
  options.instrumentation.shader_hash = kCheckedHash;
  const auto translation = Translator().translate(*bitcode, options);
  ASSERT_TRUE(translation) << translation.error().to_string();
  EXPECT_EQ(translation->instruments.accesses.size(), 2u);
  RayDispatch dispatch;
  RayShader generation;
  generation.words = translation->spirv;
  generation.entry = translation->entry_points.front();
  generation.stage = VK_SHADER_STAGE_RAYGEN_BIT_KHR;
  dispatch.shaders = {generation};
  dispatch.groups = vulkan::general_groups(1);
  dispatch.size = {kCheckedRays, 1, 1};
  using Words = spirv::ReportWords;
  std::vector<uint32_t> room(Words::kFirstReport + kReportRoom * Words::kSize, 0);
  room[Words::kCapacity] = kReportRoom;
  const auto element = [](BoundResource resource, uint32_t n) {
    resource.element = n;
    return resource;
  };
  dispatch.resources = {buffer(RegisterClass::kUnorderedAccess, 0, std::vector<uint32_t>(kCheckedRays)),
                        vulkan::buffer_at(0, 5003, vulkan::bytes_of(room)),
                        element(structure(0, *scenes[0]), 0), element(structure(0, *scenes[1]), 1)};
  for (uint32_t n = 0; n < 3; ++n)
    dispatch.resources.push_back(element(buffer(RegisterClass::kShaderResource, 4, {n + 1}), n));
  const auto results = traced(dispatch);
  ASSERT_EQ(results[0].size(), kCheckedRays);
  for (uint32_t x = 0; x < kCheckedRays; ++x) {
    const uint32_t n = x & 3;
    EXPECT_EQ(results[0][x], (n == 1 ? 200u : 100u) + (n == 3 ? 1 : n + 1)) << x;
  }
  // Of four indices, two are beyond the structures and one is beyond the buffers.
  ASSERT_EQ(results[1][Words::kReported], kCheckedRays / 2 + kCheckedRays / 4);
  uint32_t of_structures = 0;
  for (uint32_t n = 0; n < results[1][Words::kReported]; ++n) {
    const uint32_t* at = &results[1][Words::kFirstReport + n * Words::kSize];
    EXPECT_EQ(at[0] | uint64_t{at[1]} << 32, kCheckedHash);
    EXPECT_EQ(at[Words::kFault], static_cast<uint32_t>(spirv::DescriptorFault::kBeyondRange));
    EXPECT_TRUE(at[Words::kWanted] == 2 || (at[Words::kWanted] == 3 && at[Words::kIndex] == 3));
    of_structures += at[Words::kWanted] == 2 ? 1 : 0;
  }
  EXPECT_EQ(of_structures, kCheckedRays / 2);
}

}  // namespace
}  // namespace trellis::test_rays

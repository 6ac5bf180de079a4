// Draws with checked descriptors in a vertex and a pixel shader that report into the same buffer.
#include <map>

#include "spirv_backend/options/instrumentation.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

constexpr uint64_t kVertexHash = 11, kPixelHash = 22;
constexpr uint32_t kRoom = 512;

constexpr std::string_view kCommon = R"(
%dx.types.Handle = type { ptr }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32)
declare i32 @dx.op.loadInput.i32(i32, i32, i32, i8, i32)
declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)
declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)
declare void @dx.op.storeOutput.i32(i32, i32, i32, i8, i32)
!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!11}
!dx.entryPoints = !{!3}
!0 = !{i32 1, i32 6}
!1 = !{i32 1, i32 8}
!3 = !{ptr @main, !"main", !4, !11, null}
!4 = !{!5, !7, null}
!5 = !{!6}
!7 = !{!8}
!10 = !{i32 0}
!11 = !{!12, null, null, null}
!12 = !{!13}
)";

// Both elements of a range of two contain the corners. Vertex n reads element n.
constexpr std::string_view kVertex = R"(
define void @main() {
  %n = call i32 @dx.op.loadInput.i32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 %n, i1 false)
  %at = mul i32 %n, 8
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h, i32 %at, i32 undef, i8 3, i32 4)
  %x = extractvalue %dx.types.ResRet.i32 %r, 0
  %y = extractvalue %dx.types.ResRet.i32 %r, 1
  %fx = bitcast i32 %x to float
  %fy = bitcast i32 %y to float
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %fx)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %fy)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float 0.5)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)
  ret void
}
!2 = !{!"vs", i32 6, i32 6}
!6 = !{i32 0, !"SV_VertexID", i8 5, i8 1, !10, i8 0, i32 1, i8 1, i32 0, i8 0, null}
!8 = !{i32 0, !"SV_Position", i8 9, i8 3, !10, i8 4, i32 1, i8 4, i32 0, i8 0, null}
!13 = !{i32 0, ptr undef, !"corners", i32 0, i32 0, i32 2, i32 11, i32 0, null}
)";

// A pixel in column x reads element x mod 4 of a range of three.
constexpr std::string_view kPixel = R"(
define void @main() {
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %column = fptoui float %x to i32
  %n = and i32 %column, 3
  %index = add i32 %n, 4
  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 %index, i1 true)
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h, i32 0, i32 undef, i8 1, i32 4)
  %v = extractvalue %dx.types.ResRet.i32 %r, 0
  call void @dx.op.storeOutput.i32(i32 5, i32 0, i32 0, i8 0, i32 %v)
  ret void
}
!2 = !{!"ps", i32 6, i32 6}
!6 = !{i32 0, !"SV_Position", i8 9, i8 3, !10, i8 4, i32 1, i8 4, i32 0, i8 0, null}
!8 = !{i32 0, !"SV_Target", i8 5, i8 16, !10, i8 0, i32 1, i8 1, i32 0, i8 0, null}
!13 = !{i32 0, ptr undef, !"colours", i32 0, i32 4, i32 3, i32 11, i32 0, null}
)";

class CheckedStages : public StageTest {
 protected:
  static StageModule checked(std::string_view text, uint64_t hash) {
    auto shader = dxil::test::read_text(std::string(kCommon) + std::string(text));
    if (!shader) {
      ADD_FAILURE() << shader.error().to_string();
      return {};
    }
    TranslateOptions options;
    options.instrumentation.check_descriptors = true;
    options.instrumentation.shader_hash = hash;
    return translated(*shader, options);
  }
  static BoundResource element(uint32_t index, uint32_t n, const Words& contents) {
    BoundResource resource = read_buffer(index, contents);
    resource.element = n;
    return resource;
  }
  static BoundResource reports() {
    std::vector<uint32_t> words(spirv::ReportWords::kFirstReport + kRoom * spirv::ReportWords::kSize, 0);
    words[spirv::ReportWords::kCapacity] = kRoom;
    return vulkan::buffer_at(0, 5003, vulkan::bytes_of(words));
  }
};

TEST_F(CheckedStages, ReportIntoOneBuffer) {
  Draw draw;
  draw.stages = {checked(kVertex, kVertexHash), checked(kPixel, kPixelHash)};
  draw.targets = {{VK_FORMAT_R32_UINT, {}}};
  const Words corners = Words().f({-1, -1, 3, -1, -1, 3});
  draw.resources = {element(0, 0, corners),         element(0, 1, corners),
                    element(4, 0, Words().u({70})), element(4, 1, Words().u({71})),
                    element(4, 2, Words().u({72})), reports()};
  const Drawn result = drawn(draw);
  ASSERT_EQ(result.resources.size(), 6u);
  // Indices beyond the range read its first register.
  EXPECT_TRUE(matches(result.targets[0], [](uint32_t x, uint32_t) {
    return Texel{x % 4 == 3 ? 70.0 : 70.0 + x % 4, 0, 0, 1};
  }));
  const std::vector<uint32_t> words = vulkan::words_of(result.resources[5]);
  std::map<uint64_t, uint32_t> by_shader;
  const uint32_t reported = words[spirv::ReportWords::kReported];
  ASSERT_LE(reported, kRoom);
  for (uint32_t n = 0; n < reported; ++n) {
    const uint32_t* at = &words[spirv::ReportWords::kFirstReport + n * spirv::ReportWords::kSize];
    const uint64_t hash = at[0] | uint64_t{at[1]} << 32;
    ++by_shader[hash];
    EXPECT_EQ(at[spirv::ReportWords::kFault], static_cast<uint32_t>(spirv::DescriptorFault::kBeyondRange));
    EXPECT_EQ(at[spirv::ReportWords::kIndex], hash == kVertexHash ? 2u : 3u);
    EXPECT_EQ(at[spirv::ReportWords::kWanted], hash == kVertexHash ? 2u : 3u);
  }
  // One vertex, which may be shaded more than once, and a quarter of the pixels.
  EXPECT_GE(by_shader[kVertexHash], 1u);
  EXPECT_EQ(by_shader[kPixelHash], 64u);
  EXPECT_EQ(by_shader.size(), 2u);
}

}  // namespace
}  // namespace trellis::test_drawing

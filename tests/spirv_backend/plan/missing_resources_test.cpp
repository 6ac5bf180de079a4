// Handles of resources that the program does not describe act as null descriptors.
#include "spirv_backend/plan/bindings/missing_resources.hpp"

#include <regex>

#include "tests/lower/text_program.hpp"
#include "tests/spirv_backend/translated.hpp"

namespace trellis::test_backend {
namespace {

class MissingResources : public TextProgram {};

TEST_F(MissingResources, ReadAsZerosAndDropWhatIsWritten) {
  const auto words = results(R"(
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.Dimensions = type { i32, i32, i32, i32 }
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32)
declare %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
declare %dx.types.Dimensions @dx.op.getDimensions(i32, %dx.types.Handle, i32)
declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)
define void @main() {
  %t = thread
  %at = mul i32 %t, 32
  %srv = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 902, i32 %t, i1 false)
  %uav = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 2, i32 2, i1 false)
  %cbv = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 2, i32 0, i32 0, i1 false)
  %smp = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 true)
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %srv, i32 %at, i32 undef, i8 1, i32 4)
  %a = extractvalue %dx.types.ResRet.i32 %r, 0
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %uav, i32 %at, i32 undef, i32 5, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %b = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %uav, i32 0, i32 0, i32 undef, i32 undef, i32 7)
  %c4 = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %cbv, i32 0)
  %c = extractvalue %dx.types.CBufRet.i32 %c4, 2
  %s = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %srv, %dx.types.Handle %smp, float 0.5, float 0.5, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %sx = extractvalue %dx.types.ResRet.f32 %s, 0
  %d = bitcast float %sx to i32
  %size = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %srv, i32 0)
  %e = extractvalue %dx.types.Dimensions %size, 0
  %ab = or i32 %a, %b
  %cd = or i32 %c, %d
  %abcd = or i32 %ab, %cd
  %all = or i32 %abcd, %e
  %o = mul i32 %t, 4
  %out = add i32 %all, 17
  write u1, %o, %out
  ret void
})");
  for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[1][t], 17u);
  for (uint32_t n = 0; n < 256; ++n) EXPECT_EQ(words[0][n], n * 3);
}

TEST_F(MissingResources, AreReported) {
  const Result<dxil::Shader> shader = text_program(R"(
define void @main() {
  %srv = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 902, i32 0, i1 false)
  %again = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 902, i32 1, i1 false)
  %smp = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 1, i32 0, i1 false)
  %x = read u0, 4
  ret void
})");
  ASSERT_TRUE(shader) << shader.error().to_string();
  const auto plan = plan_program(*shader, shader->entry_points[0]);
  ASSERT_TRUE(plan) << plan.error().to_string();
  EXPECT_EQ(spirv::handles_of_nothing(*plan),
            (Vector<String>{"function main creates a handle for SRV 902, which the resource metadata lack: "
                            "treated as a null descriptor",
                            "function main creates a handle for sampler 1, which the resource metadata lack: "
                            "treated as a null descriptor"}));
}

TEST_F(MissingResources, NeedAClassThatThereIs) {
  const auto refused = [](const std::string& range) {
    return refusal("define void @main() {\n  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, " +
                   range + ", i32 0, i1 false)\n  ret void\n}\n");
  };
  EXPECT_NE(refused("i8 4, i32 0").find("no resource has this class and index"), std::string::npos);
  EXPECT_NE(refused("i8 1, i32 -1").find("no resource has this class and index"), std::string::npos);
  EXPECT_EQ(refused("i8 1, i32 5"), "translated");
}

/// Returns the metadata of a program by the given compiler that samples t0, although t0's record describes a
/// structured buffer.
std::string sampled_buffer(const std::string& compiler) {
  return R"(
!dx.resources = !{!910}
!910 = !{!914, !911, null, !916}
!911 = !{!912}
!912 = !{i32 0, ptr undef, !"u0", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!914 = !{!915}
!915 = !{i32 0, ptr undef, !"t0", i32 0, i32 0, i32 1, i32 11, i32 0, null}
!916 = !{!917}
!917 = !{i32 0, ptr undef, !"s0", i32 0, i32 0, i32 1, i32 0, null}
!llvm.ident = !{!918}
!918 = !{!")" +
         compiler + "\"}\n";
}

TEST_F(MissingResources, AreThoseThatMesaTakesForOthers) {
  constexpr const char* kBody = R"(
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
declare %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32, %dx.types.Handle, %dx.types.Handle, float, float, float, float, i32, i32, i32, float)
define void @main() {
  %srv = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %smp = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 0, i32 0, i1 false)
  %s = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %srv, %dx.types.Handle %smp, float 0.5, float 0.5, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %x = extractvalue %dx.types.ResRet.f32 %s, 0
  %i = bitcast float %x to i32
  write u0, 0, %i
  ret void
})";
  const Result<dxil::Shader> by_mesa = text_program(kBody, sampled_buffer("Mesa version 25.0.7"));
  ASSERT_TRUE(by_mesa) << by_mesa.error().to_string();
  const auto module = translate(*by_mesa);
  ASSERT_TRUE(module) << module.error().to_string();
  EXPECT_EQ(validate(std::vector<uint32_t>(module->begin(), module->end())), "");
  const auto plan = plan_program(*by_mesa, by_mesa->entry_points[0]);
  ASSERT_TRUE(plan);
  EXPECT_EQ(
      spirv::handles_of_nothing(*plan),
      (Vector<String>{"function main uses t0 (t0, space0) as a different kind of resource (dx.op.sampleLevel "
                      "(SampleLevel, 62)): the handle is treated as a null descriptor"}));
  const Result<dxil::Shader> by_other = text_program(kBody, sampled_buffer("dxcoob 1.8"));
  ASSERT_TRUE(by_other);
  EXPECT_FALSE(translate(*by_other));
  const auto other_plan = plan_program(*by_other, by_other->entry_points[0]);
  ASSERT_TRUE(other_plan);
  EXPECT_EQ(spirv::handles_of_nothing(*other_plan), Vector<String>());
}

TEST_F(MissingResources, AnUndefinedSampleIsTheFirst) {
  const Result<dxil::Shader> shader = text_program(R"(
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
declare %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i32)
define void @main() {
  %t = thread
  %srv = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %s = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %srv, i32 undef, i32 %t, i32 %t, i32 undef, i32 undef, i32 undef, i32 undef)
  %x = extractvalue %dx.types.ResRet.f32 %s, 0
  %i = bitcast float %x to i32
  write u0, 0, %i
  ret void
})",
                                                   R"(
!dx.resources = !{!910}
!910 = !{!914, !911, null, null}
!911 = !{!912}
!912 = !{i32 0, ptr undef, !"u0", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!914 = !{!915}
!915 = !{i32 0, ptr undef, !"t0", i32 0, i32 0, i32 1, i32 3, i32 4, !916}
!916 = !{i32 0, i32 9}
)");
  ASSERT_TRUE(shader) << shader.error().to_string();
  const auto module = translate(*shader);
  ASSERT_TRUE(module) << module.error().to_string();
  const std::vector<uint32_t> words(module->begin(), module->end());
  EXPECT_EQ(validate(words), "");
  EXPECT_EQ(count_of(words, spv::Op::OpImageFetch), 1u);
  const std::string text = disassemble(words);
  std::smatch sample;
  ASSERT_TRUE(std::regex_search(text, sample, std::regex(R"(OpImageFetch .* Sample (%\d+))"))) << text;
  EXPECT_TRUE(std::regex_search(text, std::regex(sample[1].str() + " = OpConstant %\\d+ 0\n"))) << text;
}

}  // namespace
}  // namespace trellis::test_backend

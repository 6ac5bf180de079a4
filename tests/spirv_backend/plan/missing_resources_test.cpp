// Handles of resources that the program does not describe act as null descriptors: the values. The warnings
// and errors are in tests/file/resources.
#include "tests/lower/text_program.hpp"

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

}  // namespace
}  // namespace trellis::test_backend

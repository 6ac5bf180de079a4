// What the text of a decoded program does not show. tests/file/readers has the rest.
#include <gtest/gtest.h>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::dxil::test {
namespace {

// Returns the blocks of @f as text, or the error.
std::string decoded(std::string_view text) {
  const Result<Module> module = decode_text(text);
  if (!module) return module.error().to_string();
  const Function* function = find_function(*module, "f");
  return function == nullptr ? "no function @f" : function_text(*module, *function);
}

TEST(DecodeInstructions, OperationsAndCalls) {
  const Result<Module> module = decode_text(R"(
%dx.types.Handle = type { ptr }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }
%struct.Payload = type { float }
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)
declare %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32, %dx.types.Handle, i32, i32)
declare void @dx.op.callShader.struct.Payload(i32, i32, ptr)
declare i32 @outside(i32)
define i32 @g(i32 %x) { ret i32 %x }
define void @f() {
  %p = alloca %struct.Payload
  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 2, i1 false)
  %r = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %h, i32 4, i32 undef)
  %v = extractvalue %dx.types.ResRet.i32 %r, 0
  %g = call i32 @g(i32 %v)
  %o = call i32 @outside(i32 %g)
  call void @dx.op.callShader.struct.Payload(i32 159, i32 %o, ptr %p)
  ret void
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const Function* f = find_function(*module, "f");
  ASSERT_NE(f, nullptr);
  EXPECT_EQ(function_text(*module, *f),
            "block0:\n"
            "%0:ptr = alloca %struct.Payload\n"
            "%1:%dx.types.Handle = dx.op.createHandle(57) 1, 0, 2, false\n"
            "%2:%dx.types.ResRet.i32 = dx.op.bufferLoad.i32(68) %1, 4, undef\n"
            "%3:i32 = extractvalue %2, 0\n"
            "%4:i32 = call @g %3\n"
            "%5:i32 = call @outside %4\n"
            "dx.op.callShader.struct.Payload(159) %5, %0\n"
            "ret\n");
  const Instruction& call = f->instructions[6];
  ASSERT_NE(call.callee, 0);
  const DxOpCallee& callee = module->dx_op_callees[call.callee - 1];
  EXPECT_EQ(callee.overload, "struct.Payload");
  ASSERT_NE(callee.overload_type, kNone);
  EXPECT_EQ(module->types[callee.overload_type].name, "struct.Payload");
  EXPECT_EQ(f->instructions[4].aux,
            static_cast<uint32_t>(find_function(*module, "g") - module->functions.data()));
  EXPECT_TRUE(find_function(*module, "outside")->blocks.empty());
}

TEST(DecodeInstructions, NoOperationsAreDropped) {
  EXPECT_EQ(decoded(R"(
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.assume(i1)
declare i32 @llvm.bitreverse.i32(i32)
define i32 @f(i1 %c, i32 %x) {
  %1 = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %1)
  call void @llvm.assume(i1 %c)
  %2 = call i32 @llvm.bitreverse.i32(i32 %x)
  call void @llvm.lifetime.end.p0(i64 4, ptr %1)
  ret i32 %2
})"),
            "block0:\n"
            "%2:ptr = alloca i32\n"
            "%3:i32 = intrinsic @llvm.bitreverse.i32 %1\n"
            "ret %3\n");
}

TEST(DecodeInstructions, Constants) {
  const Result<Module> module = decode_text(R"(
@words = internal constant [4 x i32] [i32 1, i32 2, i32 -1, i32 4]
@halves = internal constant [2 x half] [half 1.0, half 0xHFE00]
@nested = internal constant [2 x { i32, [2 x float] }] [{ i32, [2 x float] } { i32 7, [2 x float] [float 1.0, float 2.0] },
                                                        { i32, [2 x float] } zeroinitializer]
@zero = internal global [3 x double] zeroinitializer
@outside = external addrspace(3) global i32
define i64 @f() { ret i64 -2 })");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  ASSERT_EQ(module->globals.size(), 5u);
  const auto initializer = [&](size_t global) {
    return module->constant(module->globals[global].initializer);
  };

  const Constant* words = initializer(0);
  ASSERT_EQ(words->kind, ConstantKind::kData);
  ASSERT_EQ(words->element_count, 4u);
  EXPECT_EQ(module->constant_data[words->first_element + 2], 0xFFFFFFFFu);
  EXPECT_TRUE(module->globals[0].is_constant);

  const Constant* halves = initializer(1);
  ASSERT_EQ(halves->kind, ConstantKind::kData);
  EXPECT_EQ(module->constant_data[halves->first_element], 0x3C00u);
  EXPECT_EQ(module->constant_data[halves->first_element + 1], 0xFE00u) << "a NaN keeps its bits";

  const Constant* nested = initializer(2);
  ASSERT_EQ(nested->kind, ConstantKind::kAggregate);
  const Constant* first = module->constant(module->constant_elements[nested->first_element]);
  ASSERT_EQ(first->kind, ConstantKind::kAggregate);
  EXPECT_EQ(module->scalar_bits(module->constant_elements[first->first_element]), 7u);
  EXPECT_EQ(module->constant(module->constant_elements[first->first_element + 1])->kind, ConstantKind::kData);
  EXPECT_EQ(module->constant(module->constant_elements[nested->first_element + 1])->kind,
            ConstantKind::kNull);

  EXPECT_EQ(initializer(3)->kind, ConstantKind::kNull);
  EXPECT_FALSE(module->globals[3].is_constant);
  EXPECT_EQ(module->globals[4].initializer, kNone);
  EXPECT_TRUE(module->globals[4].is_external);
  EXPECT_EQ(module->globals[4].address_space, 3);
  const Function& f = module->functions[0];
  EXPECT_EQ(module->scalar_bits(f.operands[0]), 0xFFFFFFFFFFFFFFFEu);
}

TEST(DecodeInstructions, FunctionAttributes) {
  const Result<Module> module = decode_text(R"(
define void @f() #0 { ret void }
define void @g() { ret void }
attributes #0 = { "fp32-denorm-mode"="ftz" })");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  EXPECT_EQ(module->functions[0].denorm_mode, "ftz");
  EXPECT_EQ(module->functions[1].denorm_mode, "");
}

TEST(DecodeInstructions, ValueIdsAreDense) {
  const Result<Module> module = decode_text(R"(
define i32 @f(i32 %a, float %b) {
  %1 = fptosi float %b to i32
  store i32 %1, ptr null
  %2 = add i32 %a, %1
  ret i32 %2
}
define i32 @g(i32 %a) {
  %1 = add i32 %a, 1
  ret i32 %1
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  for (const Function& function : module->functions) {
    EXPECT_EQ(function.first_local, module->values.size());
    ValueId next = function.first_local + static_cast<ValueId>(function.argument_types.size());
    for (const Instruction& instruction : function.instructions) {
      if (instruction.result == kNone) continue;
      EXPECT_EQ(instruction.result, next);
      EXPECT_EQ(module->type_of(function, next), instruction.type);
      ++next;
    }
    EXPECT_EQ(next, function.first_local + function.local_types.size());
  }
}

TEST(DecodeInstructions, HintsOfSelectionsAndLoops) {
  const Result<Module> module = decode_text(R"(
define void @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b, !dx.controlflow.hints !0
a:
  br i1 %c, label %b, label %c1, !dx.controlflow.hints !1
b:
  br i1 %c, label %b, label %c1, !llvm.loop !2
c1:
  br i1 %c, label %c1, label %d, !llvm.loop !4
d:
  ret void
}
!0 = distinct !{!0, !"dx.controlflow.hints", i32 1}
!1 = distinct !{!1, !"dx.controlflow.hints", i32 2}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.disable"}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.unroll.count", i32 4})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const std::vector<BasicBlock>& blocks = module->functions[0].blocks;
  EXPECT_TRUE(blocks[0].hints.branch && !blocks[0].hints.flatten);
  EXPECT_TRUE(blocks[1].hints.flatten && !blocks[1].hints.branch);
  EXPECT_TRUE(blocks[2].hints.dont_unroll && !blocks[2].hints.unroll);
  EXPECT_TRUE(blocks[3].hints.unroll && !blocks[3].hints.dont_unroll);
  EXPECT_FALSE(blocks[4].hints.branch || blocks[4].hints.flatten || blocks[4].hints.unroll);
}

}  // namespace
}  // namespace trellis::dxil::test

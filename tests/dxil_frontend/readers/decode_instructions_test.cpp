// The result of decoding each instruction.
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

TEST(DecodeInstructions, Arithmetic) {
  EXPECT_EQ(decoded(R"(
define i32 @f(i32 %a, i32 %b) {
  %1 = add nsw i32 %a, %b
  %2 = sub i32 %1, 7
  %3 = mul i32 %2, -1
  %4 = udiv i32 %3, %a
  %5 = sdiv exact i32 %4, %a
  %6 = urem i32 %5, %a
  %7 = srem i32 %6, %a
  %8 = shl i32 %7, %a
  %9 = lshr i32 %8, %a
  %10 = ashr i32 %9, %a
  %11 = and i32 %10, 255
  %12 = or i32 %11, %a
  %13 = xor i32 %12, %a
  ret i32 %13
})"),
            "block0:\n"
            "%2:i32 = add %0, %1\n"
            "%3:i32 = sub %2, 7\n"
            "%4:i32 = mul %3, -1\n"
            "%5:i32 = udiv %4, %0\n"
            "%6:i32 = sdiv %5, %0\n"
            "%7:i32 = urem %6, %0\n"
            "%8:i32 = srem %7, %0\n"
            "%9:i32 = shl %8, %0\n"
            "%10:i32 = lshr %9, %0\n"
            "%11:i32 = ashr %10, %0\n"
            "%12:i32 = and %11, 255\n"
            "%13:i32 = or %12, %0\n"
            "%14:i32 = xor %13, %0\n"
            "ret %14\n");
}

TEST(DecodeInstructions, FloatsKeepFastAndPrecise) {
  EXPECT_EQ(decoded(R"(
define float @f(float %a, float %b) {
  %1 = fadd fast float %a, %b
  %2 = fsub float -0.0, %1
  %3 = fmul nnan float %2, 1.5
  %4 = fdiv fast float %3, %a, !dx.precise !0
  %5 = frem float %4, %a
  %6 = fneg float %5
  %7 = fcmp fast une float %6, 0.0
  %8 = select i1 %7, float %6, float undef
  ret float %8
}
!0 = !{i32 1})"),
            "block0:\n"
            "%2:float = fadd fast %0, %1\n"
            "%3:float = fsub -0, %2\n"
            "%4:float = fmul %3, 1.5\n"
            "%5:float = fdiv fast precise %4, %0\n"
            "%6:float = frem %5, %0\n"
            "%7:float = fneg %6\n"
            "%8:i1 = fcmp fast une %7, 0\n"
            "%9:float = select %8, %7, undef\n"
            "ret %9\n");
}

TEST(DecodeInstructions, EveryPredicate) {
  const char* integer[] = {"eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"};
  for (int i = 0; i < 10; ++i) {
    const Result<Module> module = decode_text("define i1 @f(i32 %a) {\n %1 = icmp " +
                                              std::string(integer[i]) + " i32 %a, 3\n ret i1 %1\n}");
    ASSERT_TRUE(module.ok()) << module.error().to_string();
    EXPECT_EQ(module->functions[0].instructions[0].opcode, Opcode::kICmp);
    EXPECT_EQ(module->functions[0].instructions[0].aux, static_cast<uint32_t>(i)) << integer[i];
  }
  const char* real[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                        "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
  for (int i = 0; i < 16; ++i) {
    const Result<Module> module = decode_text("define i1 @f(float %a) {\n %1 = fcmp " + std::string(real[i]) +
                                              " float %a, 3.0\n ret i1 %1\n}");
    ASSERT_TRUE(module.ok()) << module.error().to_string();
    EXPECT_EQ(module->functions[0].instructions[0].opcode, Opcode::kFCmp);
    EXPECT_EQ(module->functions[0].instructions[0].aux, static_cast<uint32_t>(Predicate::kFalse) + i)
        << real[i];
  }
}

TEST(DecodeInstructions, Conversions) {
  EXPECT_EQ(decoded(R"(
define double @f(i32 %a, half %h) {
  %1 = trunc i32 %a to i16
  %2 = zext i16 %1 to i64
  %3 = sext i16 %1 to i32
  %4 = fpext half %h to double
  %5 = fptrunc double %4 to float
  %6 = fptoui float %5 to i32
  %7 = fptosi float %5 to i32
  %8 = uitofp i32 %6 to float
  %9 = sitofp i32 %7 to double
  %10 = bitcast i64 %2 to double
  %11 = bitcast float %8 to i32
  %12 = freeze double %10
  ret double %12
})"),
            "block0:\n"
            "%2:i16 = trunc %0\n"
            "%3:i64 = zext %2\n"
            "%4:i32 = sext %2\n"
            "%5:double = fpext %1\n"
            "%6:float = fptrunc %5\n"
            "%7:i32 = fptoui %6\n"
            "%8:i32 = fptosi %6\n"
            "%9:float = uitofp %7\n"
            "%10:double = sitofp %8\n"
            "%11:double = bitcast %3\n"
            "%12:i32 = bitcast %9\n"
            "%13:double = freeze %11\n"
            "ret %13\n");
}

TEST(DecodeInstructions, Memory) {
  EXPECT_EQ(decoded(R"(
%struct.P = type { i32, [4 x float] }
@shared = external addrspace(3) global [64 x i32], align 4
define void @f(i32 %i) {
  %1 = alloca %struct.P, align 4
  %2 = alloca i32, i32 4, align 4
  %3 = getelementptr inbounds %struct.P, ptr %1, i32 0, i32 1, i32 %i
  %4 = load float, ptr %3, align 4
  store volatile float %4, ptr %3, align 8
  %5 = getelementptr [64 x i32], ptr addrspace(3) @shared, i32 0, i32 %i
  %6 = atomicrmw umax ptr addrspace(3) %5, i32 %i seq_cst
  %7 = atomicrmw xchg ptr addrspace(3) %5, i32 %6 monotonic
  %8 = cmpxchg ptr addrspace(3) %5, i32 1, i32 2 seq_cst seq_cst
  %9 = extractvalue { i32, i1 } %8, 1
  fence seq_cst
  %10 = load i32, ptr addrspace(3) getelementptr ([64 x i32], ptr addrspace(3) @shared, i32 0, i32 9)
  ret void
})"),
            "block0:\n"
            "%1:ptr = alloca %struct.P\n"
            "%2:ptr = alloca i32, 4\n"
            "%3:ptr = getelementptr %struct.P, %1, 0, 1, %0\n"
            "%4:float = load %3, align 4\n"
            "store volatile %4, %3, align 8\n"
            "%5:ptr(3) = getelementptr [64 x i32], @shared, 0, %0\n"
            "%6:i32 = atomicrmw umax %5, %0\n"
            "%7:i32 = atomicrmw exchange %5, %6\n"
            "%8:{i32, i1} = cmpxchg %5, 1, 2\n"
            "%9:i1 = extractvalue %8, 1\n"
            "fence\n"
            "%10:i32 = load address(@shared, 0, 9), align 4\n"
            "ret\n");
}

TEST(DecodeInstructions, DeepPathsAreSplit) {
  EXPECT_EQ(decoded(R"(
%T = type { i32, { float, [2 x half] } }
define half @f(%T %t, half %h) {
  %1 = insertvalue %T %t, half %h, 1, 1, 0
  %2 = extractvalue %T %1, 1, 1, 1
  ret half %2
})"),
            "block0:\n"
            "%2:{float, [2 x half]} = extractvalue %0, 1\n"
            "%3:[2 x half] = extractvalue %2, 1\n"
            "%4:[2 x half] = insertvalue %3, %1, 0\n"
            "%5:{float, [2 x half]} = insertvalue %2, %4, 1\n"
            "%6:%T = insertvalue %0, %5, 1\n"
            "%7:{float, [2 x half]} = extractvalue %6, 1\n"
            "%8:[2 x half] = extractvalue %7, 1\n"
            "%9:half = extractvalue %8, 1\n"
            "ret %9\n");
}

TEST(DecodeInstructions, Vectors) {
  EXPECT_EQ(decoded(R"(
define float @f(<4 x float> %v, i32 %i) {
  %1 = insertelement <4 x float> %v, float 2.0, i32 %i
  %2 = shufflevector <4 x float> %1, <4 x float> undef, <2 x i32> <i32 3, i32 undef>
  %3 = fadd <2 x float> %2, <float 1.0, float 2.0>
  %4 = fcmp ogt <2 x float> %3, zeroinitializer
  %5 = select <2 x i1> %4, <2 x float> %3, <2 x float> %2
  %6 = extractelement <2 x float> %5, i32 1
  ret float %6
})"),
            "block0:\n"
            "%2:<4 x float> = insertelement %0, 2, %1\n"
            "%3:<2 x float> = shufflevector %2, undef, mask 3 -1\n"
            "%4:<2 x float> = fadd %3, {1, 2}\n"
            "%5:<2 x i1> = fcmp ogt %4, zero\n"
            "%6:<2 x float> = select %5, %4, %3\n"
            "%7:float = extractelement %6, 1\n"
            "ret %7\n");
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

TEST(DecodeInstructions, NonUniformAddressesAndPreciseOperations) {
  EXPECT_EQ(decoded(R"(
@textures = external constant [8 x i32]
declare float @dx.op.unary.f32(i32, float)
define float @f(i32 %i, float %x) {
  %1 = getelementptr [8 x i32], ptr @textures, i32 0, i32 %i, !dx.nonuniform !0
  %2 = load i32, ptr %1
  %3 = call float @dx.op.unary.f32(i32 13, float %x), !dx.precise !0
  ret float %3
}
!0 = !{i32 1})"),
            "block0:\n"
            "%2:ptr = getelementptr nonuniform [8 x i32], @textures, 0, %0\n"
            "%3:i32 = load %2, align 4\n"
            "%4:float = dx.op.unary.f32(13) precise %1\n"
            "ret %4\n");
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

}  // namespace
}  // namespace trellis::dxil::test

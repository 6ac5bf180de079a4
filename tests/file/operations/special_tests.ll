; Tests for NaN and infinity of values that no arithmetic made compare their bits, and the module does not declare SignedZeroInfNanPreserve. Bounds decide others.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 ByteAddressBuffer
; CHECK-NOT: SignedZeroInfNanPreserve

define i1 @stored_nan(i32 %n) {
  %b = handle t0
  %r = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %b, i32 %n, i32 undef, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.f32 %r, 0
  %t = call i1 @dx.op.isSpecialFloat.f32(i32 8, float %x)
  ret i1 %t
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[n]] %uint_2
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_float %t0 %uint_0 %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[load]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[bitcast]] %uint_2147483647
; CHECK-NEXT: %[[greater]] = OpUGreaterThan %bool %[[and]] %uint_2139095040
; CHECK-NEXT: OpReturnValue %[[greater]]
; CHECK-NEXT: OpFunctionEnd

define i1 @stored_infinity(i32 %n, i1 %c) {
  %b = handle t0
  %r = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %b, i32 %n, i32 undef, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.f32 %r, 0
  %s = select i1 %c, float %x, float 1.000000e+00
  %t = call i1 @dx.op.isSpecialFloat.f32(i32 9, float %s)
  ret i1 %t
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[n]] %uint_2
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_float %t0 %uint_0 %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[select]] = OpSelect %float %[[c]] %[[load]] %float_1
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[select]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[bitcast]] %uint_2147483647
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[and]] %uint_2139095040
; CHECK-NEXT: OpReturnValue %[[equal]]
; CHECK-NEXT: OpFunctionEnd

; A minimum with a number is not NaN.
define i1 @minimum(float %x) {
  %m = call float @dx.op.binary.f32(i32 36, float %x, float 6.550400e+04)
  %t = call i1 @dx.op.isSpecialFloat.f32(i32 8, float %m)
  ret i1 %t
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[min]] = OpExtInst %float %[[GLSL]] NMin %[[x]] %float_65504
; CHECK-NEXT: OpReturnValue %false
; CHECK-NEXT: OpFunctionEnd

define i1 @finite(float %x) {
  %m = call float @dx.op.unary.f32(i32 7, float %x)
  %f = call i1 @dx.op.isSpecialFloat.f32(i32 10, float %m)
  ret i1 %f
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_1
; CHECK-NEXT: OpReturnValue %true
; CHECK-NEXT: OpFunctionEnd

define i1 @infinite(float %x) {
  %m = call float @dx.op.unary.f32(i32 7, float %x)
  %f = call i1 @dx.op.isSpecialFloat.f32(i32 9, float %m)
  ret i1 %f
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_1
; CHECK-NEXT: OpReturnValue %false
; CHECK-NEXT: OpFunctionEnd

define i1 @joined(i32 %n, i32 %count) {
entry:
  %b = handle t0
  %r = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %b, i32 %n, i32 undef, i8 1, i32 4)
  %first = extractvalue %dx.types.ResRet.f32 %r, 0
  br label %loop
loop:
  %x = phi float [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %after, %loop ]
  %s = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %b, i32 %i, i32 undef, i8 1, i32 4)
  %new = extractvalue %dx.types.ResRet.f32 %s, 0
  %t = call i1 @dx.op.isSpecialFloat.f32(i32 8, float %x)
  %next = select i1 %t, float %new, float %x
  %after = add i32 %i, 4
  %more = icmp ult i32 %after, %count
  br i1 %more, label %loop, label %end
end:
  %u = call i1 @dx.op.isSpecialFloat.f32(i32 8, float %next)
  ret i1 %u
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK: OpUGreaterThan %bool %{{\w+}} %uint_2139095040
; CHECK: OpUGreaterThan %bool %{{\w+}} %uint_2139095040

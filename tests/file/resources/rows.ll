; A structured buffer whose elements are read and written in whole rows of 16 bytes is an array of rows; any other is one of words.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 StructuredBuffer 32
; RESOURCE: t1 StructuredBuffer 32

; Element n is the rows 2 n and 2 n + 1.
define <4 x float> @row(i32 %n) {
  %b = handle t0
  %r = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %b, i32 %n, i32 16, i8 15, i32 4)
  %x = extractvalue %dx.types.ResRet.f32 %r, 0
  %y = extractvalue %dx.types.ResRet.f32 %r, 1
  %z = extractvalue %dx.types.ResRet.f32 %r, 2
  %w = extractvalue %dx.types.ResRet.f32 %r, 3
  %v0 = insertelement <4 x float> undef, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %z, i32 2
  %v3 = insertelement <4 x float> %v2, float %w, i32 3
  ret <4 x float> %v3
}
; CHECK-LABEL: = OpFunction %v4float None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[n]] %uint_1
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[shift]] %uint_1
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_v4float %t0 %uint_0 %[[add]]
; CHECK-NEXT: %[[load]] = OpLoad %v4float %[[place]]

define i32 @words(i32 %n, i32 %byte) {
  %b = handle t1
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %b, i32 %n, i32 %byte, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.i32 %r, 0
  ret i32 %x
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[byte]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[n]] %uint_3
; CHECK-NEXT: %[[shift2]] = OpShiftRightLogical %uint %[[byte]] %uint_2
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[shift]] %[[shift2]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %t1 %uint_0 %[[add]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

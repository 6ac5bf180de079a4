; Accesses of 16 and 64 bits to a buffer of words.
; RUN: trellis %s --emit spvasm --validate
; RUN(words): trellis %s --emit spvasm --validate --extensions none --capabilities Int16,Float16,Int64,Float64
; FLAGS: 8388608
; RESOURCE: t0 ByteAddressBuffer

; An array of shorts, beside the one of words at the same binding, if the device has storage of 16 bits.
define half @half(i32 %n) {
  %b = handle t0
  %byte = shl i32 %n, 1
  %r = call %dx.types.ResRet.f16 @dx.op.rawBufferLoad.f16(i32 139, %dx.types.Handle %b, i32 %byte, i32 undef, i8 1, i32 2)
  %x = extractvalue %dx.types.ResRet.f16 %r, 0
  ret half %x
}
; CHECK-LABEL: = OpFunction %half None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[n]] %uint_1
; CHECK-NEXT: %[[shift2]] = OpShiftRightLogical %uint %[[shift]] %uint_1
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_ushort %t0 %uint_0 %[[shift2]]
; CHECK-NEXT: %[[load]] = OpLoad %ushort %[[place]]
; CHECK-NEXT: %[[bitcast]] = OpBitcast %half %[[load]]
; CHECK-NEXT: OpReturnValue %[[bitcast]]
; CHECK-NEXT: OpFunctionEnd

; Without it, a half of the word is taken.
; CHECK-LABEL(words): = OpFunction %half None
; CHECK-NEXT(words): %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT(words): %[[label]] = OpLabel
; CHECK-NEXT(words): %[[shift]] = OpShiftLeftLogical %uint %[[n]] %uint_1
; CHECK-NEXT(words): %[[shift2]] = OpShiftRightLogical %uint %[[shift]] %uint_1
; CHECK-NEXT(words): %[[shift3]] = OpShiftRightLogical %uint %[[shift2]] %uint_1
; CHECK-NEXT(words): %[[and]] = OpBitwiseAnd %uint %[[shift2]] %uint_1
; CHECK-NEXT(words): %[[shift4]] = OpShiftLeftLogical %uint %[[and]] %uint_4
; CHECK-NEXT(words): %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %t0 %uint_0 %[[shift3]]
; CHECK-NEXT(words): %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT(words): %[[shift5]] = OpShiftRightLogical %uint %[[load]] %[[shift4]]
; CHECK-NEXT(words): %[[convert]] = OpUConvert %ushort %[[shift5]]
; CHECK-NEXT(words): %[[bitcast]] = OpBitcast %half %[[convert]]
; CHECK-NEXT(words): OpReturnValue %[[bitcast]]
; CHECK-NEXT(words): OpFunctionEnd

define i64 @wide() {
  %b = handle t0
  %r = call %dx.types.ResRet.i64 @dx.op.rawBufferLoad.i64(i32 139, %dx.types.Handle %b, i32 8, i32 undef, i8 1, i32 8)
  %x = extractvalue %dx.types.ResRet.i64 %r, 0
  ret i64 %x
}
; CHECK-LABEL: = OpFunction %ulong None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %t0_0 %uint_0 %uint_2
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_StorageBuffer_uint %t0_0 %uint_0 %uint_3
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[load]] %[[load2]]
; CHECK-NEXT: %[[bitcast]] = OpBitcast %ulong %[[construct]]
; CHECK-NEXT: OpReturnValue %[[bitcast]]
; CHECK-NEXT: OpFunctionEnd

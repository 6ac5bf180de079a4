; Constant buffers: rows of 16 bytes.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: b0 64

; CHECK: OpDecorate %_arr_v4float_uint_4 ArrayStride 16

define float @component(i32 %row) {
  %b = handle b0
  %r = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %b, i32 %row)
  %y = extractvalue %dx.types.CBufRet.f32 %r, 1
  ret float %y
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[row]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Uniform_v4float %b0 %uint_0 %[[row]]
; CHECK-NEXT: %[[load2]] = OpLoad %v4float %[[place]]
; CHECK-NEXT: %[[load]] = OpCompositeExtract %float %[[load2]] 1
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; Integers come from the same rows.
define i32 @integer() {
  %b = handle b0
  %r = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %b, i32 2)
  %x = extractvalue %dx.types.CBufRet.i32 %r, 0
  ret i32 %x
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Uniform_v4float %b0 %uint_0 %uint_2
; CHECK-NEXT: %[[load2]] = OpLoad %v4float %[[place]]
; CHECK-NEXT: %[[load]] = OpCompositeExtract %float %[[load2]] 0
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[load]]
; CHECK-NEXT: OpReturnValue %[[bitcast]]
; CHECK-NEXT: OpFunctionEnd

; A double is two of the row's words.
define double @wide() {
  %b = handle b0
  %r = call %dx.types.CBufRet.f64 @dx.op.cbufferLoadLegacy.f64(i32 59, %dx.types.Handle %b, i32 1)
  %y = extractvalue %dx.types.CBufRet.f64 %r, 1
  ret double %y
}
; CHECK-LABEL: = OpFunction %double None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Uniform_v4float %b0 %uint_0 %uint_1
; CHECK-NEXT: %[[load]] = OpLoad %v4float %[[place]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[load]] 2
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[load]] 3
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[extract]] %[[extract2]]
; CHECK-NEXT: %[[bitcast]] = OpBitcast %double %[[construct]]
; CHECK-NEXT: OpReturnValue %[[bitcast]]
; CHECK-NEXT: OpFunctionEnd

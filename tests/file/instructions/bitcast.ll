; Casts of bits.
; RUN: trellis %s --emit spvasm --validate

define i32 @scalar(float %x) {
  %r = bitcast float %x to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[x]]
; CHECK-NEXT: OpReturnValue %[[bitcast]]
; CHECK-NEXT: OpFunctionEnd

define <2 x i32> @vector(<2 x float> %x) {
  %r = bitcast <2 x float> %x to <2 x i32>
  ret <2 x i32> %r
}
; CHECK-LABEL: = OpFunction %v2uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %v2float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %v2uint %[[x]]
; CHECK-NEXT: OpReturnValue %[[bitcast]]
; CHECK-NEXT: OpFunctionEnd

define double @words(<2 x i32> %x) {
  %r = bitcast <2 x i32> %x to double
  ret double %r
}
; CHECK-LABEL: = OpFunction %double None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %v2uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %double %[[x]]
; CHECK-NEXT: OpReturnValue %[[bitcast]]
; CHECK-NEXT: OpFunctionEnd

; Vectors of up to four components are vectors.
; RUN: trellis %s --emit spvasm --validate

define float @components(<4 x float> %v, float %x) {
  %w = insertelement <4 x float> %v, float %x, i32 2
  %s = fmul fast <4 x float> %w, %v
  %r = extractelement <4 x float> %s, i32 3
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[v]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[insert]] = OpCompositeInsert %v4float %[[x]] %[[v]] 2
; CHECK-NEXT: %[[mul]] = OpFMul %v4float %[[insert]] %[[v]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[mul]] 3
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define <3 x float> @shuffle(<4 x float> %v) {
  %r = shufflevector <4 x float> %v, <4 x float> undef, <3 x i32> <i32 2, i32 1, i32 0>
  ret <3 x float> %r
}
; CHECK-LABEL: = OpFunction %v3float None
; CHECK-NEXT: %[[v]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shuffle]] = OpVectorShuffle %v3float %[[v]] %[[UNDEF]] 2 1 0
; CHECK-NEXT: OpReturnValue %[[shuffle]]
; CHECK-NEXT: OpFunctionEnd

; Too large an index is undefined in both.
define float @dynamic(<4 x float> %v, i32 %n) {
  %r = extractelement <4 x float> %v, i32 %n
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[v]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[dynamic]] = OpVectorExtractDynamic %float %[[v]] %[[n]]
; CHECK-NEXT: OpReturnValue %[[dynamic]]
; CHECK-NEXT: OpFunctionEnd

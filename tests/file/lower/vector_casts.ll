; The bits of vectors as components of another width.
; RUN: trellis %s --emit spvasm --validate
; MODEL: 6.9
; FLAGS: 8388608

; Pieces of four words and of two become pieces of two wide integers and of one.
define i64 @words_to_wide(<6 x i32> %v) {
  %w = bitcast <6 x i32> %v to <3 x i64>
  %r = extractelement <3 x i64> %w, i32 2
  ret i64 %r
}
; CHECK-LABEL: = OpFunction %ulong None
; CHECK-NEXT: %[[v]] = OpFunctionParameter %v4uint
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %v2uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %v2ulong %[[v]]
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %ulong %[[parameter]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %ulong %[[bitcast]] 0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %ulong %[[bitcast]] 1
; CHECK-NEXT: OpReturnValue %[[bitcast2]]
; CHECK-NEXT: OpFunctionEnd

define i16 @wide_to_shorts(<3 x i64> %v) {
  %w = bitcast <3 x i64> %v to <12 x i16>
  %r = extractelement <12 x i16> %w, i32 9
  ret i16 %r
}
; CHECK-LABEL: = OpFunction %ushort None
; CHECK-NEXT: %[[v]] = OpFunctionParameter %v3ulong
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %ulong %[[v]] 0
; CHECK-NEXT: %[[bitcast]] = OpBitcast %v4ushort %[[extract]]
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %ulong %[[v]] 1
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %v4ushort %[[extract2]]
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %ulong %[[v]] 2
; CHECK-NEXT: %[[bitcast3]] = OpBitcast %v4ushort %[[extract3]]
; CHECK-NEXT: %[[extract4]] = OpCompositeExtract %ushort %[[bitcast3]] 1
; CHECK-NEXT: OpReturnValue %[[extract4]]
; CHECK-NEXT: OpFunctionEnd

define float @halves_to_floats(<6 x half> %v) {
  %w = bitcast <6 x half> %v to <3 x float>
  %r = extractelement <3 x float> %w, i32 1
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[v]] = OpFunctionParameter %v4half
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %v2half
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %v2float %[[v]]
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %float %[[parameter]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[bitcast]] 0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[bitcast]] 1
; CHECK-NEXT: OpReturnValue %[[extract2]]
; CHECK-NEXT: OpFunctionEnd

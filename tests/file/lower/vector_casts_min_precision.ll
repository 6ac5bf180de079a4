; With min precision, a half is a float in the module, and an i16 a word: casts convert to 16 bits first.
; RUN: trellis %s --emit spvasm --validate
; MODEL: 6.9

define i32 @halves_to_words(<4 x half> %v) {
  %w = bitcast <4 x half> %v to <2 x i32>
  %r = extractelement <2 x i32> %w, i32 1
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[v]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[v]] 0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[v]] 1
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[extract]] %[[extract2]]
; CHECK-NEXT: %[[half]] = OpExtInst %uint %[[GLSL]] PackHalf2x16 %[[construct]]
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %float %[[v]] 2
; CHECK-NEXT: %[[extract4]] = OpCompositeExtract %float %[[v]] 3
; CHECK-NEXT: %[[construct2]] = OpCompositeConstruct %v2float %[[extract3]] %[[extract4]]
; CHECK-NEXT: %[[half2]] = OpExtInst %uint %[[GLSL]] PackHalf2x16 %[[construct2]]
; CHECK-NEXT: OpReturnValue %[[half2]]
; CHECK-NEXT: OpFunctionEnd

; What lies above the 16 bits of a short integer is not part of it.
define i64 @shorts_to_wide(<4 x i16> %v) {
  %w = bitcast <4 x i16> %v to <1 x i64>
  %r = extractelement <1 x i64> %w, i32 0
  ret i64 %r
}
; CHECK-LABEL: = OpFunction %ulong None
; CHECK-NEXT: %[[v]] = OpFunctionParameter %v4uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %v4uint %[[v]] %[[COMPOSITE]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[and]] 0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %uint %[[and]] 1
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %uint %[[and]] 2
; CHECK-NEXT: %[[extract4]] = OpCompositeExtract %uint %[[and]] 3
; CHECK-NEXT: %[[insert]] = OpBitFieldInsert %uint %[[extract]] %[[extract2]] %uint_16 %uint_16
; CHECK-NEXT: %[[insert2]] = OpBitFieldInsert %uint %[[extract3]] %[[extract4]] %uint_16 %uint_16
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[insert]] %[[insert2]]
; CHECK-NEXT: %[[bitcast]] = OpBitcast %ulong %[[construct]]
; CHECK-NEXT: OpReturnValue %[[bitcast]]
; CHECK-NEXT: OpFunctionEnd

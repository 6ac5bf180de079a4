; Sizes of resources. GetDimensions gives width, height, depth or elements, and levels or samples.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: u0 RWByteAddressBuffer
; RESOURCE: u1 RWByteAddressBuffer
; RESOURCE: t0 Texture2DArray float4
; RESOURCE: t1 Texture2DMS float4
; RESOURCE: t2 StructuredBuffer 12

define i32 @width_and_levels(i32 %level) {
  %t = handle t0
  %r = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %t, i32 %level)
  %w = extractvalue %dx.types.Dimensions %r, 0
  %n = extractvalue %dx.types.Dimensions %r, 3
  %sum = add i32 %w, %n
  ret i32 %sum
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[level]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[size]] = OpImageQuerySizeLod %v3uint %[[load]] %[[level]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[size]] 0
; CHECK-NEXT: %[[levels]] = OpImageQueryLevels %uint %[[load]]
; CHECK-NEXT: %[[less]] = OpULessThan %bool %[[level]] %[[levels]]
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[less]] %[[extract]] %uint_0
; CHECK-NEXT: %[[levels2]] = OpImageQueryLevels %uint %[[load]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[select]] %[[levels2]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define i32 @samples() {
  %t = handle t1
  %r = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %t, i32 undef)
  %n = extractvalue %dx.types.Dimensions %r, 3
  ret i32 %n
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE2]] %t1
; CHECK-NEXT: %[[samples]] = OpImageQuerySamples %uint %[[load]]
; CHECK-NEXT: OpReturnValue %[[samples]]
; CHECK-NEXT: OpFunctionEnd

; A raw buffer's size in bytes is its number of words times four.
define i32 @bytes() {
  %t = handle u0
  %r = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %t, i32 undef)
  %n = extractvalue %dx.types.Dimensions %r, 0
  ret i32 %n
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[length]] = OpArrayLength %uint %u0 0
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[length]] %uint_4
; CHECK-NEXT: OpReturnValue %[[mul]]
; CHECK-NEXT: OpFunctionEnd

; Elements of 12 bytes are three words each.
define i32 @elements() {
  %t = handle t2
  %r = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %t, i32 undef)
  %n = extractvalue %dx.types.Dimensions %r, 0
  ret i32 %n
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[length]] = OpArrayLength %uint %t2 0
; CHECK-NEXT: %[[div]] = OpUDiv %uint %[[length]] %uint_3
; CHECK-NEXT: OpReturnValue %[[div]]
; CHECK-NEXT: OpFunctionEnd

; Positions are those of D3D's standard patterns for 1, 2, 4, 8 and 16 samples, in a table: pattern n begins at n - 1.
define float @sample_position(i32 %sample) {
  %t = handle t1
  %r = call %dx.types.SamplePos @dx.op.texture2DMSGetSamplePosition(i32 75, %dx.types.Handle %t, i32 %sample)
  %x = extractvalue %dx.types.SamplePos %r, 0
  ret float %x
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[sample]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE2]] %t1
; CHECK-NEXT: %[[samples]] = OpImageQuerySamples %uint %[[load]]
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[samples]] %uint_1
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[samples]] %[[sub]]
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[and]] %uint_0
; CHECK-NEXT: %[[less]] = OpULessThanEqual %bool %[[samples]] %uint_16
; CHECK-NEXT: %[[less2]] = OpULessThan %bool %[[sample]] %[[samples]]
; CHECK-NEXT: %[[and2]] = OpLogicalAnd %bool %[[equal]] %[[less]]
; CHECK-NEXT: %[[and3]] = OpLogicalAnd %bool %[[and2]] %[[less2]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[sub]] %[[sample]]
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[and3]] %[[add]] %uint_0
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Private_v2float %[[VARIABLE]] %[[select]]
; CHECK-NEXT: %[[load2]] = OpLoad %v2float %[[place]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[load2]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

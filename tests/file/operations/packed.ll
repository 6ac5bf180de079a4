; Operations on packed bytes.
; RUN: trellis %s --emit spvasm --validate

; The sum of absolute differences of bytes. A byte of the reference that is 0 does not count. The same follows for the other three.
define i32 @msad(i32 %reference, i32 %source, i32 %sum) {
  %r = call i32 @dx.op.tertiary.i32(i32 50, i32 %reference, i32 %source, i32 %sum)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[reference]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[source]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[sum]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[extract]] = OpBitFieldUExtract %uint %[[reference]] %uint_0 %uint_8
; CHECK-NEXT: %[[extract2]] = OpBitFieldUExtract %uint %[[source]] %uint_0 %uint_8
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[extract]] %uint_0
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[extract]] %[[extract2]]
; CHECK-NEXT: %[[abs]] = OpExtInst %uint %[[GLSL]] SAbs %[[sub]]
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[equal]] %uint_0 %[[abs]]
; CHECK: OpReturnValue

; Bytes 0 to 3 as integers of 32 bits, with their signs.
define i32 @unpack_signed(i32 %word) {
  %r = call %dx.types.fouri32 @dx.op.unpack4x8.i32(i32 219, i8 1, i32 %word)
  %third = extractvalue %dx.types.fouri32 %r, 2
  ret i32 %third
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[word]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[extract]] = OpBitFieldSExtract %uint %[[word]] %uint_16 %uint_8
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define i32 @unpack_unsigned(i32 %word) {
  %r = call %dx.types.fouri32 @dx.op.unpack4x8.i32(i32 219, i8 0, i32 %word)
  %third = extractvalue %dx.types.fouri32 %r, 3
  ret i32 %third
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[word]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[extract]] = OpBitFieldUExtract %uint %[[word]] %uint_24 %uint_8
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; Mode 0 takes the low bytes.
define i32 @pack_low(i32 %a, i32 %b, i32 %c, i32 %d) {
  %r = call i32 @dx.op.pack4x8.i32(i32 220, i8 0, i32 %a, i32 %b, i32 %c, i32 %d)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[c]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[d]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[insert]] = OpBitFieldInsert %uint %[[a]] %[[b]] %uint_8 %uint_8
; CHECK-NEXT: %[[insert2]] = OpBitFieldInsert %uint %[[insert]] %[[c]] %uint_16 %uint_8
; CHECK-NEXT: %[[insert3]] = OpBitFieldInsert %uint %[[insert2]] %[[d]] %uint_24 %uint_8
; CHECK-NEXT: OpReturnValue %[[insert3]]
; CHECK-NEXT: OpFunctionEnd

; Mode 1 clamps to 0 to 255 first, mode 2 to -128 to 127.
define i32 @pack_clamped(i32 %a, i32 %b, i32 %c, i32 %d) {
  %r = call i32 @dx.op.pack4x8.i32(i32 220, i8 1, i32 %a, i32 %b, i32 %c, i32 %d)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[c]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[d]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %uint %[[GLSL]] SClamp %[[a]] %uint_0 %uint_255
; CHECK-NEXT: %[[clamp2]] = OpExtInst %uint %[[GLSL]] SClamp %[[b]] %uint_0 %uint_255
; CHECK-NEXT: %[[insert]] = OpBitFieldInsert %uint %[[clamp]] %[[clamp2]] %uint_8 %uint_8
; CHECK-NEXT: %[[clamp3]] = OpExtInst %uint %[[GLSL]] SClamp %[[c]] %uint_0 %uint_255
; CHECK-NEXT: %[[insert2]] = OpBitFieldInsert %uint %[[insert]] %[[clamp3]] %uint_16 %uint_8
; CHECK-NEXT: %[[clamp4]] = OpExtInst %uint %[[GLSL]] SClamp %[[d]] %uint_0 %uint_255
; CHECK-NEXT: %[[insert3]] = OpBitFieldInsert %uint %[[insert2]] %[[clamp4]] %uint_24 %uint_8
; CHECK-NEXT: OpReturnValue %[[insert3]]
; CHECK-NEXT: OpFunctionEnd

; Dot products of four signed or unsigned bytes, added to a number.
define i32 @dot4_signed(i32 %sum, i32 %a, i32 %b) {
  %r = call i32 @dx.op.dot4AddPacked.i32(i32 163, i32 %sum, i32 %a, i32 %b)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[sum]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[dot]] = OpSDot %uint %[[a]] %[[b]] PackedVectorFormat4x8Bit
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[sum]] %[[dot]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define i32 @dot4_unsigned(i32 %sum, i32 %a, i32 %b) {
  %r = call i32 @dx.op.dot4AddPacked.i32(i32 164, i32 %sum, i32 %a, i32 %b)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[sum]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[dot]] = OpUDot %uint %[[a]] %[[b]] PackedVectorFormat4x8Bit
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[sum]] %[[dot]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define float @dot2(float %sum, half %a, half %b, half %c, half %d) {
  %r = call float @dx.op.dot2AddHalf.f32(i32 162, float %sum, half %a, half %b, half %c, half %d)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[sum]] = OpFunctionParameter %float
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %float
; CHECK-NEXT: %[[d]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[a]] %[[c]]
; CHECK-NEXT: %[[mul2]] = OpFMul %float %[[b]] %[[d]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[mul]] %[[mul2]]
; CHECK-NEXT: %[[add2]] = OpFAdd %float %[[sum]] %[[add]]
; CHECK-NEXT: OpReturnValue %[[add2]]
; CHECK-NEXT: OpFunctionEnd

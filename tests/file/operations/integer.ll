; Integers.
; RUN: trellis %s --emit spvasm --validate

define i32 @one_instruction(i32 %a, i32 %b) {
  %1 = call i32 @dx.op.unary.i32(i32 30, i32 %a)          ; Bfrev
  %2 = call i32 @dx.op.unaryBits.i32(i32 31, i32 %1)      ; Countbits
  %3 = call i32 @dx.op.unaryBits.i32(i32 32, i32 %2)      ; FirstbitLo
  %4 = call i32 @dx.op.binary.i32(i32 37, i32 %3, i32 %b) ; IMax
  %5 = call i32 @dx.op.binary.i32(i32 38, i32 %4, i32 %b) ; IMin
  %6 = call i32 @dx.op.binary.i32(i32 39, i32 %5, i32 %b) ; UMax
  %7 = call i32 @dx.op.binary.i32(i32 40, i32 %6, i32 %b) ; UMin
  ret i32 %7
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[reverse]] = OpBitReverse %uint %[[a]]
; CHECK-NEXT: %[[count]] = OpBitCount %uint %[[reverse]]
; CHECK-NEXT: %[[lsb]] = OpExtInst %uint %[[GLSL]] FindILsb %[[count]]
; CHECK-NEXT: %[[max]] = OpExtInst %uint %[[GLSL]] SMax %[[lsb]] %[[b]]
; CHECK-NEXT: %[[min]] = OpExtInst %uint %[[GLSL]] SMin %[[max]] %[[b]]
; CHECK-NEXT: %[[max2]] = OpExtInst %uint %[[GLSL]] UMax %[[min]] %[[b]]
; CHECK-NEXT: %[[min2]] = OpExtInst %uint %[[GLSL]] UMin %[[max2]] %[[b]]
; CHECK-NEXT: OpReturnValue %[[min2]]
; CHECK-NEXT: OpFunctionEnd

; The absolute value, in either order. The negation stays if it has other uses.
define i32 @absolute(i32 %a, i32 %b) {
  %na = sub i32 0, %a
  %x = call i32 @dx.op.binary.i32(i32 37, i32 %a, i32 %na)
  %nb = sub i32 0, %b
  %y = call i32 @dx.op.binary.i32(i32 37, i32 %nb, i32 %b)
  %z = call i32 @dx.op.binary.i32(i32 37, i32 %x, i32 %y)
  %r = call i32 @dx.op.binary.i32(i32 37, i32 %z, i32 %nb)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[abs]] = OpExtInst %uint %[[GLSL]] SAbs %[[a]]
; CHECK-NEXT: %[[sub]] = OpISub %uint %uint_0 %[[b]]
; CHECK-NEXT: %[[abs2]] = OpExtInst %uint %[[GLSL]] SAbs %[[b]]
; CHECK-NEXT: %[[max]] = OpExtInst %uint %[[GLSL]] SMax %[[abs]] %[[abs2]]
; CHECK-NEXT: %[[max2]] = OpExtInst %uint %[[GLSL]] SMax %[[max]] %[[sub]]
; CHECK-NEXT: OpReturnValue %[[max2]]
; CHECK-NEXT: OpFunctionEnd

; A difference from another number is no negation, nor is a negation of another number.
define i32 @not_absolute(i32 %a, i32 %b) {
  %na = sub i32 1, %a
  %x = call i32 @dx.op.binary.i32(i32 37, i32 %a, i32 %na)
  %nb = sub i32 0, %b
  %y = call i32 @dx.op.binary.i32(i32 37, i32 %x, i32 %nb)
  ret i32 %y
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[sub]] = OpISub %uint %uint_1 %[[a]]
; CHECK-NEXT: %[[max]] = OpExtInst %uint %[[GLSL]] SMax %[[a]] %[[sub]]
; CHECK-NEXT: %[[sub2]] = OpISub %uint %uint_0 %[[b]]
; CHECK-NEXT: %[[max2]] = OpExtInst %uint %[[GLSL]] SMax %[[max]] %[[sub2]]
; CHECK-NEXT: OpReturnValue %[[max2]]
; CHECK-NEXT: OpFunctionEnd

; DXIL counts from the top, and gives -1 if there is no bit: the lowest bit of the reversed word. FindUMsb is for HLSL's
; "31 - firstbithigh", which is that alone.
define i32 @highest_bit(i32 %x) {
  %r = call i32 @dx.op.unaryBits.i32(i32 33, i32 %x)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[msb]] = OpExtInst %uint %[[GLSL]] FindUMsb %[[x]]
; CHECK-NEXT: %[[reverse]] = OpBitReverse %uint %[[x]]
; CHECK-NEXT: %[[lsb]] = OpExtInst %uint %[[GLSL]] FindILsb %[[reverse]]
; CHECK-NEXT: OpReturnValue %[[lsb]]
; CHECK-NEXT: OpFunctionEnd

define i32 @highest_signed_bit(i32 %x) {
  %r = call i32 @dx.op.unaryBits.i32(i32 34, i32 %x)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[msb]] = OpExtInst %uint %[[GLSL]] FindSMsb %[[x]]
; CHECK-NEXT: %[[shift]] = OpShiftRightArithmetic %uint %[[x]] %uint_31
; CHECK-NEXT: %[[xor]] = OpBitwiseXor %uint %[[x]] %[[shift]]
; CHECK-NEXT: %[[reverse]] = OpBitReverse %uint %[[xor]]
; CHECK-NEXT: %[[lsb]] = OpExtInst %uint %[[GLSL]] FindILsb %[[reverse]]
; CHECK-NEXT: OpReturnValue %[[lsb]]
; CHECK-NEXT: OpFunctionEnd

; IMad and UMad are the same bits.
define i32 @mad(i32 %a, i32 %b, i32 %c) {
  %signed = call i32 @dx.op.tertiary.i32(i32 48, i32 %a, i32 %b, i32 %c)
  %r = call i32 @dx.op.tertiary.i32(i32 49, i32 %signed, i32 %b, i32 %c)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[c]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[a]] %[[b]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[mul]] %[[c]]
; CHECK-NEXT: %[[mul2]] = OpIMul %uint %[[add]] %[[b]]
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[mul2]] %[[c]]
; CHECK-NEXT: OpReturnValue %[[add2]]
; CHECK-NEXT: OpFunctionEnd

; IMul gives the upper word and the lower one.
define i32 @wide_product(i32 %a, i32 %b) {
  %r = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 41, i32 %a, i32 %b)
  %high = extractvalue %dx.types.twoi32 %r, 0
  ret i32 %high
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[extended]] = OpSMulExtended %_struct_[[STRUCT]] %[[a]] %[[b]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[extended]] 1
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; UDiv: quotient and remainder. Divided by zero, both are all ones.
define i32 @quotient(i32 %a, i32 %b) {
  %r = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 43, i32 %a, i32 %b)
  %q = extractvalue %dx.types.twoi32 %r, 0
  ret i32 %q
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[b]] %uint_0
; CHECK-NEXT: %[[div]] = OpUDiv %uint %[[a]] %[[b]]
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[equal]] %uint_4294967295 %[[div]]
; CHECK-NEXT: OpReturnValue %[[select]]
; CHECK-NEXT: OpFunctionEnd

; DXIL's carry is a bool, SPIR-V's a word.
define i1 @carry(i32 %a, i32 %b) {
  %r = call %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32 44, i32 %a, i32 %b)
  %c = extractvalue %dx.types.i32c %r, 1
  ret i1 %c
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[carry]] = OpIAddCarry %_struct_[[STRUCT]] %[[a]] %[[b]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[carry]] 1
; CHECK-NEXT: %[[equal]] = OpINotEqual %bool %[[extract]] %uint_0
; CHECK-NEXT: OpReturnValue %[[equal]]
; CHECK-NEXT: OpFunctionEnd

; Ubfe(width, offset, value): only the low five bits of width and offset count. A field that begins at the offset has no more than
; 32 - offset bits; SPIR-V leaves others undefined.
define i32 @bits(i32 %width, i32 %offset, i32 %value) {
  %r = call i32 @dx.op.tertiary.i32(i32 52, i32 %width, i32 %offset, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[width]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[offset]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[offset]] %uint_31
; CHECK-NEXT: %[[and2]] = OpBitwiseAnd %uint %[[width]] %uint_31
; CHECK-NEXT: %[[sub]] = OpISub %uint %uint_32 %[[and]]
; CHECK-NEXT: %[[min]] = OpExtInst %uint %[[GLSL]] UMin %[[and2]] %[[sub]]
; CHECK-NEXT: %[[extract]] = OpBitFieldUExtract %uint %[[value]] %[[and]] %[[min]]
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; Ibfe with constants that fit.
define i32 @constant_bits(i32 %value) {
  %r = call i32 @dx.op.tertiary.i32(i32 51, i32 4, i32 9, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[extract]] = OpBitFieldSExtract %uint %[[value]] %uint_9 %uint_4
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define i32 @insert(i32 %width, i32 %offset, i32 %value, i32 %into) {
  %r = call i32 @dx.op.quaternary.i32(i32 53, i32 %width, i32 %offset, i32 %value, i32 %into)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[width]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[offset]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[into]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[offset]] %uint_31
; CHECK-NEXT: %[[and2]] = OpBitwiseAnd %uint %[[width]] %uint_31
; CHECK-NEXT: %[[sub]] = OpISub %uint %uint_32 %[[and]]
; CHECK-NEXT: %[[min]] = OpExtInst %uint %[[GLSL]] UMin %[[and2]] %[[sub]]
; CHECK-NEXT: %[[insert]] = OpBitFieldInsert %uint %[[into]] %[[value]] %[[and]] %[[min]]
; CHECK-NEXT: OpReturnValue %[[insert]]
; CHECK-NEXT: OpFunctionEnd

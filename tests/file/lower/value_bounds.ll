; Bounds of values make clamps and divisions unnecessary.
; RUN: trellis %s --emit spvasm --validate

; Times four and divided by four again: nothing is lost, since the number has eight bits.
define i32 @address(i32 %x) {
  %n = and i32 %x, 255
  %byte = shl i32 %n, 2
  %r = read u0, %byte
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[x]] %uint_255
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %[[and]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; Of a number of 32 bits, the shift drops two.
define i32 @any_address(i32 %x) {
  %byte = shl i32 %x, 2
  %r = read u0, %byte
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[x]] %uint_2
; CHECK-NEXT: %[[shift2]] = OpShiftRightLogical %uint %[[shift]] %uint_2
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %[[shift2]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; Of a number from 0 to 255, the conversion needs no clamp.
define i32 @conversion(i32 %x) {
  %n = and i32 %x, 255
  %f = uitofp i32 %n to float
  %r = fptoui float %f to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[x]] %uint_255
; CHECK-NEXT: %[[convert]] = OpConvertUToF %float %[[and]]
; CHECK-NEXT: %[[convert2]] = OpConvertFToU %uint %[[convert]]
; CHECK-NEXT: OpReturnValue %[[convert2]]
; CHECK-NEXT: OpFunctionEnd

; The divisor is 1 to 16.
define i32 @division(i32 %x, i32 %y) {
  %low = and i32 %y, 15
  %n = add i32 %low, 1
  %r = udiv i32 %x, %n
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[y]] %uint_15
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[and]] %uint_1
; CHECK-NEXT: %[[div]] = OpUDiv %uint %[[x]] %[[add]]
; CHECK-NEXT: OpReturnValue %[[div]]
; CHECK-NEXT: OpFunctionEnd

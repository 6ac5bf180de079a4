; Min-precision floats that are arguments of functions lose RelaxedPrecision: NVIDIA's compiler refuses modules in which an argument
; has it.
; RUN: trellis %s --emit spvasm --validate

define i32 @words(float %a, float %b) {
  %x = fptrunc float %a to half
  %y = fptrunc float %b to half
  %p = fmul half %x, %y
  %q = fadd half %x, %y
  %r = fsub half %x, %y
  %s = fdiv half %x, %y
  %1 = fptoui half %p to i32
  %2 = fptoui half %q to i32
  %3 = fptoui half %r to i32
  %4 = fptoui half %s to i32
  %5 = add i32 %1, %2
  %6 = add i32 %3, %4
  %7 = add i32 %5, %6
  ret i32 %7
}
; CHECK-LABEL: OpFunctionParameter %float
; CHECK: OpReturnValue
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[a]] %[[b]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[a]] %[[b]]
; CHECK-NEXT: %[[sub]] = OpFSub %float %[[a]] %[[b]]
; CHECK-NEXT: %[[div]] = OpFDiv %float %[[a]] %[[b]]
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[mul]]
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %float %[[bitcast]]
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %[[FUNCTION]] %[[bitcast2]]
; CHECK-NEXT: %[[bitcast3]] = OpBitcast %uint %[[add]]
; CHECK-NEXT: %[[bitcast4]] = OpBitcast %float %[[bitcast3]]
; CHECK-NEXT: %[[call2]] = OpFunctionCall %uint %[[FUNCTION]] %[[bitcast4]]
; CHECK-NEXT: %[[bitcast5]] = OpBitcast %uint %[[sub]]
; CHECK-NEXT: %[[bitcast6]] = OpBitcast %float %[[bitcast5]]
; CHECK-NEXT: %[[call3]] = OpFunctionCall %uint %[[FUNCTION]] %[[bitcast6]]
; CHECK-NEXT: %[[bitcast7]] = OpBitcast %uint %[[div]]
; CHECK-NEXT: %[[bitcast8]] = OpBitcast %float %[[bitcast7]]
; CHECK-NEXT: %[[call4]] = OpFunctionCall %uint %[[FUNCTION]] %[[bitcast8]]
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[call]] %[[call2]]
; CHECK-NEXT: %[[add3]] = OpIAdd %uint %[[call3]] %[[call4]]
; CHECK-NEXT: %[[add4]] = OpIAdd %uint %[[add2]] %[[add3]]
; CHECK-NEXT: OpReturnValue %[[add4]]
; CHECK-NEXT: OpFunctionEnd

; Functions stay functions.
; RUN: trellis %s --emit spvasm --validate

define float @square(float %x) {
  %r = fmul fast float %x, %x
  ret float %r
}

define float @twice(float %x) {
  %1 = call float @square(float %x)
  %2 = call float @square(float %1)
  ret float %2
}
; CHECK-LABEL: %main = OpFunction
; CHECK: = OpFunctionCall %float %[[SQUARE]]
; CHECK: = OpFunctionCall %float %[[TWICE]]
; CHECK-LABEL: %[[SQUARE]] = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[x]] %[[x]]
; CHECK-NEXT: OpReturnValue %[[mul]]
; CHECK-NEXT: OpFunctionEnd
; CHECK-LABEL: %[[TWICE]] = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %float %[[SQUARE]] %[[x]]
; CHECK-NEXT: %[[call2]] = OpFunctionCall %float %[[SQUARE]] %[[call]]
; CHECK-NEXT: OpReturnValue %[[call2]]
; CHECK-NEXT: OpFunctionEnd

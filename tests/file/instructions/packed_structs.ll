; Packed structs in memory: dxc makes none, other producers may.
; RUN: trellis %s --emit spvasm --validate

%Packed = type <{ i32, [3 x float] }>

define float @aligned(i32 %n, float %x) {
  %object = alloca %Packed, align 4
  %place = getelementptr inbounds %Packed, ptr %object, i32 0, i32 1, i32 %n
  store float %x, ptr %place, align 4
  %first = getelementptr inbounds %Packed, ptr %object, i32 0, i32 1, i32 0
  %r = load float, ptr %first, align 4
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[variable]] = OpVariable %_ptr_Function__arr_uint_uint_4 Function
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[n]] %uint_1
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[x]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Function_uint %[[variable]] %[[add]]
; CHECK-NEXT: OpStore %[[place]] %[[bitcast]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Function_uint %[[variable]] %uint_1
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %float %[[load]]
; CHECK-NEXT: OpReturnValue %[[bitcast2]]
; CHECK-NEXT: OpFunctionEnd

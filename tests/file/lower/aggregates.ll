; Structs and arrays as values, which only libraries and unoptimized code have, become their scalars and vectors. A result is written to
; a variable of the caller, an array of words.
; RUN: trellis %s --emit spvasm --validate

%Pair = type { float, [2 x i32] }

define %Pair @make(float %x, i32 %n) {
  %1 = insertvalue %Pair undef, float %x, 0
  %2 = insertvalue %Pair %1, i32 %n, 1, 0
  %3 = insertvalue %Pair %2, i32 7, 1, 1
  ret %Pair %3
}

define float @use(%Pair %p) {
  %x = extractvalue %Pair %p, 0
  %n = extractvalue %Pair %p, 1, 0
  %f = uitofp i32 %n to float
  %r = fadd fast float %x, %f
  ret float %r
}

define void @main() {
  %n = read u0, 0
  %x = uitofp i32 %n to float
  %p = call %Pair @make(float %x, i32 %n)
  %r = call float @use(%Pair %p)
  %bits = bitcast float %r to i32
  write u1, 0, %bits
  ret void
}
; CHECK-LABEL: %main = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[variable]] = OpVariable %_ptr_Function__arr_uint_uint_3 Function
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: %[[convert]] = OpConvertUToF %float %[[load]]
; CHECK-NEXT: %[[call]] = OpFunctionCall %void %[[MAKE]] %[[convert]] %[[load]] %[[variable]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Function_uint %[[variable]] %uint_0
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: %[[bitcast]] = OpBitcast %float %[[load2]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Function_uint %[[variable]] %uint_1
; CHECK-NEXT: %[[load3]] = OpLoad %uint %[[place3]]
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Function_uint %[[variable]] %uint_2
; CHECK-NEXT: %[[load4]] = OpLoad %uint %[[place4]]
; CHECK-NEXT: %[[call2]] = OpFunctionCall %float %[[USE]] %[[bitcast]] %[[load3]] %[[load4]]
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %uint %[[call2]]
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_StorageBuffer_uint %u1 %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place5]] %[[bitcast2]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
; CHECK-LABEL: %[[MAKE]] = OpFunction %void None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %float
; CHECK-NEXT: %[[parameter2]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[parameter3]] = OpFunctionParameter %_ptr_Function__arr_uint_uint_3
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[parameter]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Function_uint %[[parameter3]] %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[bitcast]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Function_uint %[[parameter3]] %uint_1
; CHECK-NEXT: OpStore %[[place2]] %[[parameter2]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Function_uint %[[parameter3]] %uint_2
; CHECK-NEXT: OpStore %[[place3]] %uint_7
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
; CHECK-LABEL: %[[USE]] = OpFunction %float None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %float
; CHECK-NEXT: %[[parameter2]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[parameter3]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[convert]] = OpConvertUToF %float %[[parameter2]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[parameter]] %[[convert]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

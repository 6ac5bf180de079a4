; Variables: local ones, constants, group-shared memory.
; RUN: trellis %s --emit spvasm --validate
; RUN(bounded): trellis %s --emit spvasm --validate --bounded-arrays

@table = internal constant [4 x float] [float 1.0, float 2.0, float 4.0, float 8.0], align 4
@shared = internal addrspace(3) global [64 x i32] undef, align 4

; An index beyond the end is undefined in D3D, too. With --bounded-arrays, writes there are dropped, and reads are 0.
define float @local(i32 %n, float %x) {
  %array = alloca [8 x float], align 4
  %place = getelementptr inbounds [8 x float], ptr %array, i32 0, i32 %n
  store float %x, ptr %place, align 4
  %first = getelementptr inbounds [8 x float], ptr %array, i32 0, i32 0
  %r = load float, ptr %first, align 4
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[variable]] = OpVariable %_ptr_Function__arr_float_uint_8 Function
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Function_float %[[variable]] %[[n]]
; CHECK-NEXT: OpStore %[[place]] %[[x]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Function_float %[[variable]] %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place2]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; CHECK-LABEL(bounded): = OpFunction %float None
; CHECK-NEXT(bounded): %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT(bounded): %[[x]] = OpFunctionParameter %float
; CHECK-NEXT(bounded): %[[label]] = OpLabel
; CHECK-NEXT(bounded): %[[variable]] = OpVariable %_ptr_Function__arr_float_uint_8 Function
; CHECK-NEXT(bounded): %[[less]] = OpULessThan %bool %[[n]] %uint_8
; CHECK-NEXT(bounded): %[[min]] = OpExtInst %uint %[[GLSL]] UMin %[[n]] %uint_7
; CHECK-NEXT(bounded): %[[place]] = OpAccessChain %_ptr_Function_float %[[variable]] %[[min]]
; CHECK-NEXT(bounded): %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT(bounded): %[[select]] = OpSelect %float %[[less]] %[[x]] %[[load]]
; CHECK-NEXT(bounded): OpStore %[[place]] %[[select]]
; CHECK-NEXT(bounded): %[[place2]] = OpAccessChain %_ptr_Function_float %[[variable]] %uint_0
; CHECK-NEXT(bounded): %[[load2]] = OpLoad %float %[[place2]]
; CHECK-NEXT(bounded): OpReturnValue %[[load2]]
; CHECK-NEXT(bounded): OpFunctionEnd

define float @constant(i32 %n) {
  %masked = and i32 %n, 3
  %place = getelementptr inbounds [4 x float], ptr @table, i32 0, i32 %masked
  %r = load float, ptr %place, align 4
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[n]] %uint_3
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Private_float %[[VARIABLE]] %[[and]]
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; CHECK-LABEL(bounded): = OpFunction %float None
; CHECK-NEXT(bounded): %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT(bounded): %[[label]] = OpLabel
; CHECK-NEXT(bounded): %[[and]] = OpBitwiseAnd %uint %[[n]] %uint_3
; CHECK-NEXT(bounded): %[[less]] = OpULessThan %bool %[[and]] %uint_4
; CHECK-NEXT(bounded): %[[min]] = OpExtInst %uint %[[GLSL]] UMin %[[and]] %uint_3
; CHECK-NEXT(bounded): %[[place]] = OpAccessChain %_ptr_Private_float %[[VARIABLE]] %[[min]]
; CHECK-NEXT(bounded): %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT(bounded): %[[select]] = OpSelect %float %[[less]] %[[load]] %float_0
; CHECK-NEXT(bounded): OpReturnValue %[[select]]
; CHECK-NEXT(bounded): OpFunctionEnd

define i32 @group(i32 %n) {
  %t = thread
  %place = getelementptr inbounds [64 x i32], ptr addrspace(3) @shared, i32 0, i32 %t
  store i32 %n, ptr addrspace(3) %place, align 4
  %r = load i32, ptr addrspace(3) %place, align 4
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %gl_LocalInvocationIndex
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Workgroup_uint %[[VARIABLE2]] %[[load]]
; CHECK-NEXT: OpStore %[[place]] %[[n]]
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpReturnValue %[[load2]]
; CHECK-NEXT: OpFunctionEnd

; SPIR-V's pointers cannot be chosen by control flow: the index is chosen instead.
; RUN: trellis %s --emit spvasm --validate

define float @f(i1 %c, float %x) {
  %array = alloca [4 x float], align 4
  %p1 = getelementptr inbounds [4 x float], ptr %array, i32 0, i32 1
  %p2 = getelementptr inbounds [4 x float], ptr %array, i32 0, i32 2
  store float %x, ptr %p1, align 4
  br i1 %c, label %yes, label %no
yes:
  br label %join
no:
  br label %join
join:
  %p = phi ptr [ %p1, %yes ], [ %p2, %no ]
  %r = load float, ptr %p, align 4
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[variable]] = OpVariable %_ptr_Function__arr_float_uint_4 Function
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Function_float %[[variable]] %uint_1
; CHECK-NEXT: OpStore %[[place]] %[[x]]
; CHECK-NEXT: OpSelectionMerge %[[label2]] Flatten
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label4]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %uint_1 %[[label3]] %uint_2 %[[label4]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Function_float %[[variable]] %[[phi]]
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place2]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

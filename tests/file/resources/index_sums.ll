; Constants in the parts of an index are added last, so that neighbours share the rest.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 StructuredBuffer 16
; RESOURCE: t1 StructuredBuffer 12

@shared = internal addrspace(3) global [256 x i32] undef, align 4

; x + 16 * y is computed once for both elements, though one is in another block.
define i32 @neighbours(i32 %x, i32 %y, i1 %c) {
entry:
  %x1 = add i32 %x, 1
  %y2 = add i32 %y, 2
  %row = mul i32 %y2, 16
  %at = add i32 %x1, %row
  %p = getelementptr inbounds [256 x i32], ptr addrspace(3) @shared, i32 0, i32 %at
  %a = load i32, ptr addrspace(3) %p, align 4
  br i1 %c, label %then, label %end
then:
  %y3 = add i32 %y, 3
  %row3 = shl i32 %y3, 4
  %at2 = add i32 %x1, %row3
  %p2 = getelementptr inbounds [256 x i32], ptr addrspace(3) @shared, i32 0, i32 %at2
  %b = load i32, ptr addrspace(3) %p2, align 4
  br label %end
end:
  %r = phi i32 [ %a, %entry ], [ %b, %then ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[y]] %uint_4
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[x]] %[[shift]]
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[add]] %uint_33
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Workgroup_uint %[[VARIABLE]] %[[add2]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[add3]] = OpIAdd %uint %[[add]] %uint_49
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Workgroup_uint %[[VARIABLE]] %[[add3]]
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[load]] %[[label]] %[[load2]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

; An or of disjoint bits is a sum. The constants of the index become constants of the words, or of the rows.
define float @buffers(i32 %x) {
  %t0 = handle t0
  %t1 = handle t1
  %twice = shl i32 %x, 1
  %odd = or i32 %twice, 1
  %next = add i32 %x, 3
  %a = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %t0, i32 %odd, i32 4, i8 1, i32 4)
  %a0 = extractvalue %dx.types.ResRet.f32 %a, 0
  %b = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %t1, i32 %next, i32 8, i8 1, i32 4)
  %b0 = extractvalue %dx.types.ResRet.f32 %b, 0
  %r = fadd fast float %a0, %b0
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[x]] %uint_3
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[shift]] %uint_5
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_float %t0 %uint_0 %[[add]]
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[x]] %uint_3
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[mul]] %uint_11
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_StorageBuffer_float %t1 %uint_0 %[[add2]]
; CHECK-NEXT: %[[load2]] = OpLoad %float %[[place2]]
; CHECK-NEXT: %[[add3]] = OpFAdd %float %[[load]] %[[load2]]
; CHECK-NEXT: OpReturnValue %[[add3]]
; CHECK-NEXT: OpFunctionEnd

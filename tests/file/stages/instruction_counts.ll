; --count-instructions: each block calls a function that adds 1 to the block's counter, of two words. The buffer begins with how many
; counters it has.
; RUN: trellis %s --emit spvasm --validate --count-instructions

define void @main() {
  %t = thread
  %c = icmp ult i32 %t, 3
  br i1 %c, label %low, label %end
low:
  write u1, 0, %t
  br label %end
end:
  ret void
}
; CHECK-LABEL: %[[COUNT]] = OpFunction %void None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %instruction_counters %uint_0 %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: %[[less]] = OpULessThan %bool %[[parameter]] %[[load]]
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[less]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[parameter]] %uint_2
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[mul]] %uint_4
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_StorageBuffer_uint %instruction_counters %uint_0 %[[add]]
; CHECK-NEXT: %[[add2]] = OpAtomicIAdd %uint %[[place2]] %uint_1 %uint_0 %uint_1
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[add2]] %uint_4294967295
; CHECK-NEXT: OpSelectionMerge %[[label4]] None
; CHECK-NEXT: OpBranchConditional %[[equal]] %[[label5]] %[[label4]]
; CHECK-NEXT: %[[label5]] = OpLabel
; CHECK-NEXT: %[[add3]] = OpIAdd %uint %[[add]] %uint_1
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_StorageBuffer_uint %instruction_counters %uint_0 %[[add3]]
; CHECK-NEXT: %[[add4]] = OpAtomicIAdd %uint %[[place3]] %uint_1 %uint_0 %uint_1
; CHECK-NEXT: OpBranch %[[label4]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %gl_LocalInvocationIndex
; CHECK-NEXT: %[[call]] = OpFunctionCall %void %[[COUNT]] %uint_0
; CHECK-NEXT: %[[less]] = OpULessThan %bool %[[load]] %uint_3
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[less]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[call2]] = OpFunctionCall %void %[[COUNT]] %uint_1
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u1 %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[load]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[call3]] = OpFunctionCall %void %[[COUNT]] %uint_2
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

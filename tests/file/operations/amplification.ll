; Amplification shaders hand a payload to the mesh shaders that they start.
; RUN: trellis %s --emit spvasm --validate
; STAGE: amplification
; MODEL: 6.5
; PROPERTY: i32 10, !{!{i32 32, i32 1, i32 1}, i32 8}

%Payload = type { i32, float }
@payload = internal addrspace(3) global %Payload undef, align 4

define void @main() {
  %t = thread
  %first = getelementptr inbounds %Payload, ptr addrspace(3) @payload, i32 0, i32 0
  store i32 %t, ptr addrspace(3) %first, align 4
  call void @dx.op.dispatchMesh.Payload(i32 173, i32 4, i32 1, i32 1, ptr addrspace(3) @payload)
  ret void
}
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %gl_LocalInvocationIndex
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_TaskPayloadWorkgroupEXT_uint %[[VARIABLE]] %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[load]]
; CHECK-NEXT: OpEmitMeshTasksEXT %uint_4 %uint_1 %uint_1 %[[VARIABLE]]
; CHECK-NEXT: OpFunctionEnd

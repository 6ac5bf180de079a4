; View instancing, by multiview: SV_ViewID is the built-in ViewIndex.
; RUN: trellis %s --emit spvasm --validate --views 2
; MODEL: 6.1
; STAGE: vertex
; OUTPUT: SV_Position0 float4

define void @main() {
  %view = call i32 @dx.op.viewID.i32(i32 138)
  %x = uitofp i32 %view to float
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float 0.0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float 0.0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)
  ret void
}
; CHECK: OpCapability MultiView
; CHECK: OpDecorate %[[VIEW]] BuiltIn ViewIndex
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[VIEW]]
; CHECK-NEXT: %[[convert]] = OpConvertUToF %float %[[load]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[convert]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_1
; CHECK-NEXT: OpStore %[[place2]] %float_0
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_2
; CHECK-NEXT: OpStore %[[place3]] %float_0
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_3
; CHECK-NEXT: OpStore %[[place4]] %float_1
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

; Options of stages: an inverted y, invariant positions.
; RUN: trellis %s --emit spvasm --validate --invert-y --invariant-position
; STAGE: vertex
; INPUT: POSITION0 float4
; OUTPUT: SV_Position0 float4

define void @main() {
  %y = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float 0.0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %y)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float 0.0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)
  ret void
}
; CHECK: OpDecorate %out_SV_Position Invariant
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Input_float %in_POSITION %uint_1
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_0
; CHECK-NEXT: OpStore %[[place2]] %float_0
; CHECK-NEXT: %[[negate]] = OpFNegate %float %[[load]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_1
; CHECK-NEXT: OpStore %[[place3]] %[[negate]]
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_2
; CHECK-NEXT: OpStore %[[place4]] %float_0
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_3
; CHECK-NEXT: OpStore %[[place5]] %float_1
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

; Domain shaders: the place in the patch, control points, constants of the patch.
; RUN: trellis %s --emit spvasm --validate
; STAGE: domain
; PROPERTY: i32 2, !{i32 2, i32 3}
; INPUT: POSITION0 float4
; OUTPUT: SV_Position0 float4
; PATCH: SV_TessFactor0 float1x3 row0.3
; PATCH: SV_InsideTessFactor0 float row3.3
; PATCH: SCALE0 float row0

; CHECK: OpExecutionMode %main Triangles

define void @main() {
  %u = call float @dx.op.domainLocation.f32(i32 105, i8 0)
  %scale = call float @dx.op.loadPatchConstant.f32(i32 104, i32 2, i32 0, i8 0)
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 1)
  %product = fmul fast float %u, %scale
  %sum = fadd fast float %product, %x
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %sum)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float 0.0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float 0.0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)
  ret void
}
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %v3float %gl_TessCoord
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[load]] 0
; CHECK-NEXT: %[[load2]] = OpLoad %float %patch_SCALE
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Input_float %in_POSITION %uint_1 %uint_0
; CHECK-NEXT: %[[load3]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[add]] = OpExtInst %float %[[GLSL]] Fma %[[extract]] %[[load2]] %[[load3]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_0
; CHECK-NEXT: OpStore %[[place2]] %[[add]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_1
; CHECK-NEXT: OpStore %[[place3]] %float_0
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_2
; CHECK-NEXT: OpStore %[[place4]] %float_0
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_3
; CHECK-NEXT: OpStore %[[place5]] %float_1
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

; Mesa's compiler describes some textures as buffers: their handles are null descriptors, with a warning. By other compilers this is an error.
; RUN: trellis %s --emit spvasm --validate

;--- Mesa.
; RESOURCE: u0 RWByteAddressBuffer
; RESOURCE: t0 ByteAddressBuffer
; RESOURCE: s0
define void @main() {
  %srv = handle t0
  %smp = handle s0
  %s = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %srv, %dx.types.Handle %smp, float 0.5, float 0.5, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %x = extractvalue %dx.types.ResRet.f32 %s, 0
  %i = bitcast float %x to i32
  write u0, 0, %i
  ret void
}
!llvm.ident = !{!918}
!918 = !{!"Mesa version 25.0.7"}
; ERROR: warning: function main uses t0 (t0, space0) as a different kind of resource (dx.op.sampleLevel (SampleLevel, 62)): the handle is treated as a null descriptor
; CHECK-LABEL: %main = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %float_0
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[bitcast]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

;--- Another compiler.
; RESOURCE: u0 RWByteAddressBuffer
; RESOURCE: t0 ByteAddressBuffer
; RESOURCE: s0
define void @main() {
  %srv = handle t0
  %smp = handle s0
  %s = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %srv, %dx.types.Handle %smp, float 0.5, float 0.5, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %x = extractvalue %dx.types.ResRet.f32 %s, 0
  %i = bitcast float %x to i32
  write u0, 0, %i
  ret void
}
!llvm.ident = !{!918}
!918 = !{!"dxcoob 1.8"}
; STATUS: 1
; ERROR: error: a texture operation on a RawBuffer (function main, block 0, instruction 2, dx.op.sampleLevel (SampleLevel, 62))

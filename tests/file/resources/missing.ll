; A handle of a resource that the metadata do not describe is a null descriptor: reads are 0, writes are dropped, with a warning for each.
; RUN: trellis %s --emit spvasm --validate
; ERROR: function main creates a handle for SRV 902, which the resource metadata lack: treated as a null descriptor
; ERROR-NEXT: function main creates a handle for sampler 1, which the resource metadata lack: treated as a null descriptor
; ERROR-NOT: {{.+}}

define void @main() {
  %srv = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 902, i32 0, i1 false)
  %again = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 902, i32 1, i1 false)
  %smp = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 1, i32 0, i1 false)
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %srv, i32 4, i32 undef, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.i32 %r, 0
  write u1, 0, %x
  ret void
}
; CHECK-LABEL: %main = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u1 %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place]] %uint_0
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

; Buffers that are only read have a block type of their own: NVIDIA's compiler takes NonWritable of one variable to hold for all
; variables of its type, and then moves loads before stores.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 ByteAddressBuffer
; RESOURCE: u2 RWByteAddressBuffer
; RESOURCE: u3 RWByteAddressBuffer

define i32 @add(i32 %at) {
  %t = handle t0
  %u = handle u2
  %read = handle u3
  %source = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %t, i32 %at, i32 undef, i8 1, i32 4)
  %first = extractvalue %dx.types.ResRet.i32 %source, 0
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %u, i32 %at, i32 undef, i32 %first, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  %stored = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %u, i32 %at, i32 undef, i8 1, i32 4)
  %second = extractvalue %dx.types.ResRet.i32 %stored, 0
  %other = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %read, i32 %at, i32 undef, i8 1, i32 4)
  %third = extractvalue %dx.types.ResRet.i32 %other, 0
  %sum = add i32 %second, %third
  ret i32 %sum
}
; CHECK: OpDecorate %t0 NonWritable
; CHECK: OpDecorate %u3 NonWritable
; CHECK-NOT: OpDecorate %u2 NonWritable
; CHECK: OpDecorate %u2 Aliased
; CHECK: %_struct_[[read]] = OpTypeStruct %_runtimearr_uint
; CHECK: %_struct_[[written]] = OpTypeStruct %_runtimearr_uint
; CHECK: %t0 = OpVariable %_ptr_StorageBuffer__struct_[[read]] StorageBuffer
; CHECK: %u2 = OpVariable %_ptr_StorageBuffer__struct_[[written]] StorageBuffer
; CHECK: %u3 = OpVariable %_ptr_StorageBuffer__struct_[[read]] StorageBuffer

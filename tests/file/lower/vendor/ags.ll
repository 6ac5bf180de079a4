; AGS: AMD's operations are accesses to a buffer of their own, whose address says which. The buffer is not bound.
; RUN: trellis %s --emit spvasm --validate
; RUN(refused): trellis %s --emit spvasm --vendor refuse
; RESOURCE: u0 RWByteAddressBuffer
; RESOURCE: u1 RWByteAddressBuffer
; RESOURCE: u0 space2147420894 RWByteAddressBuffer

; Word 0x50000003: the lane's number.
define void @main() {
  %b = handle u0 space2147420894
  %lane = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %b, i32 1342177283, i32 undef, i32 undef, i32 0, i32 0)
  write u1, 0, %lane
  ret void
}
; CHECK-NOT: OpDecorate %u0 Binding {{.*}}
; CHECK-LABEL: %main = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %SubgroupLocalInvocationId
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u1 %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[load]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
; STATUS(refused): 3
; ERROR(refused): AMD's AGS intrinsics are refused (UAV u0, space2147420894 (u0)) (function main)

; Atomic operations on buffers, textures and group-shared memory.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: u0 RWByteAddressBuffer
; RESOURCE: u1 RWByteAddressBuffer
; RESOURCE: u2 RWTexture2D uint

@shared = internal addrspace(3) global i32 undef, align 4

; The number says which: 0 add, 1 and, 2 or, 3 xor, 4 smaller signed, 5 larger, 6 smaller unsigned, 7 larger, 8 exchange. Scope 1 is
; the device; no order of other accesses follows from an atomic operation of HLSL (semantics 0).
define i32 @add(i32 %byte, i32 %value) {
  %b = handle u0
  %r = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %b, i32 0, i32 %byte, i32 undef, i32 undef, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[byte]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[byte]] %uint_2
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %[[shift]]
; CHECK-NEXT: %[[add]] = OpAtomicIAdd %uint %[[place]] %uint_1 %uint_0 %[[value]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define i32 @smaller(i32 %value) {
  %b = handle u0
  %r = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %b, i32 4, i32 8, i32 undef, i32 undef, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %uint_2
; CHECK-NEXT: %[[min]] = OpAtomicSMin %uint %[[place]] %uint_1 %uint_0 %[[value]]
; CHECK-NEXT: OpReturnValue %[[min]]
; CHECK-NEXT: OpFunctionEnd

; DXIL has the value to compare before the new one, SPIR-V after it.
define i32 @compare_exchange(i32 %compare, i32 %value) {
  %b = handle u0
  %r = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %b, i32 4, i32 undef, i32 undef, i32 %compare, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[compare]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %uint_1
; CHECK-NEXT: %[[exchange]] = OpAtomicCompareExchange %uint %[[place]] %uint_1 %uint_0 %uint_0 %[[value]] %[[compare]]
; CHECK-NEXT: OpReturnValue %[[exchange]]
; CHECK-NEXT: OpFunctionEnd

define i32 @texture(i32 %x, i32 %y, i32 %value) {
  %t = handle u2
  %r = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %t, i32 8, i32 %x, i32 %y, i32 undef, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[y]]
; CHECK-NEXT: %[[pointer]] = OpImageTexelPointer %_ptr_Image_uint %u2 %[[construct]] %uint_0
; CHECK-NEXT: %[[exchange]] = OpAtomicExchange %uint %[[pointer]] %uint_1 %uint_0 %[[value]]
; CHECK-NEXT: OpReturnValue %[[exchange]]
; CHECK-NEXT: OpFunctionEnd

; Group-shared memory has LLVM's atomic instructions. Scope 2 is the group.
define i32 @group(i32 %value) {
  %r = atomicrmw umax ptr addrspace(3) @shared, i32 %value seq_cst
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[max]] = OpAtomicUMax %uint %[[VARIABLE]] %uint_2 %uint_0 %[[value]]
; CHECK-NEXT: OpReturnValue %[[max]]
; CHECK-NEXT: OpFunctionEnd

define i32 @group_compare(i32 %compare, i32 %value) {
  %pair = cmpxchg ptr addrspace(3) @shared, i32 %compare, i32 %value seq_cst seq_cst
  %r = extractvalue { i32, i1 } %pair, 0
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[compare]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[exchange]] = OpAtomicCompareExchange %uint %[[VARIABLE]] %uint_2 %uint_0 %uint_0 %[[value]] %[[compare]]
; CHECK-NEXT: OpReturnValue %[[exchange]]
; CHECK-NEXT: OpFunctionEnd

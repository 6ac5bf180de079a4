; Loads and stores of raw, structured and typed buffers.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: u0 RWByteAddressBuffer
; RESOURCE: u1 RWByteAddressBuffer
; RESOURCE: u2 RWStructuredBuffer 16 counter
; RESOURCE: t0 Buffer float4
; RESOURCE: t1 StructuredBuffer 12

; A raw buffer is an array of words: byte addresses become word numbers.
define i32 @raw(i32 %byte) {
  %b = handle u0
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %b, i32 %byte, i32 undef, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.i32 %r, 0
  ret i32 %x
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[byte]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[byte]] %uint_2
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; An address that is a small number times four is not divided: the word's number is that number.
define i32 @scaled(i32 %number) {
  %word = and i32 %number, 255
  %byte = shl i32 %word, 2
  %b = handle u0
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %b, i32 %byte, i32 undef, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.i32 %r, 0
  ret i32 %x
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[number]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[number]] %uint_255
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %[[and]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; Only the components that something uses are loaded.
define float @structured(i32 %element) {
  %b = handle t1
  %r = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %b, i32 %element, i32 0, i8 7, i32 4)
  %y = extractvalue %dx.types.ResRet.f32 %r, 1
  ret float %y
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[element]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[element]] %uint_3
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[mul]] %uint_1
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_float %t1 %uint_0 %[[add]]
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

define float @typed(i32 %element) {
  %b = handle t0
  %r = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %b, i32 %element, i32 undef)
  %w = extractvalue %dx.types.ResRet.f32 %r, 3
  ret float %w
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[element]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[element]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 3
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; The mask says which components are stored: here x and y, at byte 8 of the element.
define void @store(i32 %element, i32 %x, i32 %y) {
  %b = handle u2
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %b, i32 %element, i32 8, i32 %x, i32 %y, i32 undef, i32 undef, i8 3, i32 4)
  ret void
}
; CHECK-LABEL: = OpFunction %void None
; CHECK-NEXT: %[[element]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[element]] %uint_2
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[shift]] %uint_2
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u2 %uint_0 %[[add]]
; CHECK-NEXT: OpStore %[[place]] %[[x]]
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[shift]] %uint_3
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_StorageBuffer_uint %u2 %uint_0 %[[add2]]
; CHECK-NEXT: OpStore %[[place2]] %[[y]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

; The hidden counter of the structured buffer is a buffer of its own. Counting up gives the number before, counting down the one after.
define i32 @count_up() {
  %b = handle u2
  %r = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %b, i8 1)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u2_counter %uint_0
; CHECK-NEXT: %[[add]] = OpAtomicIAdd %uint %[[place]] %uint_1 %uint_0 %uint_1
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define i32 @count_down() {
  %b = handle u2
  %r = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %b, i8 -1)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u2_counter %uint_0
; CHECK-NEXT: %[[sub]] = OpAtomicISub %uint %[[place]] %uint_1 %uint_0 %uint_1
; CHECK-NEXT: %[[sub2]] = OpISub %uint %[[sub]] %uint_1
; CHECK-NEXT: OpReturnValue %[[sub2]]
; CHECK-NEXT: OpFunctionEnd

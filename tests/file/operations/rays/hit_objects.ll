; Hit objects (shader model 6.9), for devices without an extension for them: what one holds is kept in variables; the first is its kind,
; and 1 is a miss.
; RUN: trellis %s --emit spvasm --validate
; STAGE: library
; MODEL: 6.9
; ENTRY: generate 7
; RESOURCE: t0 RaytracingAccelerationStructure
; RESOURCE: u1 RWByteAddressBuffer

%dx.types.HitObject = type { ptr }

define void @generate() {
  %h = call %dx.types.HitObject @dx.op.hitObject_MakeMiss(i32 265, i32 0, i32 2, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 1.0e+02)
  %miss = call i1 @dx.op.hitObject_StateScalar.i1(i32 269, %dx.types.HitObject %h)
  %word = zext i1 %miss to i32
  write u1, 0, %word
  ret void
}
; CHECK-LABEL: %generate = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Private_uint %hit_objects %uint_1 %uint_0
; CHECK-NEXT: OpStore %[[place]] %uint_1
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Private_uint %hit_objects %uint_1 %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[load]] %uint_1
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[equal]] %uint_1 %uint_0
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_StorageBuffer_uint %u1 %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place3]] %[[select]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

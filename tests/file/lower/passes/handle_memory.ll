; A local array of handles becomes an array of their indices into the heap.
; RUN: trellis %s --emit spvasm --dump-program %t

define void @main() {
  %t = thread
  %handles = alloca [2 x %dx.types.Handle]
  %p0 = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 0
  %p1 = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 1
  %h0 = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 7, i1 false, i1 false)
  %h1 = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 9, i1 false, i1 false)
  store %dx.types.Handle %h0, ptr %p0
  store %dx.types.Handle %h1, ptr %p1
  %i = and i32 %t, 1
  %p = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 %i
  %h = load %dx.types.Handle, ptr %p
  %a = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 4107, i32 0 })
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %a, i32 0, i32 undef, i32 %t, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[alloca]]:ptr = alloca [2 x %dx.types.Handle]
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [2 x %dx.types.Handle], %[[alloca]], 0, 0
; CHECK-NEXT: %[[getelementptr2]]:ptr = getelementptr [2 x %dx.types.Handle], %[[alloca]], 0, 1
; CHECK-NEXT: %[[heap]]:%dx.types.Handle = dx.op.createHandleFromHeap(218) 7, false, false
; CHECK-NEXT: %[[heap2]]:%dx.types.Handle = dx.op.createHandleFromHeap(218) 9, false, false
; CHECK-NEXT: store %[[heap]], %[[getelementptr]], align 8
; CHECK-NEXT: store %[[heap2]], %[[getelementptr2]], align 8
; CHECK-NEXT: %[[and]]:i32 = and %[[group]], 1
; CHECK-NEXT: %[[getelementptr3]]:ptr = getelementptr [2 x %dx.types.Handle], %[[alloca]], 0, %[[and]]
; CHECK-NEXT: %[[load]]:%dx.types.Handle = load %[[getelementptr3]], align 8
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.annotateHandle(216) %[[load]], {4107, 0}
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[group]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/02-handle-memory.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[alloca]]:ptr = alloca [2 x i32]
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [2 x i32], %[[alloca]], 0, 0
; CHECK-NEXT: %[[getelementptr2]]:ptr = getelementptr [2 x i32], %[[alloca]], 0, 1
; CHECK-NEXT: %[[heap]]:%dx.types.Handle = dx.op.createHandleFromHeap(218) 7, false, false
; CHECK-NEXT: %[[heap2]]:%dx.types.Handle = dx.op.createHandleFromHeap(218) 9, false, false
; CHECK-NEXT: store 7, %[[getelementptr]], align 4
; CHECK-NEXT: store 9, %[[getelementptr2]], align 4
; CHECK-NEXT: %[[and]]:i32 = and %[[group]], 1
; CHECK-NEXT: %[[getelementptr3]]:ptr = getelementptr [2 x i32], %[[alloca]], 0, %[[and]]
; CHECK-NEXT: %[[load]]:i32 = load %[[getelementptr3]], align 4
; CHECK-NEXT: %[[heap3]]:%dx.types.Handle = dx.op.createHandleFromHeap(218) %[[load]], false, false
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.annotateHandle(216) %[[heap3]], {4107, 0}
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[group]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

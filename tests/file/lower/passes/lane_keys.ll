; What is compared with the first lane's value is that value where they are equal.
; RUN: trellis %s --emit spvasm --dump-program %t

define void @main() {
  %t = thread
  br label %loop
loop:
  %key = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %t)
  %same = icmp eq i32 %key, %t
  br i1 %same, label %found, label %loop
found:
  write u1, 0, %t
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: br block1
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[first]]:i32 = dx.op.waveReadLaneFirst.i32(118) %[[group]]
; CHECK-NEXT: %[[icmp]]:i1 = icmp eq %[[first]], %[[group]]
; CHECK-NEXT: br %[[icmp]], block2, block1
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[group]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/02-lane-keys.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: br block1
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[first]]:i32 = dx.op.waveReadLaneFirst.i32(118) %[[group]]
; CHECK-NEXT: %[[icmp]]:i1 = icmp eq %[[first]], %[[group]]
; CHECK-NEXT: br %[[icmp]], block2, block1
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[first]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

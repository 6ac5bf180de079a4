; With maximal reconvergence, a switch before a vote becomes a chain of branches: one for each block, in the order of the cases.
; RUN: trellis %s --emit spvasm --maximal-reconvergence --dump-program %t

define void @main() {
  %t = thread
  switch i32 %t, label %other [ i32 1, label %one
                                i32 5, label %one
                                i32 2, label %end ]
one:
  br label %end
other:
  br label %end
end:
  %x = phi i32 [ 10, %one ], [ 20, %other ], [ 30, %0 ]
  %v = call i1 @dx.op.waveIsFirstLane(i32 110)
  write u1, 0, %x
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: switch %[[group]], default: block2, 1: block1, 5: block1, 2: block3
; CHECK-NEXT: block1:
; CHECK-NEXT: br block3
; CHECK-NEXT: block2:
; CHECK-NEXT: br block3
; CHECK-NEXT: block3:
; CHECK-NEXT: %[[phi]]:i32 = phi 30, 10, 20
; CHECK-NEXT: %[[lane]]:i1 = dx.op.waveIsFirstLane(110)
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[phi]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/02-switch-chains.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[icmp]]:i1 = icmp eq %[[group]], 1
; CHECK-NEXT: %[[icmp2]]:i1 = icmp eq %[[group]], 5
; CHECK-NEXT: %[[or]]:i1 = or %[[icmp]], %[[icmp2]]
; CHECK-NEXT: br %[[or]], block1, block4
; CHECK-NEXT: block1:
; CHECK-NEXT: br block3
; CHECK-NEXT: block2:
; CHECK-NEXT: br block3
; CHECK-NEXT: block3:
; CHECK-NEXT: %[[phi]]:i32 = phi 10, 20, 30
; CHECK-NEXT: %[[lane]]:i1 = dx.op.waveIsFirstLane(110)
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[phi]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: block4:
; CHECK-NEXT: %[[icmp3]]:i1 = icmp eq %[[group]], 2
; CHECK-NEXT: br %[[icmp3]], block3, block2
; CHECK-NEXT: }
; CHECK-NOT: file

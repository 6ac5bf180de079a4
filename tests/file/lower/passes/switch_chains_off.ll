; Switches stay if nothing after them depends on the lanes that run together, or without maximal reconvergence.
; RUN(off): trellis %s --emit spvasm --dump-program %t
; RUN(on): trellis %s --emit spvasm --maximal-reconvergence --dump-program %t

;--- A vote.
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
; CHECK-LABEL(off): file main/01-input.txt
; CHECK-LABEL(off): void @main() {
; CHECK-NEXT(off): block0:
; CHECK-NEXT(off): %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT(off): switch %[[group]], default: block2, 1: block1, 5: block1, 2: block3
; CHECK-NEXT(off): block1:
; CHECK-NEXT(off): br block3
; CHECK-NEXT(off): block2:
; CHECK-NEXT(off): br block3
; CHECK-NEXT(off): block3:
; CHECK-NEXT(off): %[[phi]]:i32 = phi 30, 10, 20
; CHECK-NEXT(off): %[[lane]]:i1 = dx.op.waveIsFirstLane(110)
; CHECK-NEXT(off): %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT(off): dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[phi]], undef, undef, undef, 1, 4
; CHECK-NEXT(off): ret
; CHECK-NEXT(off): }
; CHECK-NOT(off): file
; CHECK(on): file main/02-switch-chains.txt

;--- None.
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
  write u1, 0, %x
  ret void
}
; CHECK(off): OpSwitch
; CHECK-NOT(off): file main/02-{{.*}}
; CHECK(on): OpSwitch
; CHECK-NOT(on): file main/02-{{.*}}

; A branch on dx.break becomes a jump; the text ends with the loop that it leaves.
; RUN: trellis %s --emit spvasm --dump-program %t

@dx.break.cond = internal constant [1 x i32] zeroinitializer
define void @main() {
  %t = thread
  %place = load i32, ptr @dx.break.cond
  %always = icmp eq i32 %place, 0
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %next, %again ]
  %first = call i1 @dx.op.waveIsFirstLane(i32 110)
  br i1 %first, label %leave, label %again
leave:
  write u1, 0, %n
  br i1 %always, label %end, label %again
again:
  %next = add i32 %n, 1
  br label %loop
end:
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[load]]:i32 = load @dx.break.cond, align 4
; CHECK-NEXT: %[[icmp]]:i1 = icmp eq %[[load]], 0
; CHECK-NEXT: br block1
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[phi]]:i32 = phi 0, %[[add]]
; CHECK-NEXT: %[[lane]]:i1 = dx.op.waveIsFirstLane(110)
; CHECK-NEXT: br %[[lane]], block2, block3
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[phi]], undef, undef, undef, 1, 4
; CHECK-NEXT: br %[[icmp]], block4, block3
; CHECK-NEXT: block3:
; CHECK-NEXT: %[[add]]:i32 = add %[[phi]], 1
; CHECK-NEXT: br block1
; CHECK-NEXT: block4:
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/02-break-marks.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: br block1
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[phi]]:i32 = phi 0, %[[add]]
; CHECK-NEXT: %[[lane]]:i1 = dx.op.waveIsFirstLane(110)
; CHECK-NEXT: br %[[lane]], block2, block3
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[phi]], undef, undef, undef, 1, 4
; CHECK-NEXT: br block4
; CHECK-NEXT: block3:
; CHECK-NEXT: %[[add]]:i32 = add %[[phi]], 1
; CHECK-NEXT: br block1
; CHECK-NEXT: block4:
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

; With maximal reconvergence, functions keep their returns.
; RUN: trellis %s --emit spvasm --maximal-reconvergence --dump-program %t

define i32 @choose(i32 %x) noinline {
  %low = icmp ult i32 %x, 8
  br i1 %low, label %first, label %second
first:
  ret i32 1
second:
  ret i32 %x
}
define void @main() {
  %t = thread
  %x = call i32 @choose(i32 %t)
  %v = call i1 @dx.op.waveIsFirstLane(i32 110)
  write u1, 0, %x
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: i32 @choose({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[icmp]]:i1 = icmp ult %[[parameter]], 8
; CHECK-NEXT: br %[[icmp]], block1, block2
; CHECK-NEXT: block1:
; CHECK-NEXT: ret 1
; CHECK-NEXT: block2:
; CHECK-NEXT: ret %[[parameter]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[call]]:i32 = call @choose %[[group]]
; CHECK-NEXT: %[[lane]]:i1 = dx.op.waveIsFirstLane(110)
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[call]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

; Three returns, and returns without a value. No code runs after the entry point, which keeps both of its returns.
; RUN: trellis %s --emit spvasm --dump-program %t

define i32 @several(i32 %x) {
  %low = icmp ult i32 %x, 8
  br i1 %low, label %first, label %rest
first:
  ret i32 1
rest:
  %odd = icmp eq i32 %x, 9
  br i1 %odd, label %second, label %third
second:
  ret i32 %x
third:
  ret i32 3
}
define void @nothing(i32 %x) {
  %low = icmp ult i32 %x, 8
  br i1 %low, label %first, label %second
first:
  ret void
second:
  ret void
}
define void @main() {
  %a = call i32 @several(i32 5)
  call void @nothing(i32 %a)
  %zero = icmp eq i32 %a, 0
  br i1 %zero, label %out, label %end
out:
  ret void
end:
  %v = call i1 @dx.op.waveIsFirstLane(i32 110)
  ret void
}
; CHECK-LABEL: file main/02-single-returns.txt
; CHECK-LABEL: i32 @several({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[icmp]]:i1 = icmp ult %[[parameter]], 8
; CHECK-NEXT: br %[[icmp]], block1, block2
; CHECK-NEXT: block1:
; CHECK-NEXT: br block5
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[icmp2]]:i1 = icmp eq %[[parameter]], 9
; CHECK-NEXT: br %[[icmp2]], block3, block4
; CHECK-NEXT: block3:
; CHECK-NEXT: br block5
; CHECK-NEXT: block4:
; CHECK-NEXT: br block5
; CHECK-NEXT: block5:
; CHECK-NEXT: %[[phi]]:i32 = phi 1, %[[parameter]], 3
; CHECK-NEXT: ret %[[phi]]
; CHECK-NEXT: }
; CHECK-LABEL: void @nothing({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[icmp]]:i1 = icmp ult %[[parameter]], 8
; CHECK-NEXT: br %[[icmp]], block1, block2
; CHECK-NEXT: block1:
; CHECK-NEXT: br block3
; CHECK-NEXT: block2:
; CHECK-NEXT: br block3
; CHECK-NEXT: block3:
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[call]]:i32 = call @several 5
; CHECK-NEXT: call @nothing %[[call]]
; CHECK-NEXT: %[[icmp]]:i1 = icmp eq %[[call]], 0
; CHECK-NEXT: br %[[icmp]], block1, block2
; CHECK-NEXT: block1:
; CHECK-NEXT: ret
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[lane]]:i1 = dx.op.waveIsFirstLane(110)
; CHECK-NEXT: ret
; CHECK-NEXT: }

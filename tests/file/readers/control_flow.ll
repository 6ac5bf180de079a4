; Blocks, their edges and phis.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

;--- Values of phis are in the order of the edges that enter the block, although the phi names its blocks in another, and one twice.
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 1, label %join
    i32 2, label %join
    i32 -5, label %last
  ]
other:
  br label %join
last:
  br label %join
join:
  %p = phi i32 [ 30, %last ], [ 10, %entry ], [ 20, %other ], [ 10, %entry ]
  %q = phi i32 [ 33, %last ], [ 11, %entry ], [ 22, %other ], [ 11, %entry ]
  %s = add i32 %p, %q
  ret i32 %s
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: switch %[[x]], default: block1, 1: block3, 2: block3, 4294967291: block2
; CHECK-NEXT: block1:
; CHECK-NEXT: br block3
; CHECK-NEXT: block2:
; CHECK-NEXT: br block3
; CHECK-NEXT: block3:
; CHECK-NEXT: %[[phi]]:i32 = phi 10, 10, 20, 30
; CHECK-NEXT: %[[phi2]]:i32 = phi 11, 11, 22, 33
; CHECK-NEXT: %[[add]]:i32 = add %[[phi]], %[[phi2]]
; CHECK-NEXT: ret %[[add]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- Two values for one block violate the rules of LLVM, whose reader takes the first for both edges.
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %b [ i32 1, label %b ]
b:
  %p = phi i32 [ 0, %entry ], [ 1, %entry ]
  ret i32 %p
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: switch %[[x]], default: block1, 1: block1
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[phi]]:i32 = phi 0, 0
; CHECK-NEXT: ret %[[phi]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- Phis of one block may name their blocks in different orders.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %p = phi i32 [ 1, %a ], [ 2, %b ]
  %q = phi i32 [ 4, %b ], [ 3, %a ]
  %s = add i32 %p, %q
  ret i32 %s
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: br %[[c]], block1, block2
; CHECK-NEXT: block1:
; CHECK-NEXT: br block3
; CHECK-NEXT: block2:
; CHECK-NEXT: br block3
; CHECK-NEXT: block3:
; CHECK-NEXT: %[[phi]]:i32 = phi 1, 2
; CHECK-NEXT: %[[phi2]]:i32 = phi 3, 4
; CHECK-NEXT: %[[add]]:i32 = add %[[phi]], %[[phi2]]
; CHECK-NEXT: ret %[[add]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- A phi of a loop uses a value that is defined after it.
define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret i32 %next
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: br block1
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[phi]]:i32 = phi 0, %[[add]]
; CHECK-NEXT: %[[add]]:i32 = add %[[phi]], 1
; CHECK-NEXT: %[[icmp]]:i1 = icmp eq %[[add]], %[[n]]
; CHECK-NEXT: br %[[icmp]], block2, block1
; CHECK-NEXT: block2:
; CHECK-NEXT: ret %[[add]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- Blocks may be in any order.
define i32 @f(i32 %n) {
entry:
  br label %second
third:
  %b = add i32 %a, 1
  ret i32 %b
second:
  %a = add i32 %n, 2
  br label %third
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: br block2
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[add]]:i32 = add %[[add2]], 1
; CHECK-NEXT: ret %[[add]]
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[add2]]:i32 = add %[[n]], 2
; CHECK-NEXT: br block1
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- An unreachable block loses its instructions and its edges.
define i32 @f(i32 %n) {
entry:
  br label %join
dead:
  %self = add i32 %other, 1
  %other = add i32 %self, 1
  br i1 undef, label %join, label %dead
join:
  %p = phi i32 [ %n, %entry ], [ %self, %dead ]
  ret i32 %p
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: br block2
; CHECK-NEXT: block1:
; CHECK-NEXT: unreachable
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[phi]]:i32 = phi %[[n]]
; CHECK-NEXT: ret %[[phi]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

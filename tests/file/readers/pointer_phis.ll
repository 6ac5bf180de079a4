; A phi or select of pointers into one variable becomes a phi or select of the indices.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

;--- A phi.
define i32 @f(i1 %c, i32 %i) {
entry:
  %v = alloca [8 x i32]
  br i1 %c, label %a, label %b
a:
  %p = getelementptr [8 x i32], ptr %v, i32 0, i32 %i
  br label %join
b:
  %q = getelementptr [8 x i32], ptr %v, i32 0, i32 3
  br label %join
join:
  %r = phi ptr [ %p, %a ], [ %q, %b ]
  %x = phi i32 [ 1, %a ], [ 2, %b ]
  %y = load i32, ptr %r
  %z = add i32 %x, %y
  ret i32 %z
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[alloca]]:ptr = alloca [8 x i32]
; CHECK-NEXT: br %[[c]], block1, block2
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, %[[i]]
; CHECK-NEXT: br block3
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[getelementptr2]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, 3
; CHECK-NEXT: br block3
; CHECK-NEXT: block3:
; CHECK-NEXT: %[[phi]]:i32 = phi %[[i]], 3
; CHECK-NEXT: %[[phi2]]:i32 = phi 1, 2
; CHECK-NEXT: %[[getelementptr3]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, %[[phi]]
; CHECK-NEXT: %[[load]]:i32 = load %[[getelementptr3]], align 4
; CHECK-NEXT: %[[add]]:i32 = add %[[phi2]], %[[load]]
; CHECK-NEXT: ret %[[add]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- Groupshared memory, and an index after the member of a struct.
%S = type { i32, [4 x float] }
@g = external addrspace(3) global [4 x %S]
define void @f(i1 %c, i32 %i) {
entry:
  %p = getelementptr [4 x %S], ptr addrspace(3) @g, i32 0, i32 %i, i32 1, i32 2
  %q = getelementptr [4 x %S], ptr addrspace(3) @g, i32 0, i32 1, i32 1, i32 %i
  %r = select i1 %c, ptr addrspace(3) %p, ptr addrspace(3) %q
  store float 1.0, ptr addrspace(3) %r
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[getelementptr]]:ptr(3) = getelementptr [4 x %S], @g, 0, %[[i]], 1, 2
; CHECK-NEXT: %[[getelementptr2]]:ptr(3) = getelementptr [4 x %S], @g, 0, 1, 1, %[[i]]
; CHECK-NEXT: %[[select]]:i32 = select %[[c]], %[[i]], 1
; CHECK-NEXT: %[[select2]]:i32 = select %[[c]], 2, %[[i]]
; CHECK-NEXT: %[[getelementptr3]]:ptr(3) = getelementptr [4 x %S], @g, 0, %[[select]], 1, %[[select2]]
; CHECK-NEXT: store 1, %[[getelementptr3]], align 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- Phis in a loop that refer to each other.
define void @f(i32 %n, i1 %c) {
entry:
  %v = alloca [8 x i32]
  %first = getelementptr [8 x i32], ptr %v, i32 0, i32 0
  br label %loop
loop:
  %p = phi ptr [ %first, %entry ], [ %next, %latch ]
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  br i1 %c, label %skip, label %latch
skip:
  %q = getelementptr [8 x i32], ptr %v, i32 0, i32 %j
  br label %latch
latch:
  %next = phi ptr [ %p, %loop ], [ %q, %skip ]
  %done = icmp eq i32 %j, %n
  br i1 %done, label %out, label %loop
out:
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[alloca]]:ptr = alloca [8 x i32]
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, 0
; CHECK-NEXT: br block1
; CHECK-NEXT: block1:
; CHECK-NEXT: %[[phi]]:i32 = phi 0, %[[phi2]]
; CHECK-NEXT: %[[phi3]]:i32 = phi 0, %[[add]]
; CHECK-NEXT: %[[getelementptr2]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, %[[phi]]
; CHECK-NEXT: store %[[phi3]], %[[getelementptr2]], align 4
; CHECK-NEXT: %[[add]]:i32 = add %[[phi3]], 1
; CHECK-NEXT: br %[[c]], block2, block3
; CHECK-NEXT: block2:
; CHECK-NEXT: %[[getelementptr3]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, %[[add]]
; CHECK-NEXT: br block3
; CHECK-NEXT: block3:
; CHECK-NEXT: %[[phi2]]:i32 = phi %[[phi]], %[[add]]
; CHECK-NEXT: %[[getelementptr4]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, %[[phi2]]
; CHECK-NEXT: %[[icmp]]:i1 = icmp eq %[[add]], %[[n]]
; CHECK-NEXT: br %[[icmp]], block4, block1
; CHECK-NEXT: block4:
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- Two pointers to the same variable need no index.
define i32 @f(i1 %c) {
  %v = alloca i32
  %p = select i1 %c, ptr %v, ptr %v
  %x = load i32, ptr %p
  ret i32 %x
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[alloca]]:ptr = alloca i32
; CHECK-NEXT: %[[load]]:i32 = load %[[alloca]], align 4
; CHECK-NEXT: ret %[[load]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- The variable itself is its first element.
define i32 @f(i1 %c, i32 %i) {
  %v = alloca [8 x i32]
  %q = getelementptr [8 x i32], ptr %v, i32 0, i32 %i
  %p = select i1 %c, ptr %v, ptr %q
  %x = load i32, ptr %p
  ret i32 %x
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[alloca]]:ptr = alloca [8 x i32]
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, %[[i]]
; CHECK-NEXT: %[[select]]:i32 = select %[[c]], 0, %[[i]]
; CHECK-NEXT: %[[getelementptr2]]:ptr = getelementptr [8 x i32], %[[alloca]], 0, %[[select]]
; CHECK-NEXT: %[[load]]:i32 = load %[[getelementptr2]], align 4
; CHECK-NEXT: ret %[[load]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

;--- Constant addresses.
@t = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 0]
define i32 @f(i1 %c) {
  %p = select i1 %c, ptr getelementptr ([4 x i32], ptr @t, i32 0, i32 1), ptr getelementptr ([4 x i32], ptr @t, i32 0, i32 3)
  %x = load i32, ptr %p
  ret i32 %x
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[select]]:i32 = select %[[c]], 1, 3
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [4 x i32], @t, 0, %[[select]]
; CHECK-NEXT: %[[load]]:i32 = load %[[getelementptr]], align 4
; CHECK-NEXT: ret %[[load]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

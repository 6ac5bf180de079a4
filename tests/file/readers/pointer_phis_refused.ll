; Phis and selects of pointers that do not differ by indices only are refused.
; RUN: trellis %s --reader records --emit spvasm
; RUN: trellis %s --reader llvm --emit spvasm
; STATUS: 3

;--- Two variables.
define i32 @f(i1 %c) {
  %v = alloca i32
  %w = alloca i32
  %p = select i1 %c, ptr %v, ptr %w
  %x = load i32, ptr %p
  ret i32 %x
}
; ERROR: error: pointers that control flow chooses between: they point into different variables or different parts of one (part bitcode, function f, block 0, instruction 2, select)

;--- Two members of a struct.
%S = type { i32, i32 }
define i32 @f(i1 %c) {
  %v = alloca %S
  %a = getelementptr %S, ptr %v, i32 0, i32 0
  %b = getelementptr %S, ptr %v, i32 0, i32 1
  %p = select i1 %c, ptr %a, ptr %b
  %x = load i32, ptr %p
  ret i32 %x
}
; ERROR: error: pointers that control flow chooses between: they point to different members of a struct (part bitcode, function f, block 0, instruction 3, select)

;--- A pointer that advances in a loop.
define void @f(i1 %c) {
entry:
  %v = alloca [8 x i32]
  br label %loop
loop:
  %p = phi ptr [ %v, %entry ], [ %q, %loop ]
  store i32 0, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  br i1 %c, label %loop, label %out
out:
  ret void
}
; ERROR: error: pointers that control flow chooses between: they point into different variables or different parts of one (part bitcode, function f, block 1, instruction 0, phi)

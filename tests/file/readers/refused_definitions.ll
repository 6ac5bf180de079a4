; Uses before definitions, and phis that do not match the graph.
; RUN: trellis %s --reader records --emit spvasm
; RUN: trellis %s --reader llvm --emit spvasm
; STATUS: 1

;--- Two values that need each other.
define i32 @f() {
  %1 = add i32 %2, 1
  %2 = add i32 %1, 1
  ret i32 %2
}
; ERROR: error: a value is used where its definition does not dominate the use (part bitcode, function f, block 0, instruction 0)

;--- A value that needs itself.
define i32 @f() {
  %1 = add i32 %1, 1
  ret i32 %1
}
; ERROR: error: FUNCTION_BLOCK, record BINOP (2): value 14 is an operand of the instruction that defines it (part bitcode, offset {{0x[0-9a-f]+}})

;--- A definition on one of two paths.
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  ret i32 %x
}
; ERROR: error: a value is used where its definition does not dominate the use (part bitcode, function f, block 2, instruction 0)

;--- A phi's value that is not defined on the edge.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  %p = phi i32 [ 0, %a ], [ %x, %entry ]
  ret i32 %p
}
; ERROR: error: a value is used where its definition does not dominate the use (part bitcode, function f, block 2, instruction 0)

;--- A definition in a block that is never reached.
define i32 @f() {
  br label %live
dead:
  %x = add i32 1, 2
  br label %live2
live:
  ret i32 %x
live2:
  ret i32 0
}
; ERROR: error: an operand is defined in a block that is never reached (part bitcode, function f, block 2, instruction 0, ret)

;--- A phi with too few values.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 0, %a ]
  ret i32 %p
}
; ERROR: error: MODULE_BLOCK: phi does not have one value for each predecessor (block 2) (part bitcode, offset {{0x[0-9a-f]+}})

;--- A phi with too many values.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 0, %a ], [ 1, %entry ], [ 2, %b ]
  ret i32 %p
}
; ERROR: error: MODULE_BLOCK: phi does not have one value for each predecessor (block 2) (part bitcode, offset {{0x[0-9a-f]+}})

;--- A phi with a block that is not a predecessor.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 0, %a ], [ 1, %b ]
  ret i32 %p
}
; ERROR: error: MODULE_BLOCK: phi has a value for a block that is not a predecessor (block 2) (part bitcode, offset {{0x[0-9a-f]+}})

;--- A phi with a block twice.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 0, %a ], [ 1, %a ]
  ret i32 %p
}
; ERROR: error: MODULE_BLOCK: phi has a value for a block that is not a predecessor (block 2) (part bitcode, offset {{0x[0-9a-f]+}})

;--- An edge to the entry block.
define void @f() {
entry:
  br label %a
a:
  br label %entry
}
; ERROR: error: MODULE_BLOCK: entry block has a predecessor (block 0) (part bitcode, offset {{0x[0-9a-f]+}})

;--- A function that calls itself by another.
define void @a() {
  call void @b()
  ret void
}
define void @b() {
  call void @c()
  ret void
}
define void @c() {
  call void @b()
  ret void
}
define void @main() {
  call void @a()
  ret void
}
; ERROR: error: the function calls itself (part bitcode, function b)

; Constructors that cannot run before an entry point are refused.
; RUN: trellis %s --reader records --emit spvasm
; RUN: trellis %s --reader llvm --emit spvasm

;--- A parameter.
define void @c(i32 %x) { ret void }
define void @main() { ret void }
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]
; STATUS: 1
; ERROR: error: constructor c has parameters or a result (part bitcode, llvm.global_ctors)

;--- A result.
define i32 @c() { ret i32 0 }
define void @main() { ret void }
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]
; STATUS: 1
; ERROR: error: constructor c has parameters or a result (part bitcode, llvm.global_ctors)

;--- No body.
declare void @c()
define void @main() { ret void }
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]
; STATUS: 3
; ERROR: error: constructor c has no body (part bitcode, llvm.global_ctors)

;--- A variable.
@c = internal global i32 0
define void @main() { ret void }
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]
; STATUS: 1
; ERROR: error: a constructor is not a function (part bitcode, llvm.global_ctors)

;--- The entry point is called.
define void @c() { call void @main() ret void }
define void @main() { ret void }
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]
; STATUS: 1
; ERROR: error: the function calls itself (part bitcode, function c)

;--- The list is not an array.
@llvm.global_ctors = appending global i32 3
define void @main() { ret void }
; STATUS: 1
; ERROR: error: top of the stream: llvm.global_ctors is not a list of constructors (part bitcode, offset {{0x[0-9a-f]+}})

; Functions that the entry point does not reach are neither lowered nor shown.
; RUN: trellis %s --emit spvasm --dump-program %t

%S = type { i32, i32 }
define %S @other(%S %s) noinline {
  ret %S %s
}
define void @main() {
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

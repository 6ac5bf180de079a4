; Floats: of the flags, only all of them together (fast) are kept, and the mark for precise.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

define float @f(float %a, float %b) {
  %1 = fadd fast float %a, %b
  %2 = fsub float -0.0, %1
  %3 = fmul nnan float %2, 1.5
  %4 = fdiv fast float %3, %a, !dx.precise !0
  %5 = frem float %4, %a
  %6 = fneg float %5
  %7 = fcmp fast une float %6, 0.0
  %8 = select i1 %7, float %6, float undef
  ret float %8
}
!0 = !{i32 1}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[fadd]]:float = fadd fast %[[a]], %[[b]]
; CHECK-NEXT: %[[fsub]]:float = fsub -0, %[[fadd]]
; CHECK-NEXT: %[[fmul]]:float = fmul %[[fsub]], 1.5
; CHECK-NEXT: %[[fdiv]]:float = fdiv fast precise %[[fmul]], %[[a]]
; CHECK-NEXT: %[[frem]]:float = frem %[[fdiv]], %[[a]]
; CHECK-NEXT: %[[fneg]]:float = fneg %[[frem]]
; CHECK-NEXT: %[[fcmp]]:i1 = fcmp fast une %[[fneg]], 0
; CHECK-NEXT: %[[select]]:float = select %[[fcmp]], %[[fneg]], undef
; CHECK-NEXT: ret %[[select]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

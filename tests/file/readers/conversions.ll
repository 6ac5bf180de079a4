; Conversions.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

define double @f(i32 %a, half %h) {
  %1 = trunc i32 %a to i16
  %2 = zext i16 %1 to i64
  %3 = sext i16 %1 to i32
  %4 = fpext half %h to double
  %5 = fptrunc double %4 to float
  %6 = fptoui float %5 to i32
  %7 = fptosi float %5 to i32
  %8 = uitofp i32 %6 to float
  %9 = sitofp i32 %7 to double
  %10 = bitcast i64 %2 to double
  %11 = bitcast float %8 to i32
  %12 = freeze double %10
  ret double %12
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[trunc]]:i16 = trunc %[[a]]
; CHECK-NEXT: %[[zext]]:i64 = zext %[[trunc]]
; CHECK-NEXT: %[[sext]]:i32 = sext %[[trunc]]
; CHECK-NEXT: %[[fpext]]:double = fpext %[[h]]
; CHECK-NEXT: %[[fptrunc]]:float = fptrunc %[[fpext]]
; CHECK-NEXT: %[[fptoui]]:i32 = fptoui %[[fptrunc]]
; CHECK-NEXT: %[[fptosi]]:i32 = fptosi %[[fptrunc]]
; CHECK-NEXT: %[[uitofp]]:float = uitofp %[[fptoui]]
; CHECK-NEXT: %[[sitofp]]:double = sitofp %[[fptosi]]
; CHECK-NEXT: %[[bitcast]]:double = bitcast %[[zext]]
; CHECK-NEXT: %[[bitcast2]]:i32 = bitcast %[[uitofp]]
; CHECK-NEXT: %[[freeze]]:double = freeze %[[bitcast]]
; CHECK-NEXT: ret %[[freeze]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

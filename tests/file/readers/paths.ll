; A path of several indices into a value becomes one instruction for each index.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

%T = type { i32, { float, [2 x half] } }
define half @f(%T %t, half %h) {
  %1 = insertvalue %T %t, half %h, 1, 1, 0
  %2 = extractvalue %T %1, 1, 1, 1
  ret half %2
}
define void @main() {
  %r = call half @f(%T undef, half 1.0)
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[extractvalue]]:{float, [2 x half]} = extractvalue %[[parameter]], 1
; CHECK-NEXT: %[[extractvalue2]]:[2 x half] = extractvalue %[[extractvalue]], 1
; CHECK-NEXT: %[[insertvalue]]:[2 x half] = insertvalue %[[extractvalue2]], %[[parameter2]], 0
; CHECK-NEXT: %[[insertvalue2]]:{float, [2 x half]} = insertvalue %[[extractvalue]], %[[insertvalue]], 1
; CHECK-NEXT: %[[insertvalue3]]:%T = insertvalue %[[parameter]], %[[insertvalue2]], 1
; CHECK-NEXT: %[[extractvalue3]]:{float, [2 x half]} = extractvalue %[[insertvalue3]], 1
; CHECK-NEXT: %[[extractvalue4]]:[2 x half] = extractvalue %[[extractvalue3]], 1
; CHECK-NEXT: %[[extractvalue5]]:half = extractvalue %[[extractvalue4]], 1
; CHECK-NEXT: ret %[[extractvalue5]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

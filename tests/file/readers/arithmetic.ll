; Integer arithmetic: the flags nsw, nuw and exact are dropped.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

define i32 @f(i32 %a, i32 %b) {
  %1 = add nsw i32 %a, %b
  %2 = sub i32 %1, 7
  %3 = mul i32 %2, -1
  %4 = udiv i32 %3, %a
  %5 = sdiv exact i32 %4, %a
  %6 = urem i32 %5, %a
  %7 = srem i32 %6, %a
  %8 = shl i32 %7, %a
  %9 = lshr i32 %8, %a
  %10 = ashr i32 %9, %a
  %11 = and i32 %10, 255
  %12 = or i32 %11, %a
  %13 = xor i32 %12, %a
  ret i32 %13
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[add]]:i32 = add %[[a]], %[[b]]
; CHECK-NEXT: %[[sub]]:i32 = sub %[[add]], 7
; CHECK-NEXT: %[[mul]]:i32 = mul %[[sub]], -1
; CHECK-NEXT: %[[udiv]]:i32 = udiv %[[mul]], %[[a]]
; CHECK-NEXT: %[[sdiv]]:i32 = sdiv %[[udiv]], %[[a]]
; CHECK-NEXT: %[[urem]]:i32 = urem %[[sdiv]], %[[a]]
; CHECK-NEXT: %[[srem]]:i32 = srem %[[urem]], %[[a]]
; CHECK-NEXT: %[[shl]]:i32 = shl %[[srem]], %[[a]]
; CHECK-NEXT: %[[lshr]]:i32 = lshr %[[shl]], %[[a]]
; CHECK-NEXT: %[[ashr]]:i32 = ashr %[[lshr]], %[[a]]
; CHECK-NEXT: %[[and]]:i32 = and %[[ashr]], 255
; CHECK-NEXT: %[[or]]:i32 = or %[[and]], %[[a]]
; CHECK-NEXT: %[[xor]]:i32 = xor %[[or]], %[[a]]
; CHECK-NEXT: ret %[[xor]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

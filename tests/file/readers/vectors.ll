; Vectors.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

define float @f(<4 x float> %v, i32 %i) {
  %1 = insertelement <4 x float> %v, float 2.0, i32 %i
  %2 = shufflevector <4 x float> %1, <4 x float> undef, <2 x i32> <i32 3, i32 undef>
  %3 = fadd <2 x float> %2, <float 1.0, float 2.0>
  %4 = fcmp ogt <2 x float> %3, zeroinitializer
  %5 = select <2 x i1> %4, <2 x float> %3, <2 x float> %2
  %6 = extractelement <2 x float> %5, i32 1
  ret float %6
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[insertelement]]:<4 x float> = insertelement %[[v]], 2, %[[i]]
; CHECK-NEXT: %[[shufflevector]]:<2 x float> = shufflevector %[[insertelement]], undef, mask 3 -1
; CHECK-NEXT: %[[fadd]]:<2 x float> = fadd %[[shufflevector]], {1, 2}
; CHECK-NEXT: %[[fcmp]]:<2 x i1> = fcmp ogt %[[fadd]], zero
; CHECK-NEXT: %[[select]]:<2 x float> = select %[[fcmp]], %[[fadd]], %[[shufflevector]]
; CHECK-NEXT: %[[extractelement]]:float = extractelement %[[select]], 1
; CHECK-NEXT: ret %[[extractelement]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

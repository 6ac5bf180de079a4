; The marks for non-uniform addresses and precise operations.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

@textures = external constant [8 x i32]
define float @f(i32 %i, float %x) {
  %1 = getelementptr [8 x i32], ptr @textures, i32 0, i32 %i, !dx.nonuniform !0
  %2 = load i32, ptr %1
  %3 = call float @dx.op.unary.f32(i32 13, float %x), !dx.precise !0
  ret float %3
}
!0 = !{i32 1}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr nonuniform [8 x i32], @textures, 0, %[[i]]
; CHECK-NEXT: %[[load]]:i32 = load %[[getelementptr]], align 4
; CHECK-NEXT: %[[unary]]:float = dx.op.unary.f32(13) precise %[[x]]
; CHECK-NEXT: ret %[[unary]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

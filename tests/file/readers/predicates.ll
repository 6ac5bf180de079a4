; The predicates of comparisons.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

define i1 @f(i32 %a) {
  %eq = icmp eq i32 %a, 3
  %ne = icmp ne i32 %a, 3
  %ugt = icmp ugt i32 %a, 3
  %uge = icmp uge i32 %a, 3
  %ult = icmp ult i32 %a, 3
  %ule = icmp ule i32 %a, 3
  %sgt = icmp sgt i32 %a, 3
  %sge = icmp sge i32 %a, 3
  %slt = icmp slt i32 %a, 3
  %sle = icmp sle i32 %a, 3
  ret i1 %sle
}

define i1 @g(float %a) {
  %false = fcmp false float %a, 3.0
  %oeq = fcmp oeq float %a, 3.0
  %ogt = fcmp ogt float %a, 3.0
  %oge = fcmp oge float %a, 3.0
  %olt = fcmp olt float %a, 3.0
  %ole = fcmp ole float %a, 3.0
  %one = fcmp one float %a, 3.0
  %ord = fcmp ord float %a, 3.0
  %uno = fcmp uno float %a, 3.0
  %ueq = fcmp ueq float %a, 3.0
  %ugt = fcmp ugt float %a, 3.0
  %uge = fcmp uge float %a, 3.0
  %ult = fcmp ult float %a, 3.0
  %ule = fcmp ule float %a, 3.0
  %une = fcmp une float %a, 3.0
  %true = fcmp true float %a, 3.0
  ret i1 %true
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[icmp]]:i1 = icmp eq %[[a]], 3
; CHECK-NEXT: %[[icmp2]]:i1 = icmp ne %[[a]], 3
; CHECK-NEXT: %[[icmp3]]:i1 = icmp ugt %[[a]], 3
; CHECK-NEXT: %[[icmp4]]:i1 = icmp uge %[[a]], 3
; CHECK-NEXT: %[[icmp5]]:i1 = icmp ult %[[a]], 3
; CHECK-NEXT: %[[icmp6]]:i1 = icmp ule %[[a]], 3
; CHECK-NEXT: %[[icmp7]]:i1 = icmp sgt %[[a]], 3
; CHECK-NEXT: %[[icmp8]]:i1 = icmp sge %[[a]], 3
; CHECK-NEXT: %[[icmp9]]:i1 = icmp slt %[[a]], 3
; CHECK-NEXT: %[[icmp10]]:i1 = icmp sle %[[a]], 3
; CHECK-NEXT: ret %[[icmp10]]
; CHECK-NEXT: }
; CHECK-LABEL: {{.*}} @g({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[fcmp]]:i1 = fcmp false %[[a]], 3
; CHECK-NEXT: %[[fcmp2]]:i1 = fcmp oeq %[[a]], 3
; CHECK-NEXT: %[[fcmp3]]:i1 = fcmp ogt %[[a]], 3
; CHECK-NEXT: %[[fcmp4]]:i1 = fcmp oge %[[a]], 3
; CHECK-NEXT: %[[fcmp5]]:i1 = fcmp olt %[[a]], 3
; CHECK-NEXT: %[[fcmp6]]:i1 = fcmp ole %[[a]], 3
; CHECK-NEXT: %[[fcmp7]]:i1 = fcmp one %[[a]], 3
; CHECK-NEXT: %[[fcmp8]]:i1 = fcmp ord %[[a]], 3
; CHECK-NEXT: %[[fcmp9]]:i1 = fcmp uno %[[a]], 3
; CHECK-NEXT: %[[fcmp10]]:i1 = fcmp ueq %[[a]], 3
; CHECK-NEXT: %[[fcmp11]]:i1 = fcmp ugt %[[a]], 3
; CHECK-NEXT: %[[fcmp12]]:i1 = fcmp uge %[[a]], 3
; CHECK-NEXT: %[[fcmp13]]:i1 = fcmp ult %[[a]], 3
; CHECK-NEXT: %[[fcmp14]]:i1 = fcmp ule %[[a]], 3
; CHECK-NEXT: %[[fcmp15]]:i1 = fcmp une %[[a]], 3
; CHECK-NEXT: %[[fcmp16]]:i1 = fcmp true %[[a]], 3
; CHECK-NEXT: ret %[[fcmp16]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

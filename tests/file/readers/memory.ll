; Local, groupshared and constant addresses; volatile accesses; atomics.
; RUN: trellis %s --reader records --emit spvasm --dump-program %t
; RUN: trellis %s --reader llvm --emit spvasm --dump-program %t

%struct.P = type { i32, [4 x float] }
@shared = external addrspace(3) global [64 x i32], align 4
define void @f(i32 %i) {
  %1 = alloca %struct.P, align 4
  %2 = getelementptr inbounds %struct.P, ptr %1, i32 0, i32 1, i32 %i
  %3 = load float, ptr %2, align 4
  store volatile float %3, ptr %2, align 8
  %4 = getelementptr [64 x i32], ptr addrspace(3) @shared, i32 0, i32 %i
  %5 = atomicrmw umax ptr addrspace(3) %4, i32 %i seq_cst
  %6 = atomicrmw xchg ptr addrspace(3) %4, i32 %5 monotonic
  %7 = cmpxchg ptr addrspace(3) %4, i32 1, i32 2 seq_cst seq_cst
  %8 = extractvalue { i32, i1 } %7, 1
  %9 = load i32, ptr addrspace(3) getelementptr ([64 x i32], ptr addrspace(3) @shared, i32 0, i32 9)
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: {{.*}} @f({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[alloca]]:ptr = alloca %struct.P
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr %struct.P, %[[alloca]], 0, 1, %[[i]]
; CHECK-NEXT: %[[load]]:float = load %[[getelementptr]], align 4
; CHECK-NEXT: store volatile %[[load]], %[[getelementptr]], align 8
; CHECK-NEXT: %[[getelementptr2]]:ptr(3) = getelementptr [64 x i32], @shared, 0, %[[i]]
; CHECK-NEXT: %[[atomicrmw]]:i32 = atomicrmw umax %[[getelementptr2]], %[[i]]
; CHECK-NEXT: %[[atomicrmw2]]:i32 = atomicrmw exchange %[[getelementptr2]], %[[atomicrmw]]
; CHECK-NEXT: %[[cmpxchg]]:{i32, i1} = cmpxchg %[[getelementptr2]], 1, 2
; CHECK-NEXT: %[[extractvalue]]:i1 = extractvalue %[[cmpxchg]], 1
; CHECK-NEXT: %[[load2]]:i32 = load address(@shared, 0, 9), align 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {

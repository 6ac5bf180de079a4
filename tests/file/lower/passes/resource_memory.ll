; A resource that is loaded from local memory is the one that was stored there. The function that loads it is copied for that resource,
; without the argument. The pass handle-memory, which comes first, does not change loads of resources of libraries.
; RUN: trellis %s --emit spvasm -E main --dump-program %t

@a = external constant %dx.types.Handle
@b = external constant %dx.types.Handle
define void @put(ptr %place, i32 %x) noinline {
  %second = getelementptr [2 x %dx.types.Handle], ptr %place, i32 0, i32 1
  %object = load %dx.types.Handle, ptr %second
  %handle = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %object)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %handle, i32 0, i32 undef, i32 %x, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
define void @main() {
  %handles = alloca [2 x %dx.types.Handle]
  %p0 = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 0
  %p1 = getelementptr [2 x %dx.types.Handle], ptr %handles, i32 0, i32 1
  %first = load %dx.types.Handle, ptr @a
  %second = load %dx.types.Handle, ptr @b
  store %dx.types.Handle %first, ptr %p0
  store %dx.types.Handle %second, ptr %p1
  call void @put(ptr %handles, i32 5)
  ret void
}
!dx.version = !{!900}
!dx.shaderModel = !{!902}
!dx.resources = !{!910}
!dx.entryPoints = !{!903, !904}
!900 = !{i32 1, i32 8}
!902 = !{!"lib", i32 6, i32 8}
!903 = !{null, !"", null, !910, null}
!904 = !{ptr @main, !"main", null, null, !905}
!905 = !{i32 8, i32 5, i32 4, !906}
!906 = !{i32 16, i32 1, i32 1}
!910 = !{null, !911, null, null}
!911 = !{!912, !913}
!912 = !{i32 0, ptr @a, !"a", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!913 = !{i32 1, ptr @b, !"b", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: void @put({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [2 x %dx.types.Handle], %[[parameter]], 0, 1
; CHECK-NEXT: %[[load]]:%dx.types.Handle = load %[[getelementptr]], align 8
; CHECK-NEXT: %[[lib]]:%dx.types.Handle = dx.op.createHandleForLib.dx.types.Handle(160) %[[load]]
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[lib]], 0, undef, %[[parameter2]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[alloca]]:ptr = alloca [2 x %dx.types.Handle]
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [2 x %dx.types.Handle], %[[alloca]], 0, 0
; CHECK-NEXT: %[[getelementptr2]]:ptr = getelementptr [2 x %dx.types.Handle], %[[alloca]], 0, 1
; CHECK-NEXT: %[[load]]:%dx.types.Handle = load @a, align 8
; CHECK-NEXT: %[[load2]]:%dx.types.Handle = load @b, align 8
; CHECK-NEXT: store %[[load]], %[[getelementptr]], align 8
; CHECK-NEXT: store %[[load2]], %[[getelementptr2]], align 8
; CHECK-NEXT: call @put %[[alloca]], 5
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/02-handle-memory.txt
; CHECK-LABEL: void @put({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [2 x %dx.types.Handle], %[[parameter]], 0, 1
; CHECK-NEXT: %[[load]]:%dx.types.Handle = load %[[getelementptr]], align 8
; CHECK-NEXT: %[[lib]]:%dx.types.Handle = dx.op.createHandleForLib.dx.types.Handle(160) %[[load]]
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[lib]], 0, undef, %[[parameter2]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[alloca]]:ptr = alloca [2 x %dx.types.Handle]
; CHECK-NEXT: %[[getelementptr]]:ptr = getelementptr [2 x %dx.types.Handle], %[[alloca]], 0, 0
; CHECK-NEXT: %[[getelementptr2]]:ptr = getelementptr [2 x %dx.types.Handle], %[[alloca]], 0, 1
; CHECK-NEXT: %[[load]]:%dx.types.Handle = load @a, align 8
; CHECK-NEXT: %[[load2]]:%dx.types.Handle = load @b, align 8
; CHECK-NEXT: store %[[load]], %[[getelementptr]], align 8
; CHECK-NEXT: store %[[load2]], %[[getelementptr2]], align 8
; CHECK-NEXT: call @put %[[alloca]], 5
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/03-resource-memory.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[load]]:%dx.types.Handle = load @a, align 8
; CHECK-NEXT: %[[load2]]:%dx.types.Handle = load @b, align 8
; CHECK-NEXT: call @put 5
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-LABEL: void @put({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[load]]:%dx.types.Handle = load @b, align 1
; CHECK-NEXT: %[[lib]]:%dx.types.Handle = dx.op.createHandleForLib.dx.types.Handle(160) %[[load]]
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[lib]], 0, undef, %[[parameter]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

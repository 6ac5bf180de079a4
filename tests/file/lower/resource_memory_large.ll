; A large local array of resources becomes one array of indices: nothing is done for each element.
; RUN: trellis %s --emit spvasm -E main

@a = external constant %dx.types.Handle
@b = external constant %dx.types.Handle
@c = external constant %dx.types.Handle
@d = external constant %dx.types.Handle
@many = external constant [2 x %dx.types.Handle]
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
!911 = !{!912, !913, !914, !915, !916}
!912 = !{i32 0, ptr @a, !"a", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!913 = !{i32 1, ptr @b, !"b", i32 0, i32 1, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!914 = !{i32 2, ptr @c, !"c", i32 0, i32 2, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!915 = !{i32 3, ptr @d, !"d", i32 0, i32 3, i32 1, i32 11, i1 false, i1 false, i1 false, null}
!916 = !{i32 4, ptr @many, !"many", i32 0, i32 4, i32 2, i32 11, i1 false, i1 false, i1 false, null}

define void @main() {
  %list = alloca [2000 x [2000 x %dx.types.Handle]]
  %place = getelementptr [2000 x [2000 x %dx.types.Handle]], ptr %list, i32 0, i32 0, i32 0
  %h = load %dx.types.Handle, ptr %place
  %h.h5 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %h)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %h.h5, i32 0, i32 undef, i32 1, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
; CHECK-LABEL: %main = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

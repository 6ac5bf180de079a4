; Local memory of resources in libraries is refused where the resource of a load is not clear.
; RUN: trellis %s --emit spvasm -E main
; STATUS: 3

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

;--- A store on one of two paths.
define void @main() {
entry:
  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = shl i32 %t, 2
  %grid = alloca [2 x [2 x %dx.types.Handle]]
  %p00 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 0
  %p01 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 1
  %p10 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 0
  %p11 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 1
  %a = load %dx.types.Handle, ptr @a
  %b = load %dx.types.Handle, ptr @b
  %c = load %dx.types.Handle, ptr @c
  %d = load %dx.types.Handle, ptr @d
  store %dx.types.Handle %a, ptr %p00
  store %dx.types.Handle %b, ptr %p01
  store %dx.types.Handle %c, ptr %p10
  store %dx.types.Handle %d, ptr %p11
  %far = icmp ugt i32 %t, 7
  br i1 %far, label %then, label %join
then:
  store %dx.types.Handle %a, ptr %p01
  br label %join
join:
  %h = load %dx.types.Handle, ptr %p01
  %h.h25 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %h)
  %v.r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h.h25, i32 %at, i32 undef, i8 1, i32 4)
  %v = extractvalue %dx.types.ResRet.i32 %v.r, 0
  %c.h26 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %c)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %c.h26, i32 %at, i32 undef, i32 %v, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
; ERROR: error: cannot determine which resource a local variable holds (function main, block 2, instruction 0, load)

;--- A called function that stores.
define void @change(ptr %grid) noinline {
  %d = load %dx.types.Handle, ptr @d
  store %dx.types.Handle %d, ptr %grid
  ret void
}
define void @on(ptr %grid) noinline {
  call void @change(ptr %grid)
  ret void
}
define void @main() {
entry:
  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = shl i32 %t, 2
  %grid = alloca [2 x [2 x %dx.types.Handle]]
  %p00 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 0
  %p01 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 1
  %p10 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 0
  %p11 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 1
  %a = load %dx.types.Handle, ptr @a
  %b = load %dx.types.Handle, ptr @b
  %c = load %dx.types.Handle, ptr @c
  %d = load %dx.types.Handle, ptr @d
  store %dx.types.Handle %a, ptr %p00
  store %dx.types.Handle %b, ptr %p01
  store %dx.types.Handle %c, ptr %p10
  store %dx.types.Handle %d, ptr %p11
  call void @on(ptr %grid)
  %h = load %dx.types.Handle, ptr %p01
  %h.h29 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %h)
  %v.r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h.h29, i32 %at, i32 undef, i8 1, i32 4)
  %v = extractvalue %dx.types.ResRet.i32 %v.r, 0
  %c.h30 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %c)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %c.h30, i32 %at, i32 undef, i32 %v, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
; ERROR: error: cannot determine which resource a local variable holds (function main, block 0, instruction 16, load)

;--- An index that varies, over resources of different ranges.
define void @main() {
entry:
  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = shl i32 %t, 2
  %grid = alloca [2 x [2 x %dx.types.Handle]]
  %p00 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 0
  %p01 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 1
  %p10 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 0
  %p11 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 1
  %a = load %dx.types.Handle, ptr @a
  %b = load %dx.types.Handle, ptr @b
  %c = load %dx.types.Handle, ptr @c
  %d = load %dx.types.Handle, ptr @d
  store %dx.types.Handle %a, ptr %p00
  store %dx.types.Handle %b, ptr %p01
  store %dx.types.Handle %c, ptr %p10
  store %dx.types.Handle %d, ptr %p11
  %i = and i32 %t, 1
  %place = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 %i
  %h = load %dx.types.Handle, ptr %place
  %h.h21 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %h)
  %v.r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %h.h21, i32 %at, i32 undef, i8 1, i32 4)
  %v = extractvalue %dx.types.ResRet.i32 %v.r, 0
  %c.h22 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %c)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %c.h22, i32 %at, i32 undef, i32 %v, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
; ERROR: error: a handle that may refer to different resource ranges is not supported (function main, block 0, instruction 12, select)

;--- An argument that is an address with an index that varies.
define void @main() {
entry:
  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = shl i32 %t, 2
  %grid = alloca [2 x [2 x %dx.types.Handle]]
  %p00 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 0
  %p01 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 1
  %p10 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 0
  %p11 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 1
  %a = load %dx.types.Handle, ptr @a
  %b = load %dx.types.Handle, ptr @b
  %c = load %dx.types.Handle, ptr @c
  %d = load %dx.types.Handle, ptr @d
  store %dx.types.Handle %a, ptr %p00
  store %dx.types.Handle %b, ptr %p01
  store %dx.types.Handle %c, ptr %p10
  store %dx.types.Handle %d, ptr %p11
  %i = and i32 %t, 1
  %place = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 %i, i32 0
  call void @f(ptr %place)
  ret void
}
define void @f(ptr %p) noinline {
  %h = load %dx.types.Handle, ptr %p
  %h.h25 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %h)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %h.h25, i32 0, i32 undef, i32 1, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
; ERROR: error: the address of local resources is not constant (function main, block 0, instruction 17, call)

;--- A load of several resources.
define void @main() {
entry:
  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %at = shl i32 %t, 2
  %grid = alloca [2 x [2 x %dx.types.Handle]]
  %p00 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 0
  %p01 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 0, i32 1
  %p10 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 0
  %p11 = getelementptr [2 x [2 x %dx.types.Handle]], ptr %grid, i32 0, i32 1, i32 1
  %a = load %dx.types.Handle, ptr @a
  %b = load %dx.types.Handle, ptr @b
  %c = load %dx.types.Handle, ptr @c
  %d = load %dx.types.Handle, ptr @d
  store %dx.types.Handle %a, ptr %p00
  store %dx.types.Handle %b, ptr %p01
  store %dx.types.Handle %c, ptr %p10
  store %dx.types.Handle %d, ptr %p11
  %row = load [2 x %dx.types.Handle], ptr %grid
  %h = extractvalue [2 x %dx.types.Handle] %row, 0
  %h.h20 = call %dx.types.Handle @dx.op.createHandleForLib.dx.types.Handle(i32 160, %dx.types.Handle %h)
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %h.h20, i32 0, i32 undef, i32 1, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
; ERROR: error: a load of several resources at once is not supported (function main, block 0, instruction 15, load)

; A struct as an argument becomes one argument for each member; a constant member is passed as it is.
; RUN: trellis %s --emit spvasm --dump-program %t

%S = type { i32, float }
define i32 @sum(%S %s) noinline {
  %a = extractvalue %S %s, 0
  %b = extractvalue %S %s, 1
  %c = fptoui float %b to i32
  %d = add i32 %a, %c
  ret i32 %d
}
define void @main() {
  %t = thread
  %s = insertvalue %S { i32 1, float 2.0 }, i32 %t, 0
  %x = call i32 @sum(%S %s)
  write u1, 0, %x
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: i32 @sum({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[extractvalue]]:i32 = extractvalue %[[parameter]], 0
; CHECK-NEXT: %[[extractvalue2]]:float = extractvalue %[[parameter]], 1
; CHECK-NEXT: %[[fptoui]]:i32 = fptoui %[[extractvalue2]]
; CHECK-NEXT: %[[add]]:i32 = add %[[extractvalue]], %[[fptoui]]
; CHECK-NEXT: ret %[[add]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[insertvalue]]:%S = insertvalue {1, 2}, %[[group]], 0
; CHECK-NEXT: %[[call]]:i32 = call @sum %[[insertvalue]]
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[call]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/02-aggregates.txt
; CHECK-LABEL: i32 @sum({{.*}}) {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[fptoui]]:i32 = fptoui %[[parameter]]
; CHECK-NEXT: %[[add]]:i32 = add %[[parameter2]], %[[fptoui]]
; CHECK-NEXT: ret %[[add]]
; CHECK-NEXT: }
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[call]]:i32 = call @sum %[[group]], 2
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[call]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

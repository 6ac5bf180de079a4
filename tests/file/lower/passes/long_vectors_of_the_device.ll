; A device that has vectors of eight components needs no shorter ones than that.
; RUN: trellis %s --extensions SPV_EXT_long_vector -o %t/module.bin --dump-program %t

define void @main() {
  %t = thread
  %v = insertelement <6 x i32> zeroinitializer, i32 %t, i32 5
  %x = extractelement <6 x i32> %v, i32 5
  write u1, 0, %x
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[insertelement]]:<6 x i32> = insertelement zero, %[[group]], 5
; CHECK-NEXT: %[[extractelement]]:i32 = extractelement %[[insertelement]], 5
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[extractelement]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/02-long-vectors.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[insertelement]]:<6 x i32> = insertelement zero, %[[group]], 5
; CHECK-NEXT: %[[extractelement]]:i32 = extractelement %[[insertelement]], 5
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[extractelement]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

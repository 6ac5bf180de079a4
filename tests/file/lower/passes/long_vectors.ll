; A vector of six becomes one of four and one of two.
; RUN: trellis %s --emit spvasm --dump-program %t

define void @main() {
  %t = thread
  %v = insertelement <6 x i32> zeroinitializer, i32 %t, i32 5
  %w = add <6 x i32> %v, <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
  %x = extractelement <6 x i32> %w, i32 5
  write u1, 0, %x
  ret void
}
; CHECK-LABEL: file main/01-input.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[insertelement]]:<6 x i32> = insertelement zero, %[[group]], 5
; CHECK-NEXT: %[[add]]:<6 x i32> = add %[[insertelement]], {1, 2, 3, 4, 5, 6}
; CHECK-NEXT: %[[extractelement]]:i32 = extractelement %[[add]], 5
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[extractelement]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file
; CHECK-LABEL: file main/02-long-vectors.txt
; CHECK-LABEL: void @main() {
; CHECK-NEXT: block0:
; CHECK-NEXT: %[[group]]:i32 = dx.op.flattenedThreadIdInGroup.i32(96)
; CHECK-NEXT: %[[insertelement]]:<2 x i32> = insertelement zero, %[[group]], 1
; CHECK-NEXT: %[[add]]:<4 x i32> = add zero, {1, 2, 3, 4}
; CHECK-NEXT: %[[add2]]:<2 x i32> = add %[[insertelement]], {5, 6}
; CHECK-NEXT: %[[extractelement]]:i32 = extractelement %[[add2]], 1
; CHECK-NEXT: %[[handle]]:%dx.types.Handle = dx.op.createHandle(57) 1, 1, 1, false
; CHECK-NEXT: dx.op.rawBufferStore.i32(140) %[[handle]], 0, undef, %[[extractelement]], undef, undef, undef, 1, 4
; CHECK-NEXT: ret
; CHECK-NEXT: }
; CHECK-NOT: file

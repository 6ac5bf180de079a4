; Two structs whose names differ only by a number at the end. Only the names of operations identify the struct of a payload.
; struct_names.bc is this file, assembled by LLVM 14 (llvm-as --preserve-bc-uselistorder=false).
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.P = type { float }
%struct.P.0 = type { i32, i32 }

define void @main() {
  %1 = alloca %struct.P, align 4
  %2 = alloca %struct.P.0, align 4
  call void @dx.op.callShader.struct.P(i32 159, i32 0, %struct.P* nonnull %1)
  call void @dx.op.callShader.struct.P.0(i32 159, i32 1, %struct.P.0* nonnull %2)
  ret void
}

declare void @dx.op.callShader.struct.P(i32, i32, %struct.P*)
declare void @dx.op.callShader.struct.P.0(i32, i32, %struct.P.0*)

!dx.version = !{!1}
!dx.shaderModel = !{!3}
!dx.entryPoints = !{!4, !5}
!1 = !{i32 1, i32 3}
!3 = !{!"lib", i32 6, i32 3}
!4 = !{null, !"", null, null, null}
!5 = !{void ()* @main, !"\01?main@@YAXXZ", null, null, !6}
!6 = !{i32 8, i32 7}

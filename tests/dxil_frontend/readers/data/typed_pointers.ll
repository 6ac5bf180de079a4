; Constructs of LLVM 3.7 that opaque pointers lost: casts between pointers, addresses that fold to their variable.
; typed_pointers.bc is this file, assembled by LLVM 14 (llvm-as --preserve-bc-uselistorder=false).
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.S = type { [3 x float], i32 }

@shared = external addrspace(3) global [16 x float], align 4
@table = internal unnamed_addr constant [3 x i32] [i32 5, i32 6, i32 7], align 4

define void @main() {
  %1 = alloca %struct.S, align 4
  %2 = bitcast %struct.S* %1 to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %2)
  %3 = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %4 = getelementptr [16 x float], [16 x float] addrspace(3)* @shared, i32 0, i32 %3
  %5 = bitcast float addrspace(3)* %4 to i32 addrspace(3)*
  %6 = cmpxchg i32 addrspace(3)* %5, i32 0, i32 1065353216 seq_cst seq_cst
  %7 = extractvalue { i32, i1 } %6, 0
  %8 = bitcast i32 %7 to float
  %9 = getelementptr %struct.S, %struct.S* %1, i32 0, i32 0, i32 %3
  store float %8, float* %9, align 4
  %10 = load i32, i32* getelementptr inbounds ([3 x i32], [3 x i32]* @table, i32 0, i32 0), align 4
  %11 = load i32, i32* getelementptr inbounds ([3 x i32], [3 x i32]* @table, i32 0, i32 2), align 4
  %12 = add i32 %10, %11
  store i32 %12, i32 addrspace(3)* bitcast ([16 x float] addrspace(3)* @shared to i32 addrspace(3)*), align 4
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %2)
  ret void
}

declare i32 @dx.op.threadId.i32(i32, i32)
declare void @llvm.lifetime.start.p0i8(i64, i8* nocapture)
declare void @llvm.lifetime.end.p0i8(i64, i8* nocapture)

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.entryPoints = !{!4}
!0 = !{!"assembled by hand"}
!1 = !{i32 1, i32 0}
!2 = !{i32 1, i32 7}
!3 = !{!"cs", i32 6, i32 0}
!4 = !{void ()* @main, !"main", null, null, !5}
!5 = !{i32 4, !6}
!6 = !{i32 16, i32 1, i32 1}

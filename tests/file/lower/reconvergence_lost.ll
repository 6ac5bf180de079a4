; An irreducible loop with two entries: the specification does not say which invocations execute it together. A warning names the operations
; as in HLSL; with --maximal-reconvergence it is an error.
; RUN: trellis %s --emit spvasm
; RUN(maximal): trellis %s --emit spvasm --maximal-reconvergence
; STATUS(maximal): 3

;--- A vote.
define void @main() !dbg !3 {
  %id = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %a = icmp ult i32 %id, 3
  br i1 %a, label %one, label %two
one:
  br label %three
two:
  %b = icmp ugt i32 %id, 9
  br i1 %b, label %three, label %one
three:
  %any = call i1 @dx.op.waveAnyTrue(i32 113, i1 %a), !dbg !4
  br i1 %any, label %end, label %two
end:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.hlsl", directory: "")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "main", file: !1, line: 3, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 42, column: 7, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
; ERROR: warning: WaveAnyTrue (waveAnyTrue) at a.hlsl:42:7, in block 3 of function main, may run in smaller groups than in the program: the branches of block 0 reconverge at block 3 in the program, and later in the module
; CHECK: OpFunctionEnd
; ERROR(maximal): error: maximal reconvergence cannot be guaranteed: WaveAnyTrue (waveAnyTrue) at a.hlsl:42:7, in block 3 of function main, may run in smaller groups than in the program: the branches of block 0 reconverge at block 3 in the program, and later in the module (function main)

;--- Two wave operations and a barrier.
define void @main() !dbg !3 {
  %id = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %a = icmp ult i32 %id, 3
  br i1 %a, label %one, label %two
one:
  br label %three
two:
  %b = icmp ugt i32 %id, 9
  br i1 %b, label %three, label %one
three:
  %sum = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %id, i8 0, i8 0)
  %any = icmp eq i32 %sum, 0
  %m = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %id, i8 2, i8 1)
  call void @dx.op.barrier(i32 80, i32 9), !dbg !4
  br i1 %any, label %end, label %two
end:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.hlsl", directory: "")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "main", file: !1, line: 3, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 42, column: 7, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
; ERROR: warning: WaveActiveSum (waveActiveOp), WaveActiveMin (waveActiveOp) and Barrier (barrier) at a.hlsl:42:7, in block 3 of function main, may run in smaller groups than in the program: the branches of block 0 reconverge at block 3 in the program, and later in the module
; CHECK: OpFunctionEnd
; ERROR(maximal): error: maximal reconvergence cannot be guaranteed: WaveActiveSum (waveActiveOp), WaveActiveMin (waveActiveOp) and Barrier (barrier) at a.hlsl:42:7, in block 3 of function main, may run in smaller groups than in the program: the branches of block 0 reconverge at block 3 in the program, and later in the module (function main)

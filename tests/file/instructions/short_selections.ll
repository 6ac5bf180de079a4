; Selections of few instructions without effects get the hint Flatten.
; RUN: trellis %s --emit spvasm --validate

define i32 @one_side(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %join
yes:
  %x = mul i32 %a, %b
  br label %join
join:
  %r = phi i32 [ %x, %yes ], [ %a, %0 ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] Flatten
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[a]] %[[b]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[a]] %[[label]] %[[mul]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

; Divisions take more of a GPU's instructions: with two, 27 are not few.
define i32 @divisions(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %join
yes:
  %x1 = udiv i32 %a, %b
  %x2 = udiv i32 %x1, %b
  %x3 = mul i32 %x2, %b
  %x4 = mul i32 %x3, %b
  %x5 = mul i32 %x4, %b
  %x6 = mul i32 %x5, %b
  %x7 = mul i32 %x6, %b
  %x8 = mul i32 %x7, %b
  %x9 = mul i32 %x8, %b
  %x10 = mul i32 %x9, %b
  %x11 = mul i32 %x10, %b
  %x12 = mul i32 %x11, %b
  %x13 = mul i32 %x12, %b
  %x14 = mul i32 %x13, %b
  %x15 = mul i32 %x14, %b
  %x16 = mul i32 %x15, %b
  %x17 = mul i32 %x16, %b
  %x18 = mul i32 %x17, %b
  %x19 = mul i32 %x18, %b
  %x20 = mul i32 %x19, %b
  %x21 = mul i32 %x20, %b
  %x22 = mul i32 %x21, %b
  %x23 = mul i32 %x22, %b
  %x24 = mul i32 %x23, %b
  %x25 = mul i32 %x24, %b
  %x26 = mul i32 %x25, %b
  %x27 = mul i32 %x26, %b
  br label %join
join:
  %r = phi i32 [ %x27, %yes ], [ %a, %0 ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[b]] %uint_0
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[equal]] %uint_1 %[[b]]
; CHECK-NEXT: %[[div]] = OpUDiv %uint %[[a]] %[[select]]
; CHECK-NEXT: %[[select2]] = OpSelect %uint %[[equal]] %uint_4294967295 %[[div]]
; CHECK-NEXT: %[[equal2]] = OpIEqual %bool %[[b]] %uint_0
; CHECK-NEXT: %[[select3]] = OpSelect %uint %[[equal2]] %uint_1 %[[b]]
; CHECK-NEXT: %[[div2]] = OpUDiv %uint %[[select2]] %[[select3]]
; CHECK-NEXT: %[[select4]] = OpSelect %uint %[[equal2]] %uint_4294967295 %[[div2]]
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[select4]] %[[b]]
; CHECK-NEXT: %[[mul2]] = OpIMul %uint %[[mul]] %[[b]]
; CHECK-NEXT: %[[mul3]] = OpIMul %uint %[[mul2]] %[[b]]
; CHECK-NEXT: %[[mul4]] = OpIMul %uint %[[mul3]] %[[b]]
; CHECK-NEXT: %[[mul5]] = OpIMul %uint %[[mul4]] %[[b]]
; CHECK-NEXT: %[[mul6]] = OpIMul %uint %[[mul5]] %[[b]]
; CHECK-NEXT: %[[mul7]] = OpIMul %uint %[[mul6]] %[[b]]
; CHECK-NEXT: %[[mul8]] = OpIMul %uint %[[mul7]] %[[b]]
; CHECK-NEXT: %[[mul9]] = OpIMul %uint %[[mul8]] %[[b]]
; CHECK-NEXT: %[[mul10]] = OpIMul %uint %[[mul9]] %[[b]]
; CHECK-NEXT: %[[mul11]] = OpIMul %uint %[[mul10]] %[[b]]
; CHECK-NEXT: %[[mul12]] = OpIMul %uint %[[mul11]] %[[b]]
; CHECK-NEXT: %[[mul13]] = OpIMul %uint %[[mul12]] %[[b]]
; CHECK-NEXT: %[[mul14]] = OpIMul %uint %[[mul13]] %[[b]]
; CHECK-NEXT: %[[mul15]] = OpIMul %uint %[[mul14]] %[[b]]
; CHECK-NEXT: %[[mul16]] = OpIMul %uint %[[mul15]] %[[b]]
; CHECK-NEXT: %[[mul17]] = OpIMul %uint %[[mul16]] %[[b]]
; CHECK-NEXT: %[[mul18]] = OpIMul %uint %[[mul17]] %[[b]]
; CHECK-NEXT: %[[mul19]] = OpIMul %uint %[[mul18]] %[[b]]
; CHECK-NEXT: %[[mul20]] = OpIMul %uint %[[mul19]] %[[b]]
; CHECK-NEXT: %[[mul21]] = OpIMul %uint %[[mul20]] %[[b]]
; CHECK-NEXT: %[[mul22]] = OpIMul %uint %[[mul21]] %[[b]]
; CHECK-NEXT: %[[mul23]] = OpIMul %uint %[[mul22]] %[[b]]
; CHECK-NEXT: %[[mul24]] = OpIMul %uint %[[mul23]] %[[b]]
; CHECK-NEXT: %[[mul25]] = OpIMul %uint %[[mul24]] %[[b]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[a]] %[[label]] %[[mul25]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

define i32 @long(i1 %c, i32 %x0, i32 %b) {
  br i1 %c, label %yes, label %join
yes:
  %x1 = mul i32 %x0, %b
  %x2 = mul i32 %x1, %b
  %x3 = mul i32 %x2, %b
  %x4 = mul i32 %x3, %b
  %x5 = mul i32 %x4, %b
  %x6 = mul i32 %x5, %b
  %x7 = mul i32 %x6, %b
  %x8 = mul i32 %x7, %b
  %x9 = mul i32 %x8, %b
  %x10 = mul i32 %x9, %b
  %x11 = mul i32 %x10, %b
  %x12 = mul i32 %x11, %b
  %x13 = mul i32 %x12, %b
  %x14 = mul i32 %x13, %b
  %x15 = mul i32 %x14, %b
  %x16 = mul i32 %x15, %b
  %x17 = mul i32 %x16, %b
  %x18 = mul i32 %x17, %b
  %x19 = mul i32 %x18, %b
  %x20 = mul i32 %x19, %b
  %x21 = mul i32 %x20, %b
  %x22 = mul i32 %x21, %b
  %x23 = mul i32 %x22, %b
  %x24 = mul i32 %x23, %b
  %x25 = mul i32 %x24, %b
  %x26 = mul i32 %x25, %b
  %x27 = mul i32 %x26, %b
  %x28 = mul i32 %x27, %b
  %x29 = mul i32 %x28, %b
  %x30 = mul i32 %x29, %b
  %x31 = mul i32 %x30, %b
  %x32 = mul i32 %x31, %b
  %x33 = mul i32 %x32, %b
  %x34 = mul i32 %x33, %b
  %x35 = mul i32 %x34, %b
  %x36 = mul i32 %x35, %b
  %x37 = mul i32 %x36, %b
  %x38 = mul i32 %x37, %b
  %x39 = mul i32 %x38, %b
  %x40 = mul i32 %x39, %b
  %x41 = mul i32 %x40, %b
  br label %join
join:
  %r = phi i32 [ %x41, %yes ], [ %x0, %0 ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[x0]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[x0]] %[[b]]
; CHECK-NEXT: %[[mul2]] = OpIMul %uint %[[mul]] %[[b]]
; CHECK-NEXT: %[[mul3]] = OpIMul %uint %[[mul2]] %[[b]]
; CHECK-NEXT: %[[mul4]] = OpIMul %uint %[[mul3]] %[[b]]
; CHECK-NEXT: %[[mul5]] = OpIMul %uint %[[mul4]] %[[b]]
; CHECK-NEXT: %[[mul6]] = OpIMul %uint %[[mul5]] %[[b]]
; CHECK-NEXT: %[[mul7]] = OpIMul %uint %[[mul6]] %[[b]]
; CHECK-NEXT: %[[mul8]] = OpIMul %uint %[[mul7]] %[[b]]
; CHECK-NEXT: %[[mul9]] = OpIMul %uint %[[mul8]] %[[b]]
; CHECK-NEXT: %[[mul10]] = OpIMul %uint %[[mul9]] %[[b]]
; CHECK-NEXT: %[[mul11]] = OpIMul %uint %[[mul10]] %[[b]]
; CHECK-NEXT: %[[mul12]] = OpIMul %uint %[[mul11]] %[[b]]
; CHECK-NEXT: %[[mul13]] = OpIMul %uint %[[mul12]] %[[b]]
; CHECK-NEXT: %[[mul14]] = OpIMul %uint %[[mul13]] %[[b]]
; CHECK-NEXT: %[[mul15]] = OpIMul %uint %[[mul14]] %[[b]]
; CHECK-NEXT: %[[mul16]] = OpIMul %uint %[[mul15]] %[[b]]
; CHECK-NEXT: %[[mul17]] = OpIMul %uint %[[mul16]] %[[b]]
; CHECK-NEXT: %[[mul18]] = OpIMul %uint %[[mul17]] %[[b]]
; CHECK-NEXT: %[[mul19]] = OpIMul %uint %[[mul18]] %[[b]]
; CHECK-NEXT: %[[mul20]] = OpIMul %uint %[[mul19]] %[[b]]
; CHECK-NEXT: %[[mul21]] = OpIMul %uint %[[mul20]] %[[b]]
; CHECK-NEXT: %[[mul22]] = OpIMul %uint %[[mul21]] %[[b]]
; CHECK-NEXT: %[[mul23]] = OpIMul %uint %[[mul22]] %[[b]]
; CHECK-NEXT: %[[mul24]] = OpIMul %uint %[[mul23]] %[[b]]
; CHECK-NEXT: %[[mul25]] = OpIMul %uint %[[mul24]] %[[b]]
; CHECK-NEXT: %[[mul26]] = OpIMul %uint %[[mul25]] %[[b]]
; CHECK-NEXT: %[[mul27]] = OpIMul %uint %[[mul26]] %[[b]]
; CHECK-NEXT: %[[mul28]] = OpIMul %uint %[[mul27]] %[[b]]
; CHECK-NEXT: %[[mul29]] = OpIMul %uint %[[mul28]] %[[b]]
; CHECK-NEXT: %[[mul30]] = OpIMul %uint %[[mul29]] %[[b]]
; CHECK-NEXT: %[[mul31]] = OpIMul %uint %[[mul30]] %[[b]]
; CHECK-NEXT: %[[mul32]] = OpIMul %uint %[[mul31]] %[[b]]
; CHECK-NEXT: %[[mul33]] = OpIMul %uint %[[mul32]] %[[b]]
; CHECK-NEXT: %[[mul34]] = OpIMul %uint %[[mul33]] %[[b]]
; CHECK-NEXT: %[[mul35]] = OpIMul %uint %[[mul34]] %[[b]]
; CHECK-NEXT: %[[mul36]] = OpIMul %uint %[[mul35]] %[[b]]
; CHECK-NEXT: %[[mul37]] = OpIMul %uint %[[mul36]] %[[b]]
; CHECK-NEXT: %[[mul38]] = OpIMul %uint %[[mul37]] %[[b]]
; CHECK-NEXT: %[[mul39]] = OpIMul %uint %[[mul38]] %[[b]]
; CHECK-NEXT: %[[mul40]] = OpIMul %uint %[[mul39]] %[[b]]
; CHECK-NEXT: %[[mul41]] = OpIMul %uint %[[mul40]] %[[b]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[x0]] %[[label]] %[[mul41]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

; A selection in a short one is short as well.
define i32 @nested(i1 %c, i1 %d, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %join
yes:
  br i1 %d, label %both, label %inner
both:
  %x = mul i32 %a, %b
  br label %inner
inner:
  %y = phi i32 [ %x, %both ], [ %b, %yes ]
  br label %join
join:
  %r = phi i32 [ %y, %inner ], [ %a, %0 ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[d]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] Flatten
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label4]] Flatten
; CHECK-NEXT: OpBranchConditional %[[d]] %[[label5]] %[[label4]]
; CHECK-NEXT: %[[label5]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[a]] %[[b]]
; CHECK-NEXT: OpBranch %[[label4]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[b]] %[[label3]] %[[mul]] %[[label5]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi2]] = OpPhi %uint %[[a]] %[[label]] %[[phi]] %[[label4]]
; CHECK-NEXT: OpReturnValue %[[phi2]]
; CHECK-NEXT: OpFunctionEnd

; The source asks for a branch around the inner selection (dx.controlflow.hints 1).
define i32 @nested_branch(i1 %c, i1 %d, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %join
yes:
  br i1 %d, label %both, label %inner, !dx.controlflow.hints !0
both:
  %x = mul i32 %a, %b
  br label %inner
inner:
  %y = phi i32 [ %x, %both ], [ %b, %yes ]
  br label %join
join:
  %r = phi i32 [ %y, %inner ], [ %a, %0 ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: OpSelectionMerge %{{\d+}} None
; CHECK: OpSelectionMerge %{{\d+}} DontFlatten

; The inner selection holds a loop.
define i32 @nested_loop(i1 %c, i1 %d, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %join
yes:
  br i1 %d, label %loop, label %inner
loop:
  %n = phi i32 [ %a, %yes ], [ %x, %loop ]
  %x = mul i32 %n, %b
  %e = icmp ult i32 %x, 1000
  br i1 %e, label %loop, label %inner
inner:
  %y = phi i32 [ %x, %loop ], [ %b, %yes ]
  br label %join
join:
  %r = phi i32 [ %y, %inner ], [ %a, %0 ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: OpSelectionMerge %{{\d+}} None
; CHECK: OpSelectionMerge %{{\d+}} None
; CHECK: OpLoopMerge

; Lanes exchange values in the branch.
define i32 @lanes(i1 %c, i32 %a) {
  br i1 %c, label %yes, label %join
yes:
  %x = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %a) ; WaveReadLaneFirst
  br label %join
join:
  %r = phi i32 [ %x, %yes ], [ %a, %0 ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[first]] = OpGroupNonUniformBroadcastFirst %uint %uint_3 %[[a]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[a]] %[[label]] %[[first]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

!0 = !{!"dx.controlflow.hints", i32 1}

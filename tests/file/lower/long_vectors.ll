; Vectors of more than four components (shader model 6.9) are taken apart into pieces of four and a shorter one.
; RUN: trellis %s --emit spvasm --validate
; MODEL: 6.9

define <6 x float> @arithmetic(<6 x float> %v, <6 x float> %w) {
  %r = fadd fast <6 x float> %v, %w
  ret <6 x float> %r
}
; CHECK-LABEL: %main = OpFunction
; CHECK-LABEL: = OpFunction %void None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[parameter2]] = OpFunctionParameter %v2float
; CHECK-NEXT: %[[parameter3]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[parameter4]] = OpFunctionParameter %v2float
; CHECK-NEXT: %[[parameter5]] = OpFunctionParameter %_ptr_Function__arr_float_uint_6
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[add]] = OpFAdd %v4float %[[parameter]] %[[parameter3]]
; CHECK-NEXT: %[[add2]] = OpFAdd %v2float %[[parameter2]] %[[parameter4]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[add]] 0
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Function_float %[[parameter5]] %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[extract]]
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[add]] 1
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Function_float %[[parameter5]] %uint_1
; CHECK-NEXT: OpStore %[[place2]] %[[extract2]]
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %float %[[add]] 2
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Function_float %[[parameter5]] %uint_2
; CHECK-NEXT: OpStore %[[place3]] %[[extract3]]
; CHECK-NEXT: %[[extract4]] = OpCompositeExtract %float %[[add]] 3
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Function_float %[[parameter5]] %uint_3
; CHECK-NEXT: OpStore %[[place4]] %[[extract4]]
; CHECK-NEXT: %[[extract5]] = OpCompositeExtract %float %[[add2]] 0
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_Function_float %[[parameter5]] %uint_4
; CHECK-NEXT: OpStore %[[place5]] %[[extract5]]
; CHECK-NEXT: %[[extract6]] = OpCompositeExtract %float %[[add2]] 1
; CHECK-NEXT: %[[place6]] = OpAccessChain %_ptr_Function_float %[[parameter5]] %uint_5
; CHECK-NEXT: OpStore %[[place6]] %[[extract6]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

; A component that an index chooses is found by comparisons.
define float @dynamic(<6 x float> %v, i32 %n) {
  %r = extractelement <6 x float> %v, i32 %n
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[parameter2]] = OpFunctionParameter %v2float
; CHECK-NEXT: %[[parameter3]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[parameter3]] %uint_2
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[parameter3]] %uint_3
; CHECK-NEXT: %[[dynamic]] = OpVectorExtractDynamic %float %[[parameter]] %[[and]]
; CHECK-NEXT: %[[greater]] = OpUGreaterThanEqual %bool %[[parameter3]] %uint_4
; CHECK-NEXT: %[[and2]] = OpBitwiseAnd %uint %[[parameter3]] %uint_3
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[greater]] %[[and2]] %uint_0
; CHECK-NEXT: %[[dynamic2]] = OpVectorExtractDynamic %float %[[parameter2]] %[[select]]
; CHECK-NEXT: %[[select2]] = OpSelect %float %[[greater]] %[[dynamic2]] %[[dynamic]]
; CHECK-NEXT: OpReturnValue %[[select2]]
; CHECK-NEXT: OpFunctionEnd

define i1 @any(<5 x i32> %v, <5 x i32> %w) {
  %less = icmp slt <5 x i32> %v, %w
  %r = call i1 @dx.op.vectorReduce.v5i1(i32 310, <5 x i1> %less)
  ret i1 %r
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %v4uint
; CHECK-NEXT: %[[parameter2]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[parameter3]] = OpFunctionParameter %v4uint
; CHECK-NEXT: %[[parameter4]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[less]] = OpSLessThan %v4bool %[[parameter]] %[[parameter3]]
; CHECK-NEXT: %[[less2]] = OpSLessThan %bool %[[parameter2]] %[[parameter4]]
; CHECK-NEXT: %[[any]] = OpAny %bool %[[less]]
; CHECK-NEXT: %[[or]] = OpLogicalOr %bool %[[any]] %[[less2]]
; CHECK-NEXT: OpReturnValue %[[or]]
; CHECK-NEXT: OpFunctionEnd

define float @dot(<5 x float> %v, <5 x float> %w) {
  %r = call float @dx.op.dot.v5f32(i32 311, <5 x float> %v, <5 x float> %w)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[parameter2]] = OpFunctionParameter %float
; CHECK-NEXT: %[[parameter3]] = OpFunctionParameter %v4float
; CHECK-NEXT: %[[parameter4]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[dot]] = OpDot %float %[[parameter]] %[[parameter3]]
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[parameter2]] %[[parameter4]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[dot]] %[[mul]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

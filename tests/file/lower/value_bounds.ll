; Bounds of values make clamps and divisions unnecessary.
; RUN: trellis %s --emit spvasm --validate

; Times four and divided by four again: nothing is lost, since the number has eight bits.
define i32 @address(i32 %x) {
  %n = and i32 %x, 255
  %byte = shl i32 %n, 2
  %r = read u0, %byte
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[x]] %uint_255
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %[[and]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; Of a number of 32 bits, the shift drops two.
define i32 @any_address(i32 %x) {
  %byte = shl i32 %x, 2
  %r = read u0, %byte
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[x]] %uint_2
; CHECK-NEXT: %[[shift2]] = OpShiftRightLogical %uint %[[shift]] %uint_2
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %[[shift2]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd

; Of a number from 0 to 255, the conversion needs no clamp.
define i32 @conversion(i32 %x) {
  %n = and i32 %x, 255
  %f = uitofp i32 %n to float
  %r = fptoui float %f to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[x]] %uint_255
; CHECK-NEXT: %[[convert]] = OpConvertUToF %float %[[and]]
; CHECK-NEXT: %[[convert2]] = OpConvertFToU %uint %[[convert]]
; CHECK-NEXT: OpReturnValue %[[convert2]]
; CHECK-NEXT: OpFunctionEnd

; The divisor is 1 to 16.
define i32 @division(i32 %x, i32 %y) {
  %low = and i32 %y, 15
  %n = add i32 %low, 1
  %r = udiv i32 %x, %n
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[y]] %uint_15
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[and]] %uint_1
; CHECK-NEXT: %[[div]] = OpUDiv %uint %[[x]] %[[add]]
; CHECK-NEXT: OpReturnValue %[[div]]
; CHECK-NEXT: OpFunctionEnd

; 16 times a fraction is less than 17, or NaN: a maximum with 0 is enough.
define i32 @nan(float %x) {
  %f = call float @dx.op.unary.f32(i32 22, float %x)
  %m = fmul float %f, 16.0
  %r = fptoui float %m to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK: %[[mul]] = OpFMul %float
; CHECK-NEXT: %[[max]] = OpExtInst %float %[[GLSL]] NMax %[[mul]] %float_0
; CHECK-NEXT: %[[r]] = OpConvertFToU %uint %[[max]]
; CHECK-NEXT: OpReturnValue %[[r]]
; CHECK-NEXT: OpFunctionEnd

; The bits of a float from 1 to 2.
define i32 @bits(i32 %x) {
  %low = and i32 %x, 8388607
  %b = or i32 %low, 1065353216
  %f = bitcast i32 %b to float
  %q = fdiv float 100.0, %f
  %r = fptosi float %q to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: %[[div]] = OpFDiv %float %float_100
; CHECK-NEXT: %[[r]] = OpConvertFToS %uint %[[div]]
; CHECK-NEXT: OpReturnValue %[[r]]

; A phi of two numbers with bounds.
define i32 @phi(i32 %x) {
  %even = and i32 %x, 1
  %is = icmp eq i32 %even, 0
  br i1 %is, label %one, label %two
one:
  %n = and i32 %x, 255
  %f = uitofp i32 %n to float
  br label %both
two:
  br label %both
both:
  %p = phi float [ %f, %one ], [ -3.5, %two ]
  %r = fptosi float %p to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: %[[p]] = OpPhi %float
; CHECK: %[[r]] = OpConvertFToS %uint %[[p]]
; CHECK-NEXT: OpReturnValue %[[r]]

; The uses, after a selection, cannot tell the largest integers from each other, nor negative ones from 0.
define i32 @unseen(float %x, i32 %y) {
  %i = fptosi float %x to i32
  %is = icmp eq i32 %y, 7
  %s = select i1 %is, i32 %y, i32 %i
  %m = call i32 @dx.op.binary.i32(i32 37, i32 %s, i32 0)
  %r = call i32 @dx.op.binary.i32(i32 38, i32 %m, i32 100)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: %[[c]] = OpExtInst %float %[[GLSL]] NClamp %[[x]]
; CHECK-NEXT: %[[i]] = OpConvertFToS %uint %[[c]]
; CHECK-NEXT: %[[is]] = OpIEqual %bool %[[y]] %uint_7
; CHECK-NEXT: %[[s]] = OpSelect %uint %[[is]] %[[y]] %[[i]]
; CHECK-NEXT: %[[m]] = OpExtInst %uint %[[GLSL]] SMax %[[s]] %uint_0

; A sum with the result sees NaN and the largest integers.
define i32 @seen(float %x) {
  %i = fptosi float %x to i32
  %r = add i32 %i, 1
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: OpConvertFToU
; CHECK: OpConvertFToS
; CHECK: UMin
; CHECK: UMax
; CHECK: OpIAdd

; Fractions of numbers that are not negative are below 1 anyway.
define float @fraction(i32 %x) {
  %n = and i32 %x, 255
  %f = uitofp i32 %n to float
  %h = fmul float %f, 0.25
  %r = call float @dx.op.unary.f32(i32 22, float %h)
  %i = fptoui float %r to i32
  %g = uitofp i32 %i to float
  ret float %g
}
; CHECK-LABEL: = OpFunction %float None
; CHECK: %[[fract]] = OpExtInst %float %[[GLSL]] Fract
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[fract]]

; A number that may be negative, but is not NaN.
define float @negative(i32 %x) {
  %n = and i32 %x, 255
  %f = uitofp i32 %n to float
  %h = fmul float %f, -0.25
  %r = call float @dx.op.unary.f32(i32 22, float %h)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK: %[[fract]] = OpExtInst %float %[[GLSL]] Fract
; CHECK-NEXT: %[[min]] = OpExtInst %float %[[GLSL]] NMin %[[fract]] %float_0_99999994
; CHECK-NEXT: OpReturnValue %[[min]]

; x - floor(x / 69) * 69 is not far below 0 nor above 69, although its terms are.
define float @modulo(i32 %x) {
  %n = and i32 %x, 65535
  %f = uitofp i32 %n to float
  %q = fmul fast float %f, 0x3F8DAE6080000000
  %w = call float @dx.op.unary.f32(i32 27, float %q)
  %m = fmul fast float %w, 6.900000e+01
  %d = fsub fast float %f, %m
  %p = fadd fast float %d, 1.000000e+00
  %r = call float @dx.op.unary.f32(i32 22, float %p)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK: %[[r]] = OpExtInst %float %[[GLSL]] Fract
; CHECK-NEXT: OpReturnValue %[[r]]

; The factor is not 1 / 69: the difference has the bounds of its terms.
define float @no_modulo(i32 %x) {
  %n = and i32 %x, 65535
  %f = uitofp i32 %n to float
  %q = fmul fast float %f, 2.500000e-01
  %w = call float @dx.op.unary.f32(i32 27, float %q)
  %m = fmul fast float %w, 6.900000e+01
  %d = fsub fast float %f, %m
  %p = fadd fast float %d, 1.000000e+00
  %r = call float @dx.op.unary.f32(i32 22, float %p)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK: %[[r]] = OpExtInst %float %[[GLSL]] Fract
; CHECK-NEXT: OpExtInst %float %[[GLSL]] NMin %[[r]]

; A square is not negative. The sine of a moderate number is a number.
define float @square(i32 %x) {
  %n = and i32 %x, 255
  %i = uitofp i32 %n to float
  %f = fsub fast float %i, 1.280000e+02
  %s = fmul fast float %f, %f
  %r = call float @dx.op.unary.f32(i32 22, float %s)
  %w = call float @dx.op.unary.f32(i32 13, float %f)
  %h = fmul fast float %w, 0x40E55DD180000000
  %t = call float @dx.op.unary.f32(i32 22, float %h)
  %u = fadd fast float %r, %t
  ret float %u
}
; CHECK-LABEL: = OpFunction %float None
; CHECK: OpExtInst %float %[[GLSL]] Fract
; CHECK-NEXT: %[[w]] = OpExtInst %float %[[GLSL]] Sin
; CHECK: %[[t]] = OpExtInst %float %[[GLSL]] Fract
; CHECK-NEXT: OpExtInst %float %[[GLSL]] NMin %[[t]]

; The counter is -1, 0 or 1.
define i32 @counter(float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ -1, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %s, %loop ]
  %f = sitofp i32 %i to float
  %h = fmul float %f, 2.500000e+00
  %n = fptosi float %h to i32
  %s = add i32 %sum, %n
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 2
  br i1 %done, label %end, label %loop
end:
  ret i32 %s
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: %[[f]] = OpConvertSToF %float
; CHECK-NEXT: %[[h]] = OpFMul %float %[[f]] %float_2_5
; CHECK-NEXT: OpConvertFToS %uint %[[h]]

; In steps of 2, the counter may pass a limit that it is compared with for equality.
define i32 @passing_counter(float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ -1, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %s, %loop ]
  %f = sitofp i32 %i to float
  %h = fmul float %f, 2.500000e+00
  %n = fptosi float %h to i32
  %s = add i32 %sum, %n
  %next = add i32 %i, 2
  %done = icmp eq i32 %next, 2
  br i1 %done, label %end, label %loop
end:
  ret i32 %s
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: %[[h]] = OpFMul %float %{{.*}} %float_2_5
; CHECK-NEXT: OpFunctionCall %uint %{{.*}} %[[h]]

; There is at least one lane, so this is no division by 0.
define i32 @lanes(i32 %x) {
  %n = call i32 @dx.op.waveGetLaneCount(i32 112)
  %r = udiv i32 %x, %n
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: %[[q]] = OpUDiv %uint
; CHECK-NEXT: OpReturnValue %[[q]]

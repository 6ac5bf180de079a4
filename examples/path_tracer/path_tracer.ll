; path_tracer.hlsl as DXIL of shader model 6.3. No compiler of Direct3D made it: it was written to be what one would, in
; LLVM's assembly of today (payloads are spelled as scalars), and path_tracer.dxil holds it as bitcode of today.
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%struct.RaytracingAccelerationStructure = type { i32 }
%"class.StructuredBuffer<Surface>" = type { %struct.Surface }
%struct.Surface = type { <3 x float>, <3 x float>, <3 x float>, i32 }
%"class.RWTexture2D<vector<float, 4> >" = type { <4 x float> }
%hostlayout.Frame = type { <3 x float>, i32, <3 x float>, i32, <2 x float> }
%struct.Path = type { float, float, float, float, float, float, float, float, float, float, float, float, i32, i32 }
%struct.Shadow = type { float }
%dx.types.Handle = type { ptr }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.ResRet.f32 = type { float, float, float, float, i32 }
%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }

@"\01?scene@@3URaytracingAccelerationStructure@@A" = external constant %struct.RaytracingAccelerationStructure, align 4
@"\01?surfaces@@3V?$StructuredBuffer@USurface@@@@A" = external constant %"class.StructuredBuffer<Surface>", align 4
@"\01?image@@3V?$RWTexture2D@V?$vector@M$03@@@@A" = external constant %"class.RWTexture2D<vector<float, 4> >", align 4
@Frame = external constant %hostlayout.Frame, align 4

define void @"\01?render@@YAXXZ"() #0 {
entry:
  %path = alloca %struct.Path, align 4
  %call = call i32 @dx.op.dispatchRaysIndex.i32(i32 145, i8 0)
  %call1 = call i32 @dx.op.dispatchRaysIndex.i32(i32 145, i8 1)
  %call2 = call i32 @dx.op.dispatchRaysDimensions.i32(i32 146, i8 0)
  %mul = mul i32 %call2, %call1
  %add = add i32 %mul, %call
  %mul4 = mul i32 %add, 9781
  %add5 = add i32 %mul4, 1
  %call6.object = load %hostlayout.Frame, ptr @Frame, align 4
  %call6 = call %dx.types.Handle @dx.op.createHandleForLib.hostlayout.Frame(i32 160, %hostlayout.Frame %call6.object)
  %call7.object = load %struct.RaytracingAccelerationStructure, ptr @"\01?scene@@3URaytracingAccelerationStructure@@A", align 4
  %call7 = call %dx.types.Handle @dx.op.createHandleForLib.struct.RaytracingAccelerationStructure(i32 160, %struct.RaytracingAccelerationStructure %call7.object)
  %call8 = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %call6, i32 0)
  %vecext = extractvalue %dx.types.CBufRet.i32 %call8, 3
  %call10 = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %call6, i32 1)
  %vecext11 = extractvalue %dx.types.CBufRet.i32 %call10, 3
  %random12 = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 12
  store i32 %add5, ptr %random12, align 4
  %cmp88.not = icmp eq i32 %vecext, 0
  br i1 %cmp88.not, label %for.end50, label %for.body.lr.ph
for.body.lr.ph:
  %call3 = call i32 @dx.op.dispatchRaysDimensions.i32(i32 146, i8 1)
  %conv = uitofp i32 %call to float
  %conv16 = uitofp i32 %call2 to float
  %conv18 = uitofp i32 %call1 to float
  %conv22 = uitofp i32 %call3 to float
  %rb = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 2
  %rg = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 1
  %rr = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 0
  %tb = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 5
  %tg = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 4
  %tr = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 3
  %oy = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 7
  %ox = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 6
  %oz = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 8
  %dx = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 9
  %dy = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 10
  %dz = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 11
  %state = getelementptr inbounds %struct.Path, ptr %path, i32 0, i32 13
  %cmp3384.not = icmp eq i32 %vecext11, 0
  br label %for.body
for.body:
  %v1 = phi i32 [ %add5, %for.body.lr.ph ], [ %.pre, %for.end.for.body_crit_edge ]
  %sr.092 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %add43, %for.end.for.body_crit_edge ]
  %sg.091 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %add45, %for.end.for.body_crit_edge ]
  %sb.090 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %add47, %for.end.for.body_crit_edge ]
  %s.089 = phi i32 [ 0, %for.body.lr.ph ], [ %inc49, %for.end.for.body_crit_edge ]
  %mul.i = mul i32 %v1, 747796405
  %add.i = add i32 %mul.i, -1403630843
  %shr.i = lshr i32 %add.i, 28
  %add1.i = add nuw nsw i32 %shr.i, 4
  %shr2.i = lshr i32 %add.i, %add1.i
  %xor.i = xor i32 %shr2.i, %add.i
  %mul3.i = mul i32 %xor.i, 277803737
  %v2 = lshr i32 %mul3.i, 30
  %v3 = lshr i32 %mul3.i, 8
  %shr6.i = xor i32 %v2, %v3
  %conv.i = uitofp i32 %shr6.i to float
  %mul7.i = fmul float %conv.i, 0x3E70000000000000
  %add15 = fadd float %mul7.i, %conv
  %div = fdiv float %add15, %conv16
  %mul17 = fmul float %div, 2.000000e+00
  %sub = fadd float %mul17, -1.000000e+00
  %mul.i73 = mul i32 %add.i, 747796405
  %add.i74 = add i32 %mul.i73, -1403630843
  store i32 %add.i74, ptr %random12, align 4
  %shr.i75 = lshr i32 %add.i74, 28
  %add1.i76 = add nuw nsw i32 %shr.i75, 4
  %shr2.i77 = lshr i32 %add.i74, %add1.i76
  %xor.i78 = xor i32 %shr2.i77, %add.i74
  %mul3.i79 = mul i32 %xor.i78, 277803737
  %v4 = lshr i32 %mul3.i79, 30
  %v5 = lshr i32 %mul3.i79, 8
  %shr6.i80 = xor i32 %v4, %v5
  %conv.i81 = uitofp i32 %shr6.i80 to float
  %mul7.i82 = fmul float %conv.i81, 0x3E70000000000000
  %add21 = fadd float %mul7.i82, %conv18
  %div23 = fdiv float %add21, %conv22
  %mul24 = fmul float %div23, 2.000000e+00
  %sub25 = fsub float 1.000000e+00, %mul24
  store float 0.000000e+00, ptr %rb, align 4
  store float 0.000000e+00, ptr %rg, align 4
  store float 0.000000e+00, ptr %rr, align 4
  store float 1.000000e+00, ptr %tb, align 4
  store float 1.000000e+00, ptr %tg, align 4
  store float 1.000000e+00, ptr %tr, align 4
  store float 0.000000e+00, ptr %oy, align 4
  store float 0.000000e+00, ptr %ox, align 4
  store float -3.750000e+00, ptr %oz, align 4
  %call.i = call float @dx.op.dot3.f32(i32 55, float %sub, float %sub25, float 2.750000e+00, float %sub, float %sub25, float 2.750000e+00)
  %call4.i = call float @dx.op.unary.f32(i32 25, float %call.i)
  %mul.i83 = fmul float %call4.i, %sub
  %mul9.i = fmul float %call4.i, %sub25
  %mul12.i = fmul float %call4.i, 2.750000e+00
  store float %mul.i83, ptr %dx, align 4
  store float %mul9.i, ptr %dy, align 4
  store float %mul12.i, ptr %dz, align 4
  store i32 3, ptr %state, align 4
  br i1 %cmp3384.not, label %for.end, label %for.body35
for.body35:
  %v6 = phi float [ %.pre100, %for.body35.for.body35_crit_edge ], [ %mul12.i, %for.body ]
  %v7 = phi float [ %.pre99, %for.body35.for.body35_crit_edge ], [ %mul9.i, %for.body ]
  %v8 = phi float [ %.pre98, %for.body35.for.body35_crit_edge ], [ %mul.i83, %for.body ]
  %v9 = phi float [ %.pre97, %for.body35.for.body35_crit_edge ], [ -3.750000e+00, %for.body ]
  %v10 = phi float [ %.pre96, %for.body35.for.body35_crit_edge ], [ 0.000000e+00, %for.body ]
  %v11 = phi float [ %.pre95, %for.body35.for.body35_crit_edge ], [ 0.000000e+00, %for.body ]
  %b.087 = phi i32 [ %inc, %for.body35.for.body35_crit_edge ], [ 0, %for.body ]
  call void @dx.op.traceRay.struct.Path(i32 157, %dx.types.Handle %call7, i32 0, i32 255, i32 0, i32 2, i32 0, float %v11, float %v10, float %v9, float 0.000000e+00, float %v8, float %v7, float %v6, float 1.000000e+02, ptr %path)
  %inc = add nuw i32 %b.087, 1
  %cmp33 = icmp ult i32 %inc, %vecext11
  %v12 = load i32, ptr %state, align 4
  %and = and i32 %v12, 1
  %tobool = icmp ne i32 %and, 0
  %v13 = and i1 %cmp33, %tobool
  br i1 %v13, label %for.body35.for.body35_crit_edge, label %for.end.loopexit
for.body35.for.body35_crit_edge:
  %.pre95 = load float, ptr %ox, align 4
  %.pre96 = load float, ptr %oy, align 4
  %.pre97 = load float, ptr %oz, align 4
  %.pre98 = load float, ptr %dx, align 4
  %.pre99 = load float, ptr %dy, align 4
  %.pre100 = load float, ptr %dz, align 4
  br label %for.body35
for.end.loopexit:
  %.pre101 = load float, ptr %rr, align 4
  %.pre102 = load float, ptr %rg, align 4
  %.pre103 = load float, ptr %rb, align 4
  br label %for.end
for.end:
  %v14 = phi float [ %.pre103, %for.end.loopexit ], [ 0.000000e+00, %for.body ]
  %v15 = phi float [ %.pre102, %for.end.loopexit ], [ 0.000000e+00, %for.body ]
  %v16 = phi float [ %.pre101, %for.end.loopexit ], [ 0.000000e+00, %for.body ]
  %add43 = fadd float %sr.092, %v16
  %add45 = fadd float %sg.091, %v15
  %add47 = fadd float %sb.090, %v14
  %inc49 = add nuw i32 %s.089, 1
  %exitcond.not = icmp eq i32 %inc49, %vecext
  br i1 %exitcond.not, label %for.end50, label %for.end.for.body_crit_edge
for.end.for.body_crit_edge:
  %.pre = load i32, ptr %random12, align 4
  br label %for.body
for.end50:
  %sb.0.lcssa = phi float [ 0.000000e+00, %entry ], [ %add47, %for.end ]
  %sg.0.lcssa = phi float [ 0.000000e+00, %entry ], [ %add45, %for.end ]
  %sr.0.lcssa = phi float [ 0.000000e+00, %entry ], [ %add43, %for.end ]
  %conv51 = uitofp i32 %vecext to float
  %call52.object = load %"class.RWTexture2D<vector<float, 4> >", ptr @"\01?image@@3V?$RWTexture2D@V?$vector@M$03@@@@A", align 4
  %call52 = call %dx.types.Handle @"dx.op.createHandleForLib.class.RWTexture2D<vector<float, 4> >"(i32 160, %"class.RWTexture2D<vector<float, 4> >" %call52.object)
  %div53 = fdiv float %sr.0.lcssa, %conv51
  %div54 = fdiv float %sg.0.lcssa, %conv51
  %div55 = fdiv float %sb.0.lcssa, %conv51
  call void @dx.op.textureStore.f32(i32 67, %dx.types.Handle %call52, i32 %call, i32 %call1, i32 undef, float %div53, float %div54, float %div55, float 1.000000e+00, i8 15)
  ret void
}

define void @"\01?shade@@YAXUPath@@UBuiltInTriangleIntersectionAttributes@@@Z"(ptr noalias nocapture %p, ptr nocapture readonly %a) #0 {
entry:
  %s = alloca %struct.Shadow, align 4
  %call = call i32 @dx.op.instanceID.i32(i32 141)
  %call1 = call i32 @dx.op.primitiveIndex.i32(i32 161)
  %div = lshr i32 %call1, 1
  %add = add i32 %div, %call
  %call2.object = load %"class.StructuredBuffer<Surface>", ptr @"\01?surfaces@@3V?$StructuredBuffer@USurface@@@@A", align 4
  %call2 = call %dx.types.Handle @"dx.op.createHandleForLib.class.StructuredBuffer<Surface>"(i32 160, %"class.StructuredBuffer<Surface>" %call2.object)
  %call3 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %call2, i32 %add, i32 24, i8 7, i32 4)
  %vecext = extractvalue %dx.types.ResRet.f32 %call3, 0
  %cmp = fcmp ogt float %vecext, 0.000000e+00
  %vecext4 = extractvalue %dx.types.ResRet.f32 %call3, 1
  %cmp5 = fcmp ogt float %vecext4, 0.000000e+00
  %or.cond = or i1 %cmp, %cmp5
  %vecext7 = extractvalue %dx.types.ResRet.f32 %call3, 2
  %cmp8 = fcmp ogt float %vecext7, 0.000000e+00
  %or.cond255 = or i1 %or.cond, %cmp8
  br i1 %or.cond255, label %if.then, label %if.end19
if.then:
  %state = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 13
  %v0 = load i32, ptr %state, align 4
  %and = and i32 %v0, 2
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %if.end, label %if.then9
if.then9:
  %tr = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 3
  %v1 = load float, ptr %tr, align 4
  %mul = fmul float %vecext, %v1
  %rr = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 0
  %v2 = load float, ptr %rr, align 4
  %add11 = fadd float %v2, %mul
  store float %add11, ptr %rr, align 4
  %tg = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 4
  %v3 = load float, ptr %tg, align 4
  %mul13 = fmul float %vecext4, %v3
  %rg = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 1
  %v4 = load float, ptr %rg, align 4
  %add14 = fadd float %v4, %mul13
  store float %add14, ptr %rg, align 4
  %tb = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 5
  %v5 = load float, ptr %tb, align 4
  %mul16 = fmul float %vecext7, %v5
  %rb = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 2
  %v6 = load float, ptr %rb, align 4
  %add17 = fadd float %v6, %mul16
  store float %add17, ptr %rb, align 4
  br label %if.end
if.end:
  store i32 0, ptr %state, align 4
  br label %return
if.end19:
  %call20 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %call2, i32 %add, i32 0, i8 7, i32 4)
  %call21 = call %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32 139, %dx.types.Handle %call2, i32 %add, i32 12, i8 7, i32 4)
  %call22 = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %call2, i32 %add, i32 36, i8 1, i32 4)
  %vecext23 = extractvalue %dx.types.ResRet.i32 %call22, 0
  %call24 = call float @dx.op.objectToWorld.f32(i32 151, i32 0, i8 0)
  %call25 = call float @dx.op.objectToWorld.f32(i32 151, i32 0, i8 1)
  %call26 = call float @dx.op.objectToWorld.f32(i32 151, i32 0, i8 2)
  %vecext27 = extractvalue %dx.types.ResRet.f32 %call20, 0
  %vecext28 = extractvalue %dx.types.ResRet.f32 %call20, 1
  %vecext29 = extractvalue %dx.types.ResRet.f32 %call20, 2
  %call30 = call float @dx.op.dot3.f32(i32 55, float %call24, float %call25, float %call26, float %vecext27, float %vecext28, float %vecext29)
  %call31 = call float @dx.op.objectToWorld.f32(i32 151, i32 1, i8 0)
  %call32 = call float @dx.op.objectToWorld.f32(i32 151, i32 1, i8 1)
  %call33 = call float @dx.op.objectToWorld.f32(i32 151, i32 1, i8 2)
  %call37 = call float @dx.op.dot3.f32(i32 55, float %call31, float %call32, float %call33, float %vecext27, float %vecext28, float %vecext29)
  %call38 = call float @dx.op.objectToWorld.f32(i32 151, i32 2, i8 0)
  %call39 = call float @dx.op.objectToWorld.f32(i32 151, i32 2, i8 1)
  %call40 = call float @dx.op.objectToWorld.f32(i32 151, i32 2, i8 2)
  %call44 = call float @dx.op.dot3.f32(i32 55, float %call38, float %call39, float %call40, float %vecext27, float %vecext28, float %vecext29)
  %call46 = call float @dx.op.worldRayDirection.f32(i32 148, i8 0)
  %call48 = call float @dx.op.worldRayDirection.f32(i32 148, i8 1)
  %call50 = call float @dx.op.worldRayDirection.f32(i32 148, i8 2)
  %call57 = call float @dx.op.dot3.f32(i32 55, float %call30, float %call37, float %call44, float %call46, float %call48, float %call50)
  %cmp58 = fcmp ogt float %call57, 0.000000e+00
  %fneg = fsub float -0.000000e+00, %call30
  %fneg65 = fsub float -0.000000e+00, %call37
  %fneg68 = fsub float -0.000000e+00, %call44
  %n.sroa.0.0 = select i1 %cmp58, float %fneg, float %call30
  %n.sroa.9.0 = select i1 %cmp58, float %fneg65, float %call37
  %n.sroa.18.0 = select i1 %cmp58, float %fneg68, float %call44
  %call70 = call float @dx.op.rayTCurrent.f32(i32 154)
  %call72 = call float @dx.op.worldRayOrigin.f32(i32 147, i8 0)
  %mul74 = fmul float %call46, %call70
  %add75 = fadd float %call72, %mul74
  %mul77 = fmul float %n.sroa.0.0, 0x3F50624DE0000000
  %add78 = fadd float %add75, %mul77
  %call80 = call float @dx.op.worldRayOrigin.f32(i32 147, i8 1)
  %mul82 = fmul float %call48, %call70
  %add83 = fadd float %mul82, %call80
  %mul85 = fmul float %n.sroa.9.0, 0x3F50624DE0000000
  %add86 = fadd float %mul85, %add83
  %call88 = call float @dx.op.worldRayOrigin.f32(i32 147, i8 2)
  %mul90 = fmul float %call50, %call70
  %add91 = fadd float %mul90, %call88
  %mul93 = fmul float %n.sroa.18.0, 0x3F50624DE0000000
  %add94 = fadd float %mul93, %add91
  %ox = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 6
  store float %add78, ptr %ox, align 4
  %oy = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 7
  store float %add86, ptr %oy, align 4
  %oz = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 8
  store float %add94, ptr %oz, align 4
  %vecext98 = extractvalue %dx.types.ResRet.f32 %call21, 0
  %tr99 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 3
  %v7 = load float, ptr %tr99, align 4
  %mul100 = fmul float %vecext98, %v7
  store float %mul100, ptr %tr99, align 4
  %vecext101 = extractvalue %dx.types.ResRet.f32 %call21, 1
  %tg102 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 4
  %v8 = load float, ptr %tg102, align 4
  %mul103 = fmul float %vecext101, %v8
  store float %mul103, ptr %tg102, align 4
  %vecext104 = extractvalue %dx.types.ResRet.f32 %call21, 2
  %tb105 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 5
  %v9 = load float, ptr %tb105, align 4
  %mul106 = fmul float %vecext104, %v9
  store float %mul106, ptr %tb105, align 4
  %tobool107.not = icmp eq i32 %vecext23, 0
  br i1 %tobool107.not, label %if.end129, label %if.then108
if.then108:
  %call115 = call float @dx.op.dot3.f32(i32 55, float %call46, float %call48, float %call50, float %n.sroa.0.0, float %n.sroa.9.0, float %n.sroa.18.0)
  %mul116 = fmul float %call115, 2.000000e+00
  %mul119 = fmul float %n.sroa.0.0, %mul116
  %sub = fsub float %call46, %mul119
  %dx = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 9
  store float %sub, ptr %dx, align 4
  %mul122 = fmul float %n.sroa.9.0, %mul116
  %sub123 = fsub float %call48, %mul122
  %dy = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 10
  store float %sub123, ptr %dy, align 4
  %mul126 = fmul float %n.sroa.18.0, %mul116
  %sub127 = fsub float %call50, %mul126
  %dz = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 11
  store float %sub127, ptr %dz, align 4
  %state128 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 13
  store i32 3, ptr %state128, align 4
  br label %return
if.end129:
  %call130.object = load %hostlayout.Frame, ptr @Frame, align 4
  %call130 = call %dx.types.Handle @dx.op.createHandleForLib.hostlayout.Frame(i32 160, %hostlayout.Frame %call130.object)
  %call131 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %call130, i32 0)
  %call132 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %call130, i32 1)
  %call133 = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %call130, i32 2)
  %random = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 12
  %v10 = load i32, ptr %random, align 4
  %mul.i = mul i32 %v10, 747796405
  %add.i = add i32 %mul.i, -1403630843
  %shr.i = lshr i32 %add.i, 28
  %add1.i = add nuw nsw i32 %shr.i, 4
  %shr2.i = lshr i32 %add.i, %add1.i
  %xor.i = xor i32 %shr2.i, %add.i
  %mul3.i = mul i32 %xor.i, 277803737
  %v11 = lshr i32 %mul3.i, 30
  %v12 = lshr i32 %mul3.i, 8
  %shr6.i = xor i32 %v11, %v12
  %conv.i = uitofp i32 %shr6.i to float
  %mul7.i = fmul float %conv.i, 0x3E70000000000000
  %mul.i385 = mul i32 %add.i, 747796405
  %add.i386 = add i32 %mul.i385, -1403630843
  %shr.i387 = lshr i32 %add.i386, 28
  %add1.i388 = add nuw nsw i32 %shr.i387, 4
  %shr2.i389 = lshr i32 %add.i386, %add1.i388
  %xor.i390 = xor i32 %shr2.i389, %add.i386
  %mul3.i391 = mul i32 %xor.i390, 277803737
  %v13 = lshr i32 %mul3.i391, 30
  %v14 = lshr i32 %mul3.i391, 8
  %shr6.i392 = xor i32 %v13, %v14
  %conv.i393 = uitofp i32 %shr6.i392 to float
  %mul7.i394 = fmul float %conv.i393, 0x3E70000000000000
  %vecext137 = extractvalue %dx.types.CBufRet.f32 %call131, 0
  %vecext138 = extractvalue %dx.types.CBufRet.f32 %call133, 0
  %mul139 = fmul float %vecext138, %mul7.i
  %add140 = fadd float %vecext137, %mul139
  %sub142 = fsub float %add140, %add78
  %vecext144 = extractvalue %dx.types.CBufRet.f32 %call131, 1
  %sub146 = fsub float %vecext144, %add86
  %vecext148 = extractvalue %dx.types.CBufRet.f32 %call131, 2
  %vecext149 = extractvalue %dx.types.CBufRet.f32 %call133, 1
  %mul150 = fmul float %vecext149, %mul7.i394
  %add151 = fadd float %vecext148, %mul150
  %sub153 = fsub float %add151, %add94
  %call160 = call float @dx.op.dot3.f32(i32 55, float %sub142, float %sub146, float %sub153, float %sub142, float %sub146, float %sub153)
  %call161 = call float @dx.op.unary.f32(i32 24, float %call160)
  %div165 = fdiv float %sub142, %call161
  %div168 = fdiv float %sub146, %call161
  %div171 = fdiv float %sub153, %call161
  %call178 = call float @dx.op.dot3.f32(i32 55, float %n.sroa.0.0, float %n.sroa.9.0, float %n.sroa.18.0, float %div165, float %div168, float %div171)
  %cmp179 = fcmp ogt float %call178, 0.000000e+00
  %cmp181 = fcmp ogt float %div168, 0.000000e+00
  %or.cond256 = and i1 %cmp179, %cmp181
  br i1 %or.cond256, label %if.then182, label %if.end220
if.then182:
  %light = getelementptr inbounds %struct.Shadow, ptr %s, i32 0, i32 0
  store float 0.000000e+00, ptr %light, align 4
  %call183.object = load %struct.RaytracingAccelerationStructure, ptr @"\01?scene@@3URaytracingAccelerationStructure@@A", align 4
  %call183 = call %dx.types.Handle @dx.op.createHandleForLib.struct.RaytracingAccelerationStructure(i32 160, %struct.RaytracingAccelerationStructure %call183.object)
  %sub190 = fadd float %call161, 0xBF60624DE0000000
  call void @dx.op.traceRay.struct.Shadow(i32 157, %dx.types.Handle %call183, i32 12, i32 255, i32 1, i32 2, i32 1, float %add78, float %add86, float %add94, float 0.000000e+00, float %div165, float %div168, float %div171, float %sub190, ptr %s)
  %v16 = load float, ptr %light, align 4
  %mul193 = fmul float %call178, %v16
  %mul195 = fmul float %div168, %mul193
  %mul198 = fmul float %vecext138, %vecext149
  %mul199 = fmul float %mul198, %mul195
  %mul200 = fmul float %call160, 0x400921FB60000000
  %div201 = fdiv float %mul199, %mul200
  %v17 = load float, ptr %tr99, align 4
  %vecext203 = extractvalue %dx.types.CBufRet.f32 %call132, 0
  %mul204 = fmul float %vecext203, %v17
  %mul205 = fmul float %mul204, %div201
  %rr206 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 0
  %v18 = load float, ptr %rr206, align 4
  %add207 = fadd float %v18, %mul205
  store float %add207, ptr %rr206, align 4
  %v19 = load float, ptr %tg102, align 4
  %vecext209 = extractvalue %dx.types.CBufRet.f32 %call132, 1
  %mul210 = fmul float %vecext209, %v19
  %mul211 = fmul float %div201, %mul210
  %rg212 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 1
  %v20 = load float, ptr %rg212, align 4
  %add213 = fadd float %v20, %mul211
  store float %add213, ptr %rg212, align 4
  %v21 = load float, ptr %tb105, align 4
  %vecext215 = extractvalue %dx.types.CBufRet.f32 %call132, 2
  %mul216 = fmul float %vecext215, %v21
  %mul217 = fmul float %div201, %mul216
  %rb218 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 2
  %v22 = load float, ptr %rb218, align 4
  %add219 = fadd float %v22, %mul217
  store float %add219, ptr %rb218, align 4
  br label %if.end220
if.end220:
  %mul.i395 = mul i32 %add.i386, 747796405
  %add.i396 = add i32 %mul.i395, -1403630843
  %shr.i397 = lshr i32 %add.i396, 28
  %add1.i398 = add nuw nsw i32 %shr.i397, 4
  %shr2.i399 = lshr i32 %add.i396, %add1.i398
  %xor.i400 = xor i32 %shr2.i399, %add.i396
  %mul3.i401 = mul i32 %xor.i400, 277803737
  %v23 = lshr i32 %mul3.i401, 30
  %v24 = lshr i32 %mul3.i401, 8
  %shr6.i402 = xor i32 %v23, %v24
  %conv.i403 = uitofp i32 %shr6.i402 to float
  %mul7.i404 = fmul float %conv.i403, 0x3E70000000000000
  %mul222 = fmul float %mul7.i404, 2.000000e+00
  %sub223 = fsub float 1.000000e+00, %mul222
  %mul.i405 = mul i32 %add.i396, 747796405
  %add.i406 = add i32 %mul.i405, -1403630843
  %shr.i407 = lshr i32 %add.i406, 28
  %add1.i408 = add nuw nsw i32 %shr.i407, 4
  %shr2.i409 = lshr i32 %add.i406, %add1.i408
  %xor.i410 = xor i32 %shr2.i409, %add.i406
  %mul3.i411 = mul i32 %xor.i410, 277803737
  %v25 = lshr i32 %mul3.i411, 30
  %v26 = lshr i32 %mul3.i411, 8
  %shr6.i412 = xor i32 %v25, %v26
  %conv.i413 = uitofp i32 %shr6.i412 to float
  %mul7.i414 = fmul float %conv.i413, 0x3E70000000000000
  %mul225 = fmul float %mul7.i414, 0x401921FB60000000
  store i32 %add.i406, ptr %random, align 4
  %mul227 = fmul float %sub223, %sub223
  %sub228 = fsub float 1.000000e+00, %mul227
  %call229 = call float @dx.op.binary.f32(i32 35, float %sub228, float 0.000000e+00)
  %call230 = call float @dx.op.unary.f32(i32 24, float %call229)
  %call233 = call float @dx.op.unary.f32(i32 12, float %mul225)
  %mul234 = fmul float %call230, %call233
  %mul235 = fmul float %mul234, 0x3FEFF7CEE0000000
  %add236 = fadd float %n.sroa.0.0, %mul235
  %call239 = call float @dx.op.unary.f32(i32 13, float %mul225)
  %mul240 = fmul float %call230, %call239
  %mul241 = fmul float %mul240, 0x3FEFF7CEE0000000
  %add242 = fadd float %n.sroa.9.0, %mul241
  %mul245 = fmul float %sub223, 0x3FEFF7CEE0000000
  %add246 = fadd float %n.sroa.18.0, %mul245
  %call.i = call float @dx.op.dot3.f32(i32 55, float %add236, float %add242, float %add246, float %add236, float %add242, float %add246)
  %call4.i = call float @dx.op.unary.f32(i32 25, float %call.i)
  %mul.i415 = fmul float %add236, %call4.i
  %mul9.i = fmul float %call4.i, %add242
  %mul12.i = fmul float %add246, %call4.i
  %dx249 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 9
  store float %mul.i415, ptr %dx249, align 4
  %dy251 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 10
  store float %mul9.i, ptr %dy251, align 4
  %dz253 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 11
  store float %mul12.i, ptr %dz253, align 4
  %state254 = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 13
  store i32 1, ptr %state254, align 4
  br label %return
return:
  ret void
}

define void @"\01?shutter@@YAXUPath@@UBuiltInTriangleIntersectionAttributes@@@Z"(ptr noalias nocapture %p, ptr nocapture readonly %a) #0 {
entry:
  %call.i = call float @dx.op.objectRayOrigin.f32(i32 149, i8 1)
  %call1.i = call float @dx.op.rayTCurrent.f32(i32 154)
  %call2.i = call float @dx.op.objectRayDirection.f32(i32 150, i8 1)
  %mul.i = fmul float %call1.i, %call2.i
  %add.i = fadd float %call.i, %mul.i
  %mul3.i = fmul float %add.i, 6.000000e+00
  %call4.i = call float @dx.op.unary.f32(i32 22, float %mul3.i)
  %cmp.i = fcmp olt float %call4.i, 5.000000e-01
  br i1 %cmp.i, label %if.then, label %if.end
if.then:
  call void @dx.op.ignoreHit(i32 155)
  unreachable
if.end:
  ret void
}

define void @"\01?shutterShadow@@YAXUShadow@@UBuiltInTriangleIntersectionAttributes@@@Z"(ptr noalias nocapture %p, ptr nocapture readonly %a) #0 {
entry:
  %call.i = call float @dx.op.objectRayOrigin.f32(i32 149, i8 1)
  %call1.i = call float @dx.op.rayTCurrent.f32(i32 154)
  %call2.i = call float @dx.op.objectRayDirection.f32(i32 150, i8 1)
  %mul.i = fmul float %call1.i, %call2.i
  %add.i = fadd float %call.i, %mul.i
  %mul3.i = fmul float %add.i, 6.000000e+00
  %call4.i = call float @dx.op.unary.f32(i32 22, float %mul3.i)
  %cmp.i = fcmp olt float %call4.i, 5.000000e-01
  br i1 %cmp.i, label %if.then, label %if.end
if.then:
  call void @dx.op.ignoreHit(i32 155)
  unreachable
if.end:
  ret void
}

define void @"\01?escape@@YAXUPath@@@Z"(ptr noalias nocapture %p) #0 {
entry:
  %state = getelementptr inbounds %struct.Path, ptr %p, i32 0, i32 13
  store i32 0, ptr %state, align 4
  ret void
}

define void @"\01?unshadowed@@YAXUShadow@@@Z"(ptr noalias nocapture %p) #0 {
entry:
  %light = getelementptr inbounds %struct.Shadow, ptr %p, i32 0, i32 0
  store float 1.000000e+00, ptr %light, align 4
  ret void
}

declare float @dx.op.binary.f32(i32, float, float) #1
declare %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32, %dx.types.Handle, i32) #2
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32) #2
declare %dx.types.Handle @"dx.op.createHandleForLib.class.RWTexture2D<vector<float, 4> >"(i32, %"class.RWTexture2D<vector<float, 4> >") #2
declare %dx.types.Handle @"dx.op.createHandleForLib.class.StructuredBuffer<Surface>"(i32, %"class.StructuredBuffer<Surface>") #2
declare %dx.types.Handle @dx.op.createHandleForLib.hostlayout.Frame(i32, %hostlayout.Frame) #2
declare %dx.types.Handle @dx.op.createHandleForLib.struct.RaytracingAccelerationStructure(i32, %struct.RaytracingAccelerationStructure) #2
declare i32 @dx.op.dispatchRaysDimensions.i32(i32, i8) #1
declare i32 @dx.op.dispatchRaysIndex.i32(i32, i8) #1
declare float @dx.op.dot3.f32(i32, float, float, float, float, float, float) #1
declare void @dx.op.ignoreHit(i32) #3
declare i32 @dx.op.instanceID.i32(i32) #1
declare float @dx.op.objectRayDirection.f32(i32, i8) #1
declare float @dx.op.objectRayOrigin.f32(i32, i8) #1
declare float @dx.op.objectToWorld.f32(i32, i32, i8) #1
declare i32 @dx.op.primitiveIndex.i32(i32) #1
declare %dx.types.ResRet.f32 @dx.op.rawBufferLoad.f32(i32, %dx.types.Handle, i32, i32, i8, i32) #2
declare %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32, %dx.types.Handle, i32, i32, i8, i32) #2
declare float @dx.op.rayTCurrent.f32(i32) #2
declare void @dx.op.textureStore.f32(i32, %dx.types.Handle, i32, i32, i32, float, float, float, float, i8) #0
declare void @dx.op.traceRay.struct.Path(i32, %dx.types.Handle, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float, ptr) #0
declare void @dx.op.traceRay.struct.Shadow(i32, %dx.types.Handle, i32, i32, i32, i32, i32, float, float, float, float, float, float, float, float, ptr) #0
declare float @dx.op.unary.f32(i32, float) #1
declare float @dx.op.worldRayDirection.f32(i32, i8) #1
declare float @dx.op.worldRayOrigin.f32(i32, i8) #1

attributes #0 = { nounwind }
attributes #1 = { nounwind memory(none) }
attributes #2 = { nounwind memory(read) }
attributes #3 = { noreturn nounwind }

!dx.version = !{!0}
!dx.valver = !{!1}
!dx.shaderModel = !{!2}
!dx.resources = !{!3}
!dx.entryPoints = !{!11, !13, !16, !18, !20, !22, !24}

!0 = !{i32 1, i32 3}
!1 = !{i32 1, i32 3}
!2 = !{!"lib", i32 6, i32 3}
!3 = !{!4, !8, !10, null}
!4 = !{!5, !6}
!5 = !{i32 0, ptr @"\01?scene@@3URaytracingAccelerationStructure@@A", !"scene", i32 0, i32 0, i32 1, i32 16, i32 0, !26}
!6 = !{i32 1, ptr @"\01?surfaces@@3V?$StructuredBuffer@USurface@@@@A", !"surfaces", i32 0, i32 1, i32 1, i32 12, i32 0, !7}
!7 = !{i32 1, i32 40}
!8 = !{!9}
!9 = !{i32 0, ptr @"\01?image@@3V?$RWTexture2D@V?$vector@M$03@@@@A", !"image", i32 0, i32 0, i32 1, i32 2, i1 false, i1 false, i1 false, !27}
!10 = !{!28}
!11 = !{null, !"", null, !3, !12}
!12 = !{i32 0, i64 16}
!13 = !{ptr @"\01?escape@@YAXUPath@@@Z", !"\01?escape@@YAXUPath@@@Z", null, null, !14}
!14 = !{i32 8, i32 11, i32 6, i32 56, i32 5, !15}
!15 = !{i32 0}
!16 = !{ptr @"\01?render@@YAXXZ", !"\01?render@@YAXXZ", null, null, !17}
!17 = !{i32 8, i32 7, i32 5, !15}
!18 = !{ptr @"\01?shade@@YAXUPath@@UBuiltInTriangleIntersectionAttributes@@@Z", !"\01?shade@@YAXUPath@@UBuiltInTriangleIntersectionAttributes@@@Z", null, null, !19}
!19 = !{i32 8, i32 10, i32 6, i32 56, i32 7, i32 8, i32 5, !15}
!20 = !{ptr @"\01?shutter@@YAXUPath@@UBuiltInTriangleIntersectionAttributes@@@Z", !"\01?shutter@@YAXUPath@@UBuiltInTriangleIntersectionAttributes@@@Z", null, null, !21}
!21 = !{i32 8, i32 9, i32 6, i32 56, i32 7, i32 8, i32 5, !15}
!22 = !{ptr @"\01?shutterShadow@@YAXUShadow@@UBuiltInTriangleIntersectionAttributes@@@Z", !"\01?shutterShadow@@YAXUShadow@@UBuiltInTriangleIntersectionAttributes@@@Z", null, null, !23}
!23 = !{i32 8, i32 9, i32 6, i32 4, i32 7, i32 8, i32 5, !15}
!24 = !{ptr @"\01?unshadowed@@YAXUShadow@@@Z", !"\01?unshadowed@@YAXUShadow@@@Z", null, null, !25}
!25 = !{i32 8, i32 11, i32 6, i32 4, i32 5, !15}
!26 = !{i32 0, i32 4}
!27 = !{i32 0, i32 9}
!28 = !{i32 0, ptr @Frame, !"Frame", i32 0, i32 0, i32 1, i32 40, null}

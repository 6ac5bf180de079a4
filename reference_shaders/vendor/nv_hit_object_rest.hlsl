// profile: lib_6_3
// nvapi: u7 space3
// trellis: --hit-objects triangles
// note: hit objects that are chosen and carried through a loop; MAKE_MISS (70), MAKE_NOP (85), GET_RAY_DESC (79), GET_ATTRIBUTES (80), IS_NOP (84)
struct Packet       // 256 bytes, all fields words
{
    uint opcode, texture_, sampler_;
    uint4 out1, in3, in4, in5, in0, in1, in2, out0;     // in0 at 76, in1 at 92, in2 at 108, out0 at 124
    uint namesUav, results;                             // at 140 and 144
    uint unused[27];
};
RWStructuredBuffer<Packet> nv : register(u7, space3);

struct Payload { float3 color; uint depth; };
struct Attributes { float2 weights; };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer dst : register(u0);

uint nop()
{
    uint k = nv.IncrementCounter();
    nv[k].opcode = 85;
    return nv.IncrementCounter();
}
uint miss(uint index, RayDesc ray)
{
    uint k = nv.IncrementCounter();
    nv[k].opcode = 70;
    nv[k].in0.x = index;
    nv[k].in0.y = asuint(ray.TMin);
    nv[k].in0.z = asuint(ray.TMax);
    nv[k].in1.xyz = asuint(ray.Origin);
    nv[k].in2.xyz = asuint(ray.Direction);
    return nv.IncrementCounter();
}
uint trace(RayDesc ray, inout Payload p)
{
    uint k = nv.IncrementCounter();
    nv[k].opcode = 67;
    nv[k].in0.x = 0;
    uint object = nv.IncrementCounter();
    uint handle = nv.IncrementCounter();
    TraceRay(scene, RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 1, handle, ray, p);
    return object;
}
uint ask(uint op, uint object)
{
    uint k = nv.IncrementCounter();
    nv[k].opcode = op;
    nv[k].in0.x = object;
    return nv.IncrementCounter();
}
float farthest(uint object)
{
    uint k = nv.IncrementCounter();
    nv[k].opcode = 79;
    nv[k].in0.x = object;
    uint r[8];
    [unroll] for (uint i = 0; i < 8; ++i)
        r[i] = nv.IncrementCounter();
    return asfloat(r[1]) + asfloat(r[2]) * asfloat(r[5]);
}
float2 weights(uint object)
{
    uint k = nv.IncrementCounter();
    nv[k].opcode = 80;
    nv[k].in0.x = object;
    uint handle = nv.IncrementCounter();
    Attributes a = (Attributes)0;
    CallShader(handle, a);
    return a.weights;
}

[shader("raygeneration")]
void shade()
{
    uint2 at = DispatchRaysIndex().xy;
    RayDesc ray;
    ray.Origin = float3(at, -1);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.001;
    ray.TMax = 1000;
    Payload p = (Payload)0;
    uint object = nop();
    [loop] for (uint i = 0; i < at.x; ++i)
    {
        ray.Origin.x += i;
        object = trace(ray, p);
        if (ask(83, object) != 0)
            break;
    }
    if (ask(84, object) != 0)
        object = miss(2, ray);
    float2 w = ask(83, object) != 0 ? weights(object) : 0;
    dst.Store3(16 * at.y, asuint(float3(w, farthest(object))));
}

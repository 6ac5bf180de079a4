// profile: cs_6_9
// entry: main
// exec: yes
// dispatch: 2 1 1
// nvapi: u7 space3
// t0: raw 1024 seed=75
// u0: raw 1088 seed=76
// u1: raw 4096 zero
// note: nv_atomic_uint64 by shader model 6.9: what is loaded is a vector
struct Packet       // 256 bytes, all fields words
{
    uint opcode, texture_, sampler_;
    uint4 out1, in3, in4, in5, in0, in1, in2, out0;     // in0 at 76, in1 at 92, in2 at 108, out0 at 124
    uint namesUav, results;                             // at 140 and 144
    uint unused[27];
};
RWStructuredBuffer<Packet> nv : register(u7, space3);
void name(RWByteAddressBuffer b)        // the store is no store: it names the buffer of the next operation
{
    uint k = nv.IncrementCounter();
    nv[k].namesUav = 1;
    b.Store(k, 0);
}

uint2 on64(RWByteAddressBuffer b, uint op, uint address, uint2 v)   // 0 and, 1 or, 2 xor, 3 add, 6 max, 7 min, 8 swap
{
    name(b);
    uint k = nv.IncrementCounter();
    nv[k].in0.x = address;
    nv[k].in1.xy = v;
    nv[k].in2.x = op;
    nv[k].opcode = 20;
    return nv[k].out0.xy;
}
uint2 swapIf64(RWByteAddressBuffer b, uint address, uint2 expected, uint2 v)
{
    name(b);
    uint k = nv.IncrementCounter();
    nv[k].in0.x = address;
    nv[k].in1.xy = expected;
    nv[k].in1.zw = v;
    nv[k].in2.x = 9;
    nv[k].opcode = 20;
    return nv[k].out0.xy;
}

ByteAddressBuffer src : register(t0);
RWByteAddressBuffer cells : register(u0);
RWByteAddressBuffer dst : register(u1);

[numthreads(64, 1, 1)]
void main(uint t : SV_DispatchThreadID)
{
    uint2 v = src.Load2(8 * t);
    on64(cells, 0, 0, v | 0xfff00000u);
    on64(cells, 1, 8, v & 0x000fff0fu);
    on64(cells, 2, 16, v);
    on64(cells, 3, 24, v);
    on64(cells, 6, 32, v);
    on64(cells, 7, 40, v);
    uint own = 64 + 8 * t;
    uint2 a = on64(cells, 3, own, v);
    uint2 b = on64(cells, 8, own, v.yx);
    uint2 c = swapIf64(cells, own, uint2(v.y, v.x ^ (v.x & 1)), uint2(t, 5));
    dst.Store4(32 * t, uint4(a, b));
    dst.Store2(32 * t + 16, c);
}

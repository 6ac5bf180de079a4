// profile: cs_6_0
// entry: main
// exec: yes
// dispatch: 2 1 1
// t0: raw 1536 seed=51
// u1: raw 3072 zero
// note: Min3, Med3 and Max3 of unsigned integers and floats (0x07 to 0x0c): phase 1 takes the third operand, and what phase 0 gave
RWByteAddressBuffer magic : register(u0, space2147420894);

uint amd(uint op, uint phase, uint imm, uint a, uint b)
{
    uint r;
    magic.InterlockedCompareExchange((5u << 28) | (phase << 24) | ((imm & 0xffffu) << 8) | op, a, b, r);
    return r;
}

uint ofThree(uint op, uint3 v)
{
    uint first = amd(op, 0, 0, v.x, v.y);
    return amd(op, 1, 0, v.z, first);
}

ByteAddressBuffer src : register(t0);
RWByteAddressBuffer dst : register(u1);

[numthreads(64, 1, 1)]
void main(uint t : SV_DispatchThreadID)
{
    uint3 v = src.Load3(12 * t);
    uint3 f = asuint(float3(int3(v & 0xffff) - 0x8000));      // no denormals, no NaN
    dst.Store4(24 * t, uint4(ofThree(0x07, v), ofThree(0x09, v), ofThree(0x0b, v), ofThree(0x08, f)));
    dst.Store2(24 * t + 16, uint2(ofThree(0x0a, f), ofThree(0x0c, f)));
}

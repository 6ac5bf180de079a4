// profile: cs_6_6
// entry: main
// dispatch: 1 1 1
// note: AtomicU64 on a texture of uint2 that is also loaded from and stored to, as two words; by shader model 6.6. Not run: needs 64-bit image atomics
RWByteAddressBuffer magic : register(u0, space2147420894);
uint amd(uint op, uint phase, uint imm, uint a, uint b)
{
    uint r;
    magic.InterlockedCompareExchange((5u << 28) | (phase << 24) | ((imm & 0xffffu) << 8) | op, a, b, r);
    return r;
}
RWTexture2D<uint2> plane : register(u2);
RWByteAddressBuffer dst : register(u4);
[numthreads(8, 8, 1)]
void main(uint3 t : SV_DispatchThreadID)
{
    uint low = amd(0x18, 0, 6, t.x, t.y);
    uint high = amd(0x18, 1, 6, 0, t.x);
    plane[uint2(low, low)] = high;
    high = amd(0x18, 2, 6, t.y, high);
    uint2 was = plane[t.xy + 1];
    plane[t.yx] = uint2(low, was.y);
    dst.Store4(16 * (t.x + 8 * t.y), uint4(low, high, was));
}

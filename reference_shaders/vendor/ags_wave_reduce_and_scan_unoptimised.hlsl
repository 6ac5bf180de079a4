// profile: cs_6_0
// entry: main
// flags: -Od
// exec: yes
// dispatch: 8 1 1
// t0: raw 256 seed=34
// u1: raw 6144 zero
// note: ags_wave_reduce_and_scan compiled without optimisation
RWByteAddressBuffer magic : register(u0, space2147420894);

uint amd(uint op, uint phase, uint imm, uint a, uint b)
{
    uint r;
    magic.InterlockedCompareExchange((5u << 28) | (phase << 24) | ((imm & 0xffffu) << 8) | op, a, b, r);
    return r;
}

#define reduce(op, v) amd(0x12, 0, op, v, 0)
#define scanOver(op, v) amd(0x13, 0, (op) | 2u << 8, v, 0)
#define scanWith(op, v) amd(0x13, 0, (op) | 1u << 8, v, 0)

ByteAddressBuffer src : register(t0);
RWByteAddressBuffer dst : register(u1);

[numthreads(8, 1, 1)]
void main(uint t : SV_DispatchThreadID)
{
    uint v = src.Load(4 * t);
    uint whole = asuint(float(int(v & 255) - 128));     // sums of these are exact in any order
    uint power = asuint(exp2(float(int(v & 3) - 1)));    // and so are products of these
    uint at = 96 * t;
    dst.Store4(at, uint4(reduce(1, whole), reduce(2, v), reduce(3, v), reduce(4, power)));
    dst.Store4(at + 16, uint4(reduce(5, v | 1), reduce(6, v | 1), reduce(7, whole), reduce(8, v)));
    dst.Store4(at + 32, uint4(reduce(9, v), reduce(10, whole), reduce(11, v), reduce(12, v)));
    uint some = 0;
    if (v & 8)
        some = reduce(13, v | 0xff000000u) ^ reduce(14, v & 0xffff) ^ reduce(15, v);
    dst.Store4(at + 48, uint4(some, scanOver(1, whole), scanOver(3, v), scanOver(4, power)));
    dst.Store4(at + 64, uint4(scanOver(8, v), scanOver(9, v), scanOver(11, v), scanOver(12, v)));
    dst.Store4(at + 80, uint4(scanWith(1, whole), scanWith(3, v), scanWith(8, v), scanWith(12, v)));
}

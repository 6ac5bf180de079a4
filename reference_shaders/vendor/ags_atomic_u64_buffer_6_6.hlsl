// profile: cs_6_6
// entry: main
// exec: yes
// dispatch: 2 1 1
// t0: raw 1024 seed=41
// u1: raw 1088 seed=42
// u2: raw 2048 zero
// note: ags_atomic_u64_buffer by shader model 6.6: handles are made of bindings and annotated
RWByteAddressBuffer magic : register(u0, space2147420894);

uint amd(uint op, uint phase, uint imm, uint a, uint b)
{
    uint r;
    magic.InterlockedCompareExchange((5u << 28) | (phase << 24) | ((imm & 0xffffu) << 8) | op, a, b, r);
    return r;
}

uint2 atomic64(RWByteAddressBuffer b, uint op, uint address, uint2 v)
{
    uint low = amd(0x18, 0, op, address, 0);
    uint high = amd(0x18, 1, op, 0, v.x);
    b.Store(low, high);
    high = amd(0x18, 2, op, v.y, high);
    return uint2(low, high);
}

ByteAddressBuffer src : register(t0);
RWByteAddressBuffer cells : register(u1);
RWByteAddressBuffer dst : register(u2);

[numthreads(64, 1, 1)]
void main(uint t : SV_DispatchThreadID)
{
    uint2 v = src.Load2(8 * t);
    // all threads at the same six cells: what is left does not depend on the order
    atomic64(cells, 1, 0, v);
    atomic64(cells, 2, 8, v);
    atomic64(cells, 3, 16, v | 0xfff00000u);
    atomic64(cells, 4, 24, v & 0x000fff0fu);
    atomic64(cells, 5, 32, v);
    atomic64(cells, 6, 40, v);
    // each thread at a cell of its own: what comes back is known
    uint own = 64 + 8 * t;
    uint2 a = atomic64(cells, 6, own, v);
    uint2 b = atomic64(cells, 7, own, v.yx);
    dst.Store4(16 * t, uint4(a, b));
}

// profile: cs_6_9
// entry: main
// exec: yes
// dispatch: 4 1 1
// t0: raw 4096 seed=77
// u1: raw 16384 zero
// note: groups of their own; matrices of bytes in groupshared memory, in a loop, in branches and in a function that is not inlined
RWByteAddressBuffer magic : register(u0, space2147420894);

uint amd(uint op, uint phase, uint imm, uint a, uint b)
{
    uint r;
    magic.InterlockedCompareExchange((5u << 28) | (phase << 24) | ((imm & 0xffffu) << 8) | op, a, b, r);
    return r;
}

struct Mat { uint w[8]; };
#define I8 0x02u
#define U8 0x03u
#define F16 0x04u
#define BF16 0x05u
#define F32 0x06u
#define I32 0x07u
#define U32 0x08u
#define BF8 0x09u
#define FP8 0x0au
#define USE_A 0x00u
#define USE_B 0x10u
#define USE_C 0x20u
#define COLUMNS 0x80u

void feed(uint op, uint phase, uint reg, Mat m)
{
    [unroll] for (uint i = 0; i < 4; ++i)
        amd(op, phase, (i & 1) | (i >> 1) << 4 | reg << 8, m.w[2 * i], m.w[2 * i + 1]);
}
Mat take(uint op, uint phase)
{
    Mat m;
    [unroll] for (uint i = 0; i < 8; ++i)
        m.w[i] = amd(op, phase, (i & 3) | (i >> 2) << 4, 0, 0);
    return m;
}
Mat loadMat(ByteAddressBuffer b, uint type, uint offset, uint stride)
{
    uint bell = amd(0x29, 0, 0, offset, stride);
    amd(0x29, 1, type, b.Load(bell), 0);
    return take(0x29, 2);
}
Mat loadMat(RWByteAddressBuffer b, uint type, uint offset, uint stride)
{
    uint bell = amd(0x29, 0, 0, offset, stride);
    amd(0x29, 1, type, b.Load(bell), 0);
    return take(0x29, 2);
}
void storeMat(RWByteAddressBuffer b, uint type, uint offset, uint stride, Mat m)
{
    uint bell = amd(0x2a, 0, 0, offset, stride);
    uint hook = b.Load(bell);
    feed(0x2a, 1, 0, m);
    amd(0x2a, 2, type, hook, 0);
}
Mat mulAdd(uint kind, Mat a, Mat b, Mat c)
{
    feed(0x28, 0, 1, a);
    feed(0x28, 0, 2, b);
    feed(0x28, 0, 3, c);
    amd(0x28, 1, kind, 0, 0);
    return take(0x28, 2);
}
Mat fill(uint type, uint v)
{
    amd(0x33, 0, type, v, 0);
    return take(0x33, 1);
}
Mat convert(uint from, uint to, uint saturate, Mat m)
{
    feed(0x32, 0, 0, m);
    amd(0x32, 1, from, to, saturate);
    return take(0x32, 2);
}
uint lengthOf(uint type) { return amd(0x31, 0, type, 0, 0); }
uint element(uint type, Mat m, uint index)
{
    feed(0x30, 0, 0, m);
    return amd(0x30, 1, type, index, 0);
}
Mat withElement(uint type, Mat m, uint index, uint value)
{
    feed(0x2f, 0, 0, m);
    amd(0x2f, 1, type, index, value);
    return take(0x2f, 2);
}
Mat arithmetic(uint operation, uint type, Mat a, Mat b)
{
    feed(0x35, 0, 1, a);
    feed(0x35, 0, 2, b);
    amd(0x35, 1, type, operation, 0);
    return take(0x35, 2);
}

ByteAddressBuffer src : register(t0);
RWByteAddressBuffer dst : register(u1);
groupshared uint lds[1024];

Mat loadShared(uint type, uint offset, uint stride)
{
    uint bell = amd(0x2d, 0, 0, offset, stride), hook;
    InterlockedAdd(lds[bell], 0, hook);
    amd(0x2d, 1, type, hook, 0);
    return take(0x2d, 2);
}
void storeShared(uint type, uint offset, uint stride, Mat m)
{
    uint bell = amd(0x2e, 0, 0, offset, stride), hook;
    InterlockedAdd(lds[bell], 0, hook);
    feed(0x2e, 1, 0, m);
    amd(0x2e, 2, type, hook, 0);
}

[noinline] void putHalves(uint offset, uint x, uint y, uint z, uint w)
{
    Mat m = (Mat)0;
    m.w[0] = x; m.w[1] = y; m.w[2] = z; m.w[3] = w;
    storeMat(dst, F16 | USE_A, offset, 32, m);
}
Mat square(Mat m) { return convert(F32 | USE_C, F16 | USE_A, 0, mulAdd(5, m, convert(F16 | USE_A, F16 | USE_B, 0, m), fill(F32 | USE_C, 0))); }

[numthreads(32, 1, 1)]
[WaveSize(32)]
void main(uint t : SV_GroupIndex, uint g : SV_GroupID)
{
    for (uint i = t; i < 256; i += 32)
        lds[i] = src.Load(4 * i + 1024 * g) & 0x07070707u;
    GroupMemoryBarrierWithGroupSync();
    // integers of 8 bits through groupshared words, by rows of 4 and 5 words
    Mat a = loadShared(I8 | USE_A, 0, 4), b = loadShared(I8 | USE_B, 64, 5);
    Mat c = fill(I32 | USE_C, 0);
    uint rounds = 1 + (src.Load(0) & 3);
    [loop] for (uint k = 0; k < rounds; ++k)
    {
        c = mulAdd(12, a, b, c);
        storeShared(I32 | USE_C | COLUMNS, 256, 17, c);
        c = loadShared(I32 | USE_C | COLUMNS, 256, 17);
    }
    storeMat(dst, I32 | USE_C, 4096 * g, 64, c);
    storeShared(I8 | USE_A | COLUMNS, 600, 4, a);
    GroupMemoryBarrierWithGroupSync();
    for (uint q = t; q < 64; q += 32)
        dst.Store(4096 * g + 1024 + 4 * q, lds[600 + q]);
    // a choice between two matrices, and one that goes through a function
    Mat h = convert(I8 | USE_A, F16 | USE_A, 0, a), s;
    if ((src.Load(4 + 1024 * g) & 1) != 0) s = square(h);
    else s = convert(I8 | USE_B, F16 | USE_A, 0, b);
    storeMat(dst, F16 | USE_A, 4096 * g + 2048, 32, s);
    s = square(convert(I8 | USE_B, F16 | USE_A, 0, b));
    putHalves(4096 * g + 2560, s.w[0], s.w[1], s.w[2], s.w[3]);
}

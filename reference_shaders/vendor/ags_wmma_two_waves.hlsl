// profile: cs_6_6
// entry: main
// exec: no
// note: two waves in a group, which may have different control flow: needs subgroups of 32 lanes
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
RWByteAddressBuffer dst : register(u2);

[numthreads(64, 1, 1)]
[WaveSize(32)]
void main(uint t : SV_GroupIndex)
{
    Mat c = fill(F32 | USE_C, 0);
    if (WaveReadLaneFirst(t) >= 32)
        c = mulAdd(5, loadMat(src, F16 | USE_A, 0, 32), loadMat(src, F16 | USE_B, 512, 32), c);
    storeMat(dst, F32 | USE_C, 1024 * (WaveReadLaneFirst(t) / 32), 64, c);
}

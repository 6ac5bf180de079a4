// profile: cs_6_6
// entry: main
// exec: slow
// dispatch: 1 1 1
// t0: raw 2048 seed=71
// u1: raw 2048 zero
// u2: raw 12288 zero
// note: all products of 8-bit and 16-bit formats; lines of bytes at odd addresses, read and written
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
globallycoherent RWByteAddressBuffer work : register(u1);
RWByteAddressBuffer dst : register(u2);

[numthreads(32, 1, 1)]
[WaveSize(32)]
void main(uint t : SV_GroupIndex)
{
    // 512 bytes each: +-[0.5, 1) of bfloat16, then of half, then 256 of E5M2 and E4M3; all else stays as it is
    for (uint i = t; i < 512; i += 32)
    {
        uint w = src.Load(4 * i);
        if (i < 128) w = (w & 0x807f807fu) | 0x3f003f00u;
        else if (i < 256) w = (w & 0x83e083e0u) | 0x38003800u;
        else if (i < 320) w = (w & 0x83838383u) | 0x38383838u;
        else if (i < 384) w = (w & 0x87878787u) | 0x30303030u;
        work.Store(4 * i, w);
    }
    DeviceMemoryBarrierWithGroupSync();

    // bfloat16: A by rows and by columns
    Mat one = fill(F32 | USE_C, asuint(1.0));
    Mat a = loadMat(work, BF16 | USE_A, 0, 32), b = loadMat(work, BF16 | USE_B, 0, 32);
    Mat d = mulAdd(2, a, b, one);
    storeMat(dst, F32 | USE_C, 0, 64, d);
    a = loadMat(work, BF16 | USE_A | COLUMNS, 0, 32);
    d = mulAdd(0, a, b, fill(BF16 | USE_C, 0x3f80));
    storeMat(dst, BF16 | USE_C, 1024, 32, d);
    // half, to half
    a = loadMat(work, F16 | USE_A, 512, 32);
    b = loadMat(work, F16 | USE_B | COLUMNS, 512, 32);
    d = mulAdd(1, a, b, fill(F16 | USE_C, 0x4400));
    storeMat(dst, F16 | USE_C | COLUMNS, 1536, 32, d);
    // 8-bit floats: the four products
    Mat f5 = loadMat(work, BF8 | USE_A, 1024, 16), f4 = loadMat(work, FP8 | USE_A, 1280, 16);
    Mat g5 = loadMat(work, BF8 | USE_B | COLUMNS, 1024, 16), g4 = loadMat(work, FP8 | USE_B, 1280, 16);
    storeMat(dst, F32 | USE_C, 2048, 64, mulAdd(3, f5, g5, one));
    storeMat(dst, F32 | USE_C, 3072, 64, mulAdd(4, f5, g4, one));
    storeMat(dst, F32 | USE_C, 4096, 64, mulAdd(6, f4, g5, one));
    storeMat(dst, F32 | USE_C, 5120, 64, mulAdd(7, f4, g4, one));
    // integers, from the read-only buffer; lines begin within words, and strides are odd
    Mat c = loadMat(src, I32 | USE_C | COLUMNS, 8, 68);
    Mat si = loadMat(src, I8 | USE_A, 5, 19), ui = loadMat(src, U8 | USE_A | COLUMNS, 5, 19);
    Mat sj = loadMat(src, I8 | USE_B, 601, 17), uj = loadMat(src, U8 | USE_B | COLUMNS, 601, 17);
    storeMat(dst, I32 | USE_C, 6144, 64, mulAdd(12, si, sj, c));
    storeMat(dst, I32 | USE_C, 7168, 64, mulAdd(13, ui, uj, c));
    storeMat(dst, I32 | USE_C, 8192, 64, mulAdd(14, si, uj, c));
    storeMat(dst, I32 | USE_C, 9216, 64, mulAdd(15, ui, sj, c));
    // stores that share words with other lanes, and with what was there
    for (uint k = t; k < 512; k += 32)
        dst.Store(10240 + 4 * k, 0xaaaaaaaau);
    DeviceMemoryBarrierWithGroupSync();
    storeMat(dst, I8 | USE_A, 10240 + 3, 17, si);
    storeMat(dst, U8 | USE_B, 10240 + 513, 19, uj);
    storeMat(dst, BF16 | USE_C | COLUMNS, 10240 + 1026, 34, loadMat(work, BF16 | USE_C, 2, 34));
}

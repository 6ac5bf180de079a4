// profile: cs_6_9
// entry: main
// exec: slow
// dispatch: 1 1 1
// t0: raw 1792 seed=73
// u1: raw 1792 zero
// u2: raw 14080 zero
// note: lengths, elements by index, arithmetic by elements, conversions of format and use; a group of two dimensions
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

// Sums over a matrix, whichever lane holds which element.
uint sumOf(uint type, Mat m, uint bits)
{
    uint sum = 0;
    for (uint i = 0; i < lengthOf(type); ++i)
    {
        uint v = element(type, m, i);
        if (bits == 8) sum += (v & 255) + ((v >> 8) & 255) + ((v >> 16) & 255) + (v >> 24);
        else sum += v;
    }
    return sum;
}

[numthreads(8, 4, 1)]
[WaveSize(32)]
void main(uint t : SV_GroupIndex)
{
    // 64 words of small integers (0 to 15) as bytes; 128 words of halves; 256 of floats
    for (uint i = t; i < 448; i += 32)
    {
        uint w = src.Load(4 * i);
        if (i < 64) w &= 0x0f0f0f0fu;
        else if (i < 192) w = (w & 0x83e083e0u) | 0x38003800u;
        else w = asuint(float(int(w) >> 16) / 64.0);
        work.Store(4 * i, w);
    }
    DeviceMemoryBarrierWithGroupSync();
    Mat bytes = loadMat(work, U8 | USE_C, 0, 16);
    Mat halves = loadMat(work, F16 | USE_C, 256, 32);
    Mat floats = loadMat(work, F32 | USE_C, 768, 64);

    // numbers of elements: 8, but 2 words of four; all lanes together have 256
    dst.InterlockedAdd(0, lengthOf(F32 | USE_C));
    dst.InterlockedAdd(4, lengthOf(F16 | USE_A));
    dst.InterlockedAdd(8, lengthOf(FP8 | USE_B));
    dst.InterlockedAdd(12, sumOf(U8 | USE_C, bytes, 8));
    dst.InterlockedAdd(16, sumOf(F16 | USE_C, halves, 16));
    dst.InterlockedAdd(20, sumOf(F32 | USE_C, floats, 32));

    // each element replaced by a function of itself
    Mat changed = halves;
    for (uint i = 0; i < lengthOf(F16 | USE_C); ++i)
        changed = withElement(F16 | USE_C, changed, i, element(F16 | USE_C, halves, i) ^ 0x8000u);
    storeMat(dst, F16 | USE_C, 64, 32, changed);
    changed = floats;
    for (uint i = 0; i < lengthOf(F32 | USE_C); i += 1)
        changed = withElement(F32 | USE_C, changed, i, asuint(2.0 * asfloat(element(F32 | USE_C, floats, i))));
    storeMat(dst, F32 | USE_C, 576, 64, changed);
    changed = bytes;
    for (uint i = 0; i < lengthOf(U8 | USE_C); ++i)
        changed = withElement(U8 | USE_C, changed, i, element(U8 | USE_C, bytes, i) + 0x10101010u);
    storeMat(dst, U8 | USE_C | COLUMNS, 1600, 16, changed);

    // arithmetic by elements
    Mat third = fill(F32 | USE_C, asuint(4.0));
    storeMat(dst, F32 | USE_C, 2048, 64, arithmetic(1, F32 | USE_C, floats, third));
    storeMat(dst, F32 | USE_C, 3072, 64, arithmetic(2, F32 | USE_C, third, floats));
    storeMat(dst, F32 | USE_C, 4096, 64, arithmetic(3, F32 | USE_C, floats, floats));
    storeMat(dst, F32 | USE_C, 5120, 64, arithmetic(4, F32 | USE_C, floats, third));
    storeMat(dst, F16 | USE_C, 6144, 32, arithmetic(3, F16 | USE_C, halves, halves));
    storeMat(dst, F16 | USE_C, 6656, 32, arithmetic(1, F16 | USE_C, halves, fill(F16 | USE_C, 0x4200)));
    Mat numbers = convert(U8 | USE_C, I32 | USE_C, 0, bytes);
    storeMat(dst, I32 | USE_C, 7168, 64, arithmetic(2, I32 | USE_C, numbers, fill(I32 | USE_C, 9)));

    // conversions: format, use, both; saturating or not
    storeMat(dst, F16 | USE_A, 8192, 32, convert(F32 | USE_C, F16 | USE_A, 0, floats));
    storeMat(dst, BF16 | USE_B, 8704, 32, convert(F32 | USE_C, BF16 | USE_B, 0, floats));
    storeMat(dst, FP8 | USE_C, 9216, 16, convert(F32 | USE_C, FP8 | USE_C, 1, floats));
    storeMat(dst, FP8 | USE_A, 9472, 16, convert(F32 | USE_C, FP8 | USE_A, 0, floats));
    storeMat(dst, BF8 | USE_C, 9728, 16, convert(F32 | USE_C, BF8 | USE_C, 1, floats));
    storeMat(dst, I8 | USE_C, 9984, 16, convert(I32 | USE_C, I8 | USE_C, 1, loadMat(src, I32 | USE_C, 0, 64)));
    storeMat(dst, I8 | USE_C, 10240, 16, convert(I32 | USE_C, I8 | USE_C, 0, loadMat(src, I32 | USE_C, 0, 64)));
    storeMat(dst, F32 | USE_C, 10496, 64, convert(F16 | USE_C, F32 | USE_C, 0, halves));
    storeMat(dst, F16 | USE_A, 11520, 32, convert(F16 | USE_C, F16 | USE_A, 0, halves));
    storeMat(dst, F32 | USE_C, 12032, 64, convert(FP8 | USE_A, F32 | USE_C, 0, loadMat(src, FP8 | USE_A, 0, 16)));
    storeMat(dst, I32 | USE_C, 13056, 64, convert(F32 | USE_C, I32 | USE_C, 0, floats));
}

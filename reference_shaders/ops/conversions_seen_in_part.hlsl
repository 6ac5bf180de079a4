// profile: cs_6_2
// entry: main
// flags: -enable-16bit-types
// exec: yes
// dispatch: 1 1 1
// u0: raw 4096 zero
// note: conversions of floats around and beyond the ends of integers, with infinities and NaN, of which the uses see only a part: a minimum, comparisons, high bits. Those of -f are stored in full. Halves within known bounds.
RWByteAddressBuffer dst : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint exponent = (i >> 1 & 15) == 15 ? 255 : 148 + (i >> 1 & 15);
    float f = asfloat((i << 26 & 0x80000000) | exponent << 23 | ((i & 1) != 0 ? 0x7fffff : 0));
    uint u = uint(f);
    int s = int(f);
    dst.Store4(i * 64, uint4(min(u, 1000000000u), asuint(min(s, 100000000)), u >> 8, asuint(s >> 9)));
    dst.Store4(i * 64 + 16, uint4(u & 0xffff0000, s & 0xffffff80,
        (u > 4000000000u ? 1 : 0) | (u == 5 ? 2 : 0) | (u <= 4294900000u ? 4 : 0),
        (s > 2000000000 ? 1 : 0) | (s != 2147483000 ? 2 : 0) | (s < -2000000000 ? 4 : 0)));
    uint v = uint(-f);
    int t = int(-f);
    dst.Store4(i * 64 + 32, uint4(v, asuint(t), min(v, 1000000000u), asuint(min(t, 100000000))));
    float16_t h = float16_t(f * 0.000001);
    dst.Store4(i * 64 + 48, uint4(uint(saturate(h) * 255), asuint(int(clamp(h, -100, 200) + 0.5h)), uint(h), asuint(int(h))));
}

// profile: cs_6_2
// entry: main
// flags: -enable-16bit-types
// exec: yes
// dispatch: 1 1 1
// u0: raw 8192 zero
// note: values with known ranges that conversions, fractions and divisions rely on: sums and products of numbers that may be NaN, bits of floats, quotients, roots, logarithms, phis, and results that pass through selections, minima and maxima to uses that see only a part. Fractions of tiny negative numbers, infinities and NaN.
RWByteAddressBuffer dst : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint exponent = (i >> 1 & 15) == 15 ? 255 : 148 + (i >> 1 & 15);
    // Around and beyond the ends of integers, infinities and NaN, of both signs.
    float f = asfloat((i << 26 & 0x80000000) | exponent << 23 | ((i & 1) != 0 ? 0x7fffff : 0));
    // Tiny to small, of both signs.
    float t = asfloat((i << 26 & 0x80000000) | (90 + (i & 31)) << 23 | i << 11);
    uint at = i * 128;

    // Fractions: below 1, and NaN of infinities and NaN.
    float q = frac(f);
    dst.Store4(at, uint4(asuint(frac(t)), uint(frac(f * 0.00048828125) * 2048), uint(frac(-t) * 4096), asuint(frac(i * 0.375 - 9))));
    dst.Store4(at + 16, uint4(uint(q * 16), asuint(int(q * -16)), uint(frac(t) * 255 + 0.5), asuint(int(frac(t) - 0.5))));

    // Bits of floats.
    float unit = asfloat((i * 131071 & 0x7fffff) | 0x3f800000) - 1;
    dst.Store4(at + 32, uint4(uint(unit * 65536), asuint(int(unit * 1000 - 500)), uint(sqrt(unit * 4096)), uint(max(0, log2(float(i * 64 + 1)) + 0.5))));

    // Quotients.
    float d = float(i) / 8 + 0.5;
    uint n = i * 3 + 1;
    dst.Store4(at + 48, uint4(uint(1000 / d + 0.25), asuint((int(i) - 32) / int((n & 7) | 1)), asuint((int(i) - 32) % int((n & 7) | 1)), 1000003 / n + 1000003 % n));

    // Through selections, minima and maxima.
    uint u = uint(f);
    int s = int(f);
    uint chosen = i % 3 == 0 ? 77 : u;
    int chosen_signed = i % 3 == 1 ? -77 : s;
    dst.Store4(at + 64, uint4(min(chosen, 1000000), chosen >> 8, asuint(max(chosen_signed, 3)), asuint(clamp(int(-f), 0, int(n)))));
    uint w = uint(-f);
    int v = int(f * 0.5);
    dst.Store4(at + 80, uint4(max(w, 5) > 4000000000u ? 1 : 0, asuint(clamp(v, 2, 9)), v > 7 ? 1 : 0, (v >= 1 ? 1 : 0) | (v < 1 ? 2 : 0) | (v >= 0 ? 4 : 0) | (v < 0 ? 8 : 0) | (0 > v ? 16 : 0)));

    // A phi of numbers with ranges, and one of conversions.
    float p;
    uint c;
    [branch] if (dst.Load(0) == 12345) { p = unit * 3; c = uint(f); }
    else if ((i & 1) != 0) { p = float(i) * 0.5; c = uint(-f); }
    else { p = -2; c = i; }
    dst.Store4(at + 96, uint4(asuint(int(p)), min(c, 1 << 20), c >> 9, uint(min(f, float(n)))));
    dst.Store4(at + 112, uint4(firstbitlow(i) + 1, f32tof16(float(i)), asuint(int(clamp(f, -1e6, 1e6) * 0.25)), max(s, 0)));
}

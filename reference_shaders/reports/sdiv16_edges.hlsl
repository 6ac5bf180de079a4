// profile: cs_6_2
// entry: main
// flags: -enable-16bit-types
// exec: yes
// dispatch: 64 1 1
// t0: raw 49152 seed=80
// u0: raw 32768 zero
// note: 16-bit signed divisions by zero, and of the smallest number by -1
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) { int16_t n = (int16_t)a, d = (int16_t)(b >> (c & 15u)); if ((c & 0x300u) == 0u) n = (int16_t)0x8000u; if (d == (int16_t)0) d = (int16_t)-3; if (d == (int16_t)-1) d = (int16_t)7; uint16_t u = (uint16_t)n, w = (uint16_t)d; int16_t q = (int16_t)(n / d), r = (int16_t)(n % d); uint16_t uq = (uint16_t)(u / w), ur = (uint16_t)(u % w); r0 = (uint)(int)q ^ (uint)uq << 16; r1 = (uint)(int)r ^ (uint)ur << 16; }
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

// profile: cs_6_2
// entry: main
// exec: yes
// dispatch: 512 1 1
// t0: raw 393216 seed=77
// u0: raw 262144 zero
// note: 64-bit unsigned divisions by zero and of the largest numbers
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

uint64_t E(uint a, uint b, uint k) { uint64_t v = ((uint64_t)a << 32) | b; uint s = (k >> 8) & 63u; uint m = k & 15u;
  if (m == 0u) v = (uint64_t)1 << s; if (m == 1u) v = ((uint64_t)1 << s) - (uint64_t)1; if (m == 2u) v = ((uint64_t)1 << s) + (uint64_t)1; if (m == 3u) v = ~v >> s; if (m == 4u) v >>= s; if (m == 5u) v = (uint64_t)0 - ((uint64_t)1 << s);
  if (m == 6u) v = (uint64_t)(b & 0xffffu); if (m == 7u) v = ((uint64_t)0x80000000u << 32) + (uint64_t)(b & 3u); if (m == 8u) v = ~(uint64_t)(b & 7u); if (m == 9u) v = (uint64_t)b; if (m == 10u) v = (uint64_t)a << 32; if (m == 11u) v = ((uint64_t)a << 32) | 0xffffffffu; return v; }

void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) { uint64_t n = E(a, b, c), d = E(b ^ 0x9e3779b9u, a * 7u, c >> 14); if (d == (uint64_t)0) d = (uint64_t)3; uint64_t q = n / d, r = n % d; r0 = (uint)q ^ (uint)(q >> 32) * 31u; r1 = (uint)r ^ (uint)(r >> 32) * 31u; }
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

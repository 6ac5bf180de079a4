// profile: cs_6_2
// entry: main
// flags: -Od
// exec: yes
// dispatch: 4 1 1
// t0: raw 3072 seed=1
// u0: raw 2048 zero
// note: counts and searches of bits in 64-bit integers
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

#define CB(v) countbits(v)
#define FBL(v) firstbitlow(v)
#define FBH(v) firstbithigh(v)
#define FBS(v) firstbithigh(v)
#define RB(v) reversebits(v)

void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) {
  uint s = t % 5u; uint64_t v = ((uint64_t)a << 32) | b; if (s == 1u) v >>= (c & 63u); if (s == 2u) v = 0; if (s == 3u) v &= 0xffffffffu; if (s == 4u) v <<= (c & 63u);
  int64_t w = (int64_t)v;
  r0 = CB(v) | (FBL(v) & 0xffu) << 8 | (FBH(v) & 0xffu) << 16 | (FBS(w) & 0xffu) << 24;
  uint64_t r = RB(v); r1 = (uint)r ^ (uint)(r >> 32) * 3u;
}
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

// profile: cs_6_2
// entry: main
// exec: yes
// dispatch: 4 1 1
// t0: raw 3072 seed=1
// u0: raw 2048 zero
// note: minima, maxima, saturation and comparisons of doubles that are NaN or infinite
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

static double H(uint2 x) { return asdouble(x.x, x.y); }
static uint U(double v) { uint l, h; asuint(v, l, h); if ((h & 0x7fffffffu) > 0x7ff00000u || ((h & 0x7fffffffu) == 0x7ff00000u && l != 0)) return 77u; return l ^ h; }
#define MN(x,y) U(min(H(x),H(y)))
#define MX(x,y) U(max(H(x),H(y)))
#define SAT(x) U(saturate(H(x)))
#define CMP(x,y) ((H(x)<H(y)?1u:0u)|(H(x)>=H(y)?2u:0u)|(H(x)!=H(y)?4u:0u)|(!(H(x)<=H(y))?8u:0u))

uint2 h(uint x) { uint s = x & 7u; return s == 0u ? uint2(1u, 0x7ff80000u) : s == 1u ? uint2(0u, 0xfff00000u) : s == 2u ? uint2(0u, 0x7ff00000u) : s == 3u ? uint2(0u, 0x3ff80000u) : s == 4u ? uint2(0u,0u) : uint2(x, 0x3f000000u | ((x >> 5) & 0x80ffffffu)); }
void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) {
  uint2 x = h(a), y = h(b); 
  r0 = MN(x, y) ^ MX(x, y) * 3u; r1 = SAT(x) ^ CMP(x, y) * 16u; 
}
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

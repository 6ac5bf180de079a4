// profile: cs_6_0
// entry: main
// exec: yes
// dispatch: 4 1 1
// t0: raw 3072 seed=1
// u0: raw 2048 zero
// note: branches and a switch whose paths cross
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) {
  uint x = 0, y = 0; uint m = a & 7u;
  [branch] if (m == 0u) { x = IN(b & 31u); [branch] if ((b & 1u) != 0u) { y = 1u; } else { y = 2u; x ^= IN(c & 15u); } }
  else [branch] if (m == 1u) { y = 3u; [branch] if ((b & 1u) != 0u) { x = IN(c & 31u); } else { x = 6u; } }
  [branch] if (m < 3u && (y & 1u) != 0u) { x += IN(y); } 
  [branch] switch (m ^ (b & 3u)) { case 0u: x += IN(3u); case 1u: y += IN(4u); case 4u: x ^= y; break; case 2u: x = IN(x & 31u); break; case 3u: y = IN(y & 31u); case 6u: x += 1u; default: y ^= IN(5u); }
  r0 = x; r1 = y;
}
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

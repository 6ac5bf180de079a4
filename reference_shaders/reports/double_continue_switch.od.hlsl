// profile: cs_6_0
// entry: main
// flags: -Od
// exec: yes
// dispatch: 2 1 1
// t0: raw 1536 seed=1
// u0: raw 1024 zero
// note: two switches in a loop whose cases continue
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) {
  uint n = 0, acc = a;
  [loop] for (;;) {
    n++; acc = acc * 1664525u + 1013904223u;
    if (n > 40u) break;
    [branch] switch (acc >> 30) { case 1u: acc ^= b; continue; case 2u: acc += c; continue; default: break; }
    [branch] switch ((acc >> 27) & 7u) { case 0u: acc += 3u; default: if ((acc & 0x100u) != 0u) continue; acc ^= 0x55u; }
    if ((acc & 0xf000u) == 0xf000u) break;
  }
  r0 = acc; r1 = n;
}
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

// profile: cs_6_2
// entry: main
// flags: -HV 2021 -Od
// exec: yes
// dispatch: 2 1 1
// t0: raw 1536 seed=1
// u0: raw 1024 zero
// note: bit fields of structs
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

struct B { uint x : 5; uint y : 11; int z : 7; uint w : 9; uint q : 32; };
void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) {
  B s; s.x = a; s.y = b; s.z = (int)c; s.w = a >> 9; s.q = 0u;
  [loop] for (uint i = 0; i < (a & 7u); i++) { s.x += 3u; s.z -= 5; s.y ^= s.w; s.q += s.x * s.y; if (s.z < 0) s.w++; }
  r0 = s.x | s.y << 5 | s.w << 16; r1 = (uint)(int)s.z ^ s.q;
}
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

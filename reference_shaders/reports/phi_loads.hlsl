// profile: cs_6_2
// entry: main
// exec: yes
// dispatch: 1 1 1
// b0: cbuffer 256 seed=7
// t0: typed rgba32_uint 512 seed=8
// t1: raw 512 seed=9
// t2: structured stride=16 512 seed=10
// u0: raw 2048 zero
// note: results of loads merge in phis as whole structs
cbuffer C : register(b0) { uint4 c[16]; };
Buffer<uint4> T : register(t0);
ByteAddressBuffer R : register(t1);
StructuredBuffer<uint4> S : register(t2);
RWByteAddressBuffer O : register(u0);
[numthreads(32,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint4 v; uint k = R.Load(t * 4);
  [branch] if ((k & 3) == 0) v = c[k >> 28];
  else if ((k & 3) == 1) v = T[(k >> 4) & 31];
  else if ((k & 3) == 2) v = R.Load4(((k >> 4) & 15) * 16);
  else v = S[(k >> 5) & 31];
  uint4 a = T[t]; uint n = 0;
  [loop] for (uint i = 0; i < (k & 7); i++) {
    if (a.x & 1) { a = T[a.y & 31]; n++; } else a = a.yzwx;
  }
  O.Store4(t * 32, v); O.Store4(t * 32 + 16, a + n);
}

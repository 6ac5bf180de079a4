// profile: cs_6_5
// entry: main
// flags: -Od -HV 2021
// exec: yes
// dispatch: 1 1 1
// t0: raw 256 seed=5
// u0: raw 512 zero
// note: wave-size dependent: a loop with a condition of two parts (&&), a return in it, votes behind it
ByteAddressBuffer A : register(t0);
RWByteAddressBuffer O : register(u0);
void f(inout uint x, inout uint h) {
 for (uint i1 = 0; i1 < 4u && (((x >> 3) & 1u) == 0u); ++i1) {
  if (((x >> 0) & 3u) == 1u) {
   return; }
  x = (x * 5069u + 6073u) ^ (x >> 4);
  x += 0x10325476u; }
 h = (h ^ (WaveActiveBallot(true).y)) * 16777619u + 50u;
 h = (h ^ (WaveActiveBallot(true).x)) * 16777619u + 51u;
}
[numthreads(64,1,1)] void main(uint t : SV_GroupIndex) {
 uint x = A.Load(t * 4), h = 2166136261u;
 f(x, h);
 h = (h ^ (WaveActiveBallot(true).x)) * 16777619u + 9u;
 O.Store2(t * 8, uint2(x, h));
}

// profile: cs_6_2
// entry: main
// exec: yes
// dispatch: 1 1 1
// t0: raw 40 seed=41
// t1: raw 64 ramp
// u0: raw 512 zero
// u1: raw 40 zero
// note: vectors that straddle the end of a raw buffer: each word is in or out of bounds by itself
ByteAddressBuffer I : register(t0);
ByteAddressBuffer K : register(t1);
RWByteAddressBuffer O : register(u0);
RWByteAddressBuffer P : register(u1);
[numthreads(16,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint k = K.Load(t * 4);
  O.Store4(t * 32, I.Load4(k * 4));
  uint2 d = I.Load2(k * 8 - 4); uint3 e = I.Load3(24 + k * 4);
  O.Store4(t * 32 + 16, uint4(d.x ^ d.y, e));
  if (k == 15) P.Store4(32, uint4(1, 2, 3, 4)); 
}

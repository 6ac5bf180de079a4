// profile: cs_6_0
// entry: main
// flags: -Od
// exec: yes
// dispatch: 1 1 1
// t0: raw 256 seed=5
// t1: raw 64 ramp
// u0: raw 512 zero
// u1: raw 256 zero
// note: a byte address is 32 bits wide: 4 * index wraps
ByteAddressBuffer I : register(t0);
ByteAddressBuffer K : register(t1);
RWByteAddressBuffer O : register(u0);
RWByteAddressBuffer P : register(u1);
[numthreads(16,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint k = K.Load(t * 4);
  uint i = 0x40000000u + k;
  uint a = I.Load(4 * i);
  uint b = I.Load(0xfffffff0u + 16u + 4u * k);
  uint c = I.Load((i << 2) + 8);
  uint2 d = I.Load2(i * 8 + 0x80000000u * 2);
  O.Store4(t * 16, uint4(a, b, c, d.x ^ d.y));
  P.Store(4 * (i + 3), k + 100);
  uint old; P.InterlockedAdd(4 * (0x80000000u + k + 32), k, old);
}

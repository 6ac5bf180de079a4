// profile: cs_6_0
// entry: main
// note: lines end in CR and LF.
RWByteAddressBuffer b : register(u0);
[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
  uint x = b.Load(i * 4);
  if (x > 3) x *= i;
  b.Store(i * 4, x);
}

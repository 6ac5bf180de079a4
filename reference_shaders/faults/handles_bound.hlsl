// A local array of elements of one array of resources with registers.
RWByteAddressBuffer results : register(u0);
RWByteAddressBuffer many[4] : register(u1);
[numthreads(4, 1, 1)] void main(uint lane : SV_GroupIndex) {
  RWByteAddressBuffer at[3];
  at[0] = many[2]; at[1] = many[results.Load(0) & 3]; at[2] = many[0];
  results.Store(64 + lane * 4, at[results.Load(4) % 3].Load(lane * 4));
}

// Handles from a local array that a loop carries and stores again, and a choice between two.
RWByteAddressBuffer results : register(u0);
[numthreads(4, 1, 1)] void main(uint lane : SV_GroupIndex) {
  RWByteAddressBuffer at[4];
  for (uint k = 0; k < 4; ++k) at[k] = ResourceDescriptorHeap[3 - k];
  RWByteAddressBuffer one = at[0];
  uint rounds = results.Load(0);
  [loop] for (uint n = 0; n < rounds; ++n) {
    if (results.Load(4 + n * 4) & 1) one = at[n & 3];
    at[n & 3] = at[(n + 1) & 3];
  }
  if (results.Load(40) != 0) one = at[results.Load(44) & 3];
  results.Store(64 + lane * 4, one.Load(lane * 4));
  results.Store(96 + lane * 4, at[results.Load(48) & 3].Load(lane * 4));
}

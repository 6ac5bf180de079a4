// The same in entry points of a library.
RWByteAddressBuffer results : register(u0);
[shader("compute")] [numthreads(4, 1, 1)] void main(uint lane : SV_GroupIndex) {
  RWByteAddressBuffer at[2];
  at[0] = ResourceDescriptorHeap[2]; at[1] = ResourceDescriptorHeap[3];
  results.Store(64 + lane * 4, at[results.Load(0) & 1].Load(lane * 4));
}

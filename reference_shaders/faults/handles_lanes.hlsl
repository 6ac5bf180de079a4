// Each lane puts another buffer into its array.
RWByteAddressBuffer results : register(u0);
[numthreads(4, 1, 1)] void main(uint lane : SV_GroupIndex) {
  ByteAddressBuffer at[2];
  at[0] = ResourceDescriptorHeap[NonUniformResourceIndex(lane)];
  at[1] = ResourceDescriptorHeap[NonUniformResourceIndex(3 - lane)];
  results.Store(64 + lane * 4, at[results.Load(0) & 1].Load(lane * 4));
}

// Local arrays of raw buffers from the heap: constant and computed indices, rows, a copy within the array.
RWByteAddressBuffer results : register(u0);
[numthreads(4, 1, 1)] void main(uint lane : SV_GroupIndex) {
  RWByteAddressBuffer at[2][2];
  uint first = results.Load(0);
  at[0][0] = ResourceDescriptorHeap[1];
  at[0][1] = ResourceDescriptorHeap[first];
  at[1][0] = ResourceDescriptorHeap[first + 1];
  at[1][1] = at[0][results.Load(4) & 1];
  uint row = results.Load(8) & 1, column = results.Load(12) & 1;
  results.Store(64 + lane * 4, at[row][column].Load(lane * 4));
  at[column][row].Store(128 + lane * 4, 500 + lane);
}

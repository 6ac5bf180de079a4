// profile: cs_6_9
// entry: main
// note: vectors of 64-bit integers, with constant indices.
RWByteAddressBuffer b : register(u0);
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {
  vector<uint64_t, 2> w = b.Load<vector<uint64_t, 2> >(i * 16);
  b.Store<vector<uint64_t, 2> >(i * 16, w + w.yx);
}

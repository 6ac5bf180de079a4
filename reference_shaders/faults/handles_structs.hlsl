// Structs of buffers and words in a local array, passed to a function.
struct Set { RWByteAddressBuffer buffer; uint base; RWStructuredBuffer<uint> words; };
RWByteAddressBuffer results : register(u0);
uint fetch(Set sets[2], uint which, uint lane) {
  return sets[which].buffer.Load(lane * 4) + sets[which].base + sets[1 - which].words[lane];
}
[numthreads(4, 1, 1)] void main(uint lane : SV_GroupIndex) {
  Set sets[2];
  sets[0].buffer = ResourceDescriptorHeap[0]; sets[0].base = 10; sets[0].words = ResourceDescriptorHeap[2];
  sets[1].buffer = ResourceDescriptorHeap[1]; sets[1].base = 20; sets[1].words = ResourceDescriptorHeap[3];
  results.Store(64 + lane * 4, fetch(sets, results.Load(0) & 1, lane));
}

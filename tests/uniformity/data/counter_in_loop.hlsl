// A group takes work from a queue until it is empty. Without AGAIN, the next item is written before all threads have
// read the current one.
RWStructuredBuffer<uint> Out : register(u0);
globallycoherent RWByteAddressBuffer Queue : register(u1);
groupshared uint Item, Sums[64];
[numthreads(64, 1, 1)] void main(uint t : SV_GroupIndex) {
  for (;;) {
    if (t == 0) Queue.InterlockedAdd(0, 1, Item);
    GroupMemoryBarrierWithGroupSync();
    const uint item = Item;
#ifdef AGAIN
    GroupMemoryBarrierWithGroupSync();
#endif
    if (item >= 100) break;
    Out[64 * item + t] = item;
  }
}

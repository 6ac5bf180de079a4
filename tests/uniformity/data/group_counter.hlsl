// The last group to finish does the remaining work, like a single-pass downsampler: one thread increments the counter, and
// between two barriers the group reads the result from groupshared memory. With RACE, another thread writes at that time.
RWStructuredBuffer<uint> Out : register(u0);
globallycoherent RWByteAddressBuffer Counter : register(u1);
groupshared uint Count, Sums[64];
[numthreads(64, 1, 1)] void main(uint t : SV_GroupIndex, uint3 g : SV_GroupID) {
  Sums[t] = Out[64 * g.x + t];
  GroupMemoryBarrierWithGroupSync();
  if (t == 0) Counter.InterlockedAdd(0, 1, Count);
#ifndef NO_BARRIER
  GroupMemoryBarrierWithGroupSync();
#endif
#ifdef RACE
  if (t == 7) Count = 3;
#endif
  if (Count != 9) return;
  Sums[t] += Sums[63 - t];
  GroupMemoryBarrierWithGroupSync();
  Out[64 * g.x + t] = Sums[t];
}

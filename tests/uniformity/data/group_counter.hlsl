// The last group to finish does the rest, as a single-pass downsampler does: one thread counts, the group reads what it
// left in groupshared memory between two barriers. Compiled with RACE, another thread writes in the meantime.
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

// A loop that counts on from a thread's id by the size of the group, up to a bound, with a barrier in it. All threads leave
// it together if the bound is a multiple of that size.
Buffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint S[64];
[numthreads(64, 1, 1)] void main(uint t : SV_GroupIndex, uint3 g : SV_GroupID) {
  const uint count = In[g.x], bound = BOUND;
  uint i = START;
  for (; i < bound; i += STEP) {
    GroupMemoryBarrierWithGroupSync();
    S[t] = In[i];
    LAST;
    GroupMemoryBarrierWithGroupSync();
    Out[i] = S[63 - t];
  }
#ifdef AFTER
  if (i < bound + 1024) {
    GroupMemoryBarrierWithGroupSync();
    Out[t] = S[t] + S[0];
  }
#endif
}

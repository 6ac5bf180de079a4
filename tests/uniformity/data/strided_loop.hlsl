// A loop with a barrier that counts from a thread's id in steps of the group size, up to a bound. All threads leave it
// together if the bound is a multiple of that size.
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

// Thread ids combined with the size of the thread group: some expressions are uniform in a group, similar ones are not.
#ifndef SIZE
#define SIZE 8, 8, 1
#endif
Buffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint S[64];
[numthreads(SIZE)] void main(uint3 id : SV_DispatchThreadID, uint3 in_group : SV_GroupThreadID, uint t : SV_GroupIndex) {
  S[t & 63] = In[t];
  if (!(CONDITION)) return;
  GroupMemoryBarrierWithGroupSync();
  Out[id.x + 4096 * id.y] = S[63 - (t & 63)];
}

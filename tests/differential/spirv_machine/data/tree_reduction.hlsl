// profile: cs_6_0
// entry: main
// dispatch: 1 1 1
// t0: structured stride=4 16 ramp
// u0: structured stride=4 256 ramp
// note: lanes that do not add must be at the next iteration's barrier with those that do
StructuredBuffer<uint> N : register(t0);
RWStructuredBuffer<uint> A : register(u0);
groupshared uint s[64];

[numthreads(32, 1, 1)]
void main(uint lid : SV_GroupIndex)
{
    s[lid] = A[lid];
    s[lid + 32] = A[lid + 32];
    [loop] for (uint d = N[0] + 32; d > 0; d /= 2)
    {
        GroupMemoryBarrierWithGroupSync();
        if (lid < d) s[lid] += s[lid + d];
    }
    GroupMemoryBarrierWithGroupSync();
    A[lid] = s[lid];
}

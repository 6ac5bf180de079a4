// profile: cs_6_0
// entry: main
// expect: barrier-divergence
// why: only lanes below d reach the barrier
// note: figure 1b of the paper on uniformity in WGSL
StructuredBuffer<uint> Start : register(t0);
RWStructuredBuffer<uint> A : register(u0);
groupshared uint S[64];

[numthreads(32, 1, 1)]
void main(uint lid : SV_GroupIndex)
{
    S[lid] = A[lid];
    S[lid + 32] = A[lid + 32];
    [loop] for (uint d = Start[0] + 32; d > 0; d /= 2)
    {
        if (lid < d)
        {
            GroupMemoryBarrierWithGroupSync();
            S[lid] += S[lid + d];
        }
    }
    A[lid] = S[lid];
}

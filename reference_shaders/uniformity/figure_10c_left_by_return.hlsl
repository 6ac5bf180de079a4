// profile: cs_6_0
// entry: main
// expect: uniform
// why: the inner loop is left only by the return, so that no lane comes to the barrier again
// note: figure 10c of the paper on uniformity in WGSL
RWStructuredBuffer<uint> A : register(u0);

[numthreads(32, 1, 1)]
void main(uint lid : SV_GroupIndex)
{
    uint u = 0;
    [loop] for (;;)
    {
        GroupMemoryBarrierWithGroupSync();
        [loop] for (;;)
        {
            if (lid < u)
            {
                A[lid] = u;
                return;
            }
            u += 1 + (A[u] & 1);
        }
    }
}

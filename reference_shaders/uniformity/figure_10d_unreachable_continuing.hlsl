// profile: cs_6_0
// entry: main
// expect: uniform
// why: nothing reaches the barrier, and dxc removes it
// note: figure 10d of the paper on uniformity in WGSL
RWStructuredBuffer<uint> A : register(u0);

void step(uint lid)
{
    if (lid == 0)
        GroupMemoryBarrierWithGroupSync();
}

[numthreads(32, 1, 1)]
void main(uint lid : SV_GroupIndex)
{
    [loop] for (;; step(lid))
    {
        A[lid] = lid;
        return;
    }
}

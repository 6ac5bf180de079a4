// profile: cs_6_0
// entry: main
// expect: uniform
// why: nothing reaches the barrier, and dxc removes it
// note: figure 10b of the paper on uniformity in WGSL
RWStructuredBuffer<uint> A : register(u0);

[numthreads(32, 1, 1)]
void main(uint lid : SV_GroupIndex)
{
    [loop] do
    {
        A[lid] = lid;
        return;
    } while (A[lid] == 0);
    if (lid == 0)
        GroupMemoryBarrierWithGroupSync();
}

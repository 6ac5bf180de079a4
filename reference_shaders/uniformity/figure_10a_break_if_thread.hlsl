// profile: cs_6_0
// entry: main
// expect: barrier-divergence
// why: thread 0 leaves the loop after the first barrier, the others stay in it
// note: figure 10a of the paper on uniformity in WGSL
RWStructuredBuffer<uint> A : register(u0);

[numthreads(32, 1, 1)]
void main(uint lid : SV_GroupIndex)
{
    uint n = 0;
    [loop] do
    {
        GroupMemoryBarrierWithGroupSync();
        ++n;
    } while (lid + A[n] != 0);
    GroupMemoryBarrierWithGroupSync();
    A[lid] = n;
}

// profile: cs_6_0
// entry: main
// exec: yes
// dispatch: 1 1 1
// t0: structured stride=4 4 zero
// u0: structured stride=4 256 ramp
// expect: uniform
// why: the lanes that add and those that do not reconverge before the next iteration
// note: figure 1a of the paper on uniformity in WGSL: the loop bound is a buffer's, so that dxc does not unroll
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
        GroupMemoryBarrierWithGroupSync();
        if (lid < d)
            S[lid] += S[lid + d];
    }
    GroupMemoryBarrierWithGroupSync();
    A[lid] = S[lid];
}

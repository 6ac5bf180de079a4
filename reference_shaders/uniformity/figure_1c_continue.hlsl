// profile: cs_6_0
// entry: main
// exec: yes
// dispatch: 1 1 1
// t0: structured stride=4 4 zero
// u0: structured stride=4 256 ramp
// expect: uniform
// why: in HLSL, lanes that continue run the next iteration together with the others
// note: figures 1c and 3 of the paper on uniformity in WGSL, where this is barrier divergence
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
        if (lid >= d)
            continue;
        S[lid] += S[lid + d];
    }
    GroupMemoryBarrierWithGroupSync();
    A[lid] = S[lid];
}

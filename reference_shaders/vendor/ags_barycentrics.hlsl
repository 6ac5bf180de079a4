// profile: ps_6_0
// entry: main
// note: BaryCoord (0x0d): phases 0 and 1 give i and j, the weights of the second and third vertex; the immediate says how they are interpolated. Not run
RWByteAddressBuffer magic : register(u0, space2147420894);

uint amd(uint op, uint phase, uint imm, uint a, uint b)
{
    uint r;
    magic.InterlockedCompareExchange((5u << 28) | (phase << 24) | ((imm & 0xffffu) << 8) | op, a, b, r);
    return r;
}

float2 weights(uint mode)
{
    uint i = amd(0x0d, 0, mode, 0, 0);
    uint j = amd(0x0d, 1, mode, i, 0);
    return float2(asfloat(i), asfloat(j));
}

float4 main(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    float2 w = weights(4);
    if (uv.x > 0.5)
        w += weights(1) * weights(5);
    return float4(w, uv);
}

// Line 1.
// Line 2.
// Line 3.
// Line 4.
// Line 5.
// Line 6.
// Line 7.
// Line 8.
// Line 9.
// Line 10.
// Line 11.
// Line 12.
// Line 13.
// Line 14.
// Line 15.
// Line 16.
// Line 17.
// Line 18.
// Line 19.
// Line 20.
// Line 21.
// Line 22.
// Line 23.
// Line 24.
Texture2D<float4> image : register(t0);
RWStructuredBuffer<uint> counters : register(u1);
RWTexture2D<float4> target : register(u2);
SamplerState sampling : register(s0);
struct Light { float3 at; float power; };
StructuredBuffer<Light> lights : register(t1);

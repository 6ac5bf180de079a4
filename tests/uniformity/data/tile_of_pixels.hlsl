// A light list for each tile of 1 << SHIFT pixels: the tile's values are uniform in a quad.
#ifdef WRITABLE
RWStructuredBuffer<uint> Tiles : register(u1);
#else
StructuredBuffer<uint> Tiles : register(t0);
#endif
Texture2D<float4> T : register(t1);
SamplerState S : register(s0);
float4 main(float4 pos : SV_Position, float2 uv : UV) : SV_Target {
#ifdef FLOATS
  const uint2 tile = uint2(pos.xy / 16.0);
#elif defined(OTHER_INPUT)
  const uint2 tile = uint2(uv * 1000) >> 4;
#elif defined(WRITABLE)
  const uint2 tile = uint2(pos.xy) >> 4;
#elif defined(MASK)
  const uint2 tile = uint2(pos.xy) & ~15u;
#else
  const uint2 tile = uint2(pos.xy) >> SHIFT;
#endif
  float4 c = 0;
  if (Tiles[tile.y * 120 + tile.x] != 0) c = T.Sample(S, uv);
  return c;
}

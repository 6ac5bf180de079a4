// Undefined coordinates and values of loads with offsets, stores and atomic operations.
Texture2D<float4> image : register(t0);
RWTexture2D<uint> counts : register(u0);
RWTexture3D<float4> volume : register(u1);
RWByteAddressBuffer results : register(u2);
[numthreads(1, 1, 1)] void main() {
  uint2 at; uint value; uint3 place; int3 texel; uint before;
  InterlockedAdd(counts[at], 5, before);
  volume[place] = image.Load(texel, int2(1, 1));
  results.Store(0, before);
}

// Local arrays of textures and samplers from the heaps; in a pixel shader with implicit derivatives.
cbuffer Frame : register(b0) { uint which, other; };
float4 main(float2 uv : UV) : SV_Target {
  Texture2D<float4> images[2]; SamplerState samplers[2];
  images[0] = ResourceDescriptorHeap[1]; images[1] = ResourceDescriptorHeap[which];
  samplers[0] = SamplerDescriptorHeap[0]; samplers[1] = SamplerDescriptorHeap[other];
  return images[which & 1].Sample(samplers[other & 1], uv);
}

// profile: cs_6_6
// entry: main
// flags: -HV 2021
// note: the type of `unused` is never complete: dxc writes an undefined value of an opaque type for its name.
template <typename R> struct Handle {
  uint index;
  R get() { R r = ResourceDescriptorHeap[index]; return r; }
};
struct Params { Handle<RWStructuredBuffer<uint> > data; Handle<TextureCube<float4> > unused; };
ConstantBuffer<Params> params : register(b0);
[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) { params.data.get()[i] = i; }

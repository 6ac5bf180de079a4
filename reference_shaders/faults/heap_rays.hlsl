// Acceleration structures in the heap beside other descriptors, for pipelines and for queries.
struct Payload { float4 colour; };
struct Frame { float4x4 view; uint structure, target; };

RayDesc towards(float2 at) {
  ConstantBuffer<Frame> frame = ResourceDescriptorHeap[2];
  RayDesc ray;
  ray.Origin = mul(frame.view, float4(at, 0, 1)).xyz;
  ray.Direction = float3(0, 0, 1);
  ray.TMin = 0;
  ray.TMax = 100;
  return ray;
}

[shader("raygeneration")]
void camera() {
  ConstantBuffer<Frame> frame = ResourceDescriptorHeap[2];
  RaytracingAccelerationStructure scene = ResourceDescriptorHeap[frame.structure];
  RWTexture2D<float4> target = ResourceDescriptorHeap[frame.target];
  Payload p = { float4(0, 0, 0, 1) };
  TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 1, 0, towards(DispatchRaysIndex().xy), p);
  target[DispatchRaysIndex().xy] = p.colour;
}

[shader("compute")] [numthreads(8, 8, 1)]
void probe(uint2 at : SV_DispatchThreadID) {
  ConstantBuffer<Frame> frame = ResourceDescriptorHeap[2];
  RaytracingAccelerationStructure scene = ResourceDescriptorHeap[NonUniformResourceIndex(frame.structure + (at.x & 1))];
  RWByteAddressBuffer target = ResourceDescriptorHeap[frame.target];
  RayQuery<RAY_FLAG_FORCE_OPAQUE> query;
  query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, towards(at));
  while (query.Proceed()) {}
  target.Store(4 * (at.x + 8 * at.y), asuint(query.CommittedRayT()));
}

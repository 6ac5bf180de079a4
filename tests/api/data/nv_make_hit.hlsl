// Hit objects of NVAPI that the program makes itself: MAKE_HIT (68), MAKE_HIT_WITH_RECORD_INDEX (69).
struct Packet {  // 256 bytes, all fields words
  uint opcode, texture_, sampler_;
  uint4 out1, in3, in4, in5, in0, in1, in2, out0;
  uint names_uav, results;
  uint unused[27];
};
RWStructuredBuffer<Packet> nv : register(u7, space3);

struct Payload { float3 color; };
struct Attributes { float2 weights; };
struct Nothing { int unused; };
RaytracingAccelerationStructure scene : register(t0);
RWByteAddressBuffer results : register(u0);

uint make_hit(bool has_record, uint record, float2 weights, RayDesc ray) {
  uint k = nv.IncrementCounter();
  nv[k].opcode = has_record ? 69 : 68;
  nv[k].results = 2;
  nv[k].in0 = uint4(1, 2, 3, 254);  // Instance, geometry, primitive, hit kind.
  nv[k].in1.x = record;
  if (!has_record) nv[k].in1.y = 5;
  uint object = nv.IncrementCounter();
  uint handle = nv.IncrementCounter();
  Attributes attributes;
  attributes.weights = weights;
  CallShader(handle, attributes);
  Nothing nothing;
  TraceRay(scene, 0, 0, 0, 0, handle, ray, nothing);
  return object;
}

uint ask(uint op, uint object) {
  uint k = nv.IncrementCounter();
  nv[k].opcode = op;
  nv[k].in0.x = object;
  return nv.IncrementCounter();
}

void invoke(uint object, inout Payload payload) {
  uint k = nv.IncrementCounter();
  nv[k].opcode = 72;
  nv[k].in0.x = object;
  uint handle = nv.IncrementCounter();
  TraceRay(scene, 0, 0, 0, 0, handle, (RayDesc)0, payload);
}

[shader("raygeneration")]
void main() {
  const uint2 at = DispatchRaysIndex().xy;
  RayDesc ray = {float3(at, -1), 0.001, float3(0, 0, 1), 100};
  Payload payload = {float3(0, 0, 0)};
  uint object = make_hit(false, 4, float2(at) / 256, ray);
  if (at.x > 3) object = make_hit(true, at.x, float2(0.25, 0.5), ray);
  invoke(object, payload);
  results.Store2(8 * at.x, uint2(ask(83, object), ask(76, object)));
  results.Store(1024 + 4 * at.x, asuint(payload.color.x));
}

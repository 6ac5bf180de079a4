// Mesh shaders of two topologies and sizes beside other stages of one library.
struct Vertex { float4 position : SV_Position; float shade : SHADE; };
struct Payload { uint size; };
groupshared Payload payload;

[shader("amplification")] [numthreads(1, 1, 1)]
void spread(uint group : SV_GroupID) {
  payload.size = group;
  DispatchMesh(2, 1, 1, payload);
}

[shader("mesh")] [numthreads(4, 1, 1)] [outputtopology("triangle")]
void quads(uint t : SV_GroupIndex, in payload Payload p, out vertices Vertex v[4], out indices uint3 i[2]) {
  SetMeshOutputCounts(4, 2);
  v[t].position = float4(t & 1, t >> 1, 0, 1) * p.size;
  v[t].shade = t;
  if (t < 2) i[t] = uint3(t, 1, 2 + t);
}

[shader("mesh")] [numthreads(5, 1, 1)] [outputtopology("line")]
void strokes(uint t : SV_GroupIndex, out vertices Vertex v[6], out indices uint2 i[5]) {
  SetMeshOutputCounts(6, 5);
  v[t].position = float4(t, 0, 0, 1);
  v[t].shade = 1;
  if (t == 0) { v[5].position = 1; v[5].shade = 2; }
  i[t] = uint2(t, t + 1);
}

[shader("pixel")]
float4 shaded(Vertex v) : SV_Target { return v.shade; }

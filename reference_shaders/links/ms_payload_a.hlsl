// profile: ms_6_5
// entry: main
// note: payloads of amplification shaders
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct Payload { float4 x; uint2 y; float z[3]; uint h; };
struct V { float4 position : SV_Position; };
[outputtopology("triangle")] [numthreads(3, 1, 1)]
void main(uint t : SV_GroupIndex, in payload Payload payload, out vertices V points[3],
          out indices uint3 triangles[1]) {
  SetMeshOutputCounts(3, 1);
  points[t].position = float4(corners[t], 0.5, 1);
  if (t == 0) {
    triangles[0] = uint3(0, 1, 2);
    put(0, 0, 0, payload.x.x);
    put(0, 0, 1, payload.x.y);
    put(0, 0, 2, payload.x.z);
    put(0, 0, 3, payload.x.w);
    put(0, 0, 4, payload.y.x);
    put(0, 0, 5, payload.y.y);
    put(0, 0, 6, payload.z[0]);
    put(0, 0, 7, payload.z[1]);
    put(0, 0, 8, payload.z[2]);
    put(0, 0, 9, payload.h);
  }
}

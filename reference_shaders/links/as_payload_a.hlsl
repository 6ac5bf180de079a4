// profile: as_6_5
// entry: main
// note: payloads of amplification shaders
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct Payload { float4 x; uint2 y; float z[3]; uint h; };
groupshared Payload payload;
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  if (t == 0) {
    payload.x.x = 1000;
    payload.x.y = 1001;
    payload.x.z = 1002;
    payload.x.w = 1003;
    payload.y.x = 1004;
    payload.y.y = 1005;
    payload.z[0] = 1006;
    payload.z[1] = 1007;
    payload.z[2] = 1008;
    payload.h = 1009;
  }
  DispatchMesh(1, 1, 1, payload);
}

// profile: as_6_5
// entry: main
// flags: -enable-16bit-types
// note: payloads of amplification shaders
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct Payload { float2 x[2]; uint2 y; float3 z; uint16_t h; uint16_t g; };
groupshared Payload payload;
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  if (t == 0) {
    payload.x[0].x = 1000;
    payload.x[0].y = 1001;
    payload.x[1].x = 1002;
    payload.x[1].y = 1003;
    payload.y.x = 1004;
    payload.y.y = 1005;
    payload.z.x = 1006;
    payload.z.y = 1007;
    payload.z.z = 1008;
    payload.h = 1009;
    payload.g = 0;
  }
  DispatchMesh(1, 1, 1, payload);
}

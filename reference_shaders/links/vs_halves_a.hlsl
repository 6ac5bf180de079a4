// profile: vs_6_2
// entry: main
// flags: -enable-16bit-types
// note: 16-bit types
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float16_t a[2] : A0; nointerpolation int16_t b : B0; float c : C0; nointerpolation uint16_t d[2] : D0; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.a[0] = (float16_t)0;
  o.a[1] = (float16_t)4;
  o.b = (int16_t)256;
  o.c = (float)value(1, vertex, 512);
  o.d[0] = (uint16_t)768;
  o.d[1] = (uint16_t)772;
  return o;
}

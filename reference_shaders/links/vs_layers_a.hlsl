// profile: vs_6_0
// entry: main
// note: array indices beside other values
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float2 a : A0; uint layer : SV_RenderTargetArrayIndex0; uint viewport : SV_ViewportArrayIndex0; nointerpolation uint b[2] : B0; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.a.x = (float)value(1, vertex, 0);
  o.a.y = (float)value(1, vertex, 1);
  o.layer = (uint)1;
  o.viewport = (uint)1;
  o.b[0] = (uint)value(1, vertex, 256);
  o.b[1] = (uint)value(1, vertex, 260);
  return o;
}

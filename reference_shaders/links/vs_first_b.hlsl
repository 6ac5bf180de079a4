// profile: vs_6_0
// entry: main
// flags: -Od
// note: system values before the others
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { uint viewport : SV_ViewportArrayIndex0; uint layer : SV_RenderTargetArrayIndex0; float3 a[2] : A0; float4 position : SV_Position0; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.viewport = (uint)1;
  o.layer = (uint)1;
  o.a[0].x = (float)value(1, vertex, 0);
  o.a[0].y = (float)value(1, vertex, 1);
  o.a[0].z = (float)value(1, vertex, 2);
  o.a[1].x = (float)value(1, vertex, 4);
  o.a[1].y = (float)value(1, vertex, 5);
  o.a[1].z = (float)value(1, vertex, 6);
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  return o;
}

// profile: vs_6_4
// entry: main
// flags: -Od
// note: shading rates
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_a { float2 f[1] : A0; };
struct V { float4 position : sv_position0; V_a a; uint rate : sv_shadingrate0; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.a.f[0].x = (float)value(1, vertex, 0);
  o.a.f[0].y = (float)value(1, vertex, 1);
  o.rate = (uint)1;
  return o;
}

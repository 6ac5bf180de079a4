// profile: vs_6_0
// entry: main
// flags: -Od
// note: a second clip distance before the first
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_c { float4 f[1] : SV_ClipDistance1; };
struct V { float4 position : SV_Position0; V_c c; float2 d : SV_ClipDistance0; float2x2 a : A0; float2 b : A2; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.c.f[0].x = (float)value(1, vertex, 5124);
  o.c.f[0].y = (float)value(1, vertex, 5125);
  o.c.f[0].z = (float)value(1, vertex, 5126);
  o.c.f[0].w = (float)value(1, vertex, 5127);
  o.d.x = (float)value(1, vertex, 5120);
  o.d.y = (float)value(1, vertex, 5121);
  o.a._m00 = (float)value(1, vertex, 0);
  o.a._m10 = (float)value(1, vertex, 1);
  o.a._m01 = (float)value(1, vertex, 4);
  o.a._m11 = (float)value(1, vertex, 5);
  o.b.x = (float)value(1, vertex, 8);
  o.b.y = (float)value(1, vertex, 9);
  return o;
}

// profile: vs_6_0
// entry: main
// flags: -Od
// note: integers and floats, modes of interpolation
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_h { float2 f[1] : D1; };
struct V { float4 position : SV_Position0; nointerpolation uint2 a : A0; nointerpolation int b : B0; nointerpolation float c : C0; nointerpolation int g : B1; noperspective float2 d : D0; noperspective V_h h; centroid float e : E0; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.a.x = (uint)value(1, vertex, 0);
  o.a.y = (uint)value(1, vertex, 1);
  o.b = (int)value(1, vertex, 256);
  o.c = (float)value(1, vertex, 512);
  o.g = (int)value(1, vertex, 260);
  o.d.x = (float)value(1, vertex, 768);
  o.d.y = (float)value(1, vertex, 769);
  o.h.f[0].x = (float)value(1, vertex, 772);
  o.h.f[0].y = (float)value(1, vertex, 773);
  o.e = (float)value(1, vertex, 1024);
  return o;
}

// profile: vs_6_0
// entry: main
// note: integers and floats, modes of interpolation
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; nointerpolation uint2 a : A0; nointerpolation int b[2] : B0; nointerpolation float c : C0; noperspective float2 d[2] : D0; centroid float e : E0; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.a.x = (uint)value(1, vertex, 0);
  o.a.y = (uint)value(1, vertex, 1);
  o.b[0] = (int)value(1, vertex, 256);
  o.b[1] = (int)value(1, vertex, 260);
  o.c = (float)value(1, vertex, 512);
  o.d[0].x = (float)value(1, vertex, 768);
  o.d[0].y = (float)value(1, vertex, 769);
  o.d[1].x = (float)value(1, vertex, 772);
  o.d[1].y = (float)value(1, vertex, 773);
  o.e = (float)value(1, vertex, 1024);
  return o;
}

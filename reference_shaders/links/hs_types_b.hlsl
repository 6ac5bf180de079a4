// profile: hs_6_0
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
struct C_h { float2 f[1] : D1; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; nointerpolation uint2 a : A0; nointerpolation int b : B0; nointerpolation float c : C0; nointerpolation int g : B1; noperspective float2 d : D0; noperspective C_h h; centroid float e : E0; };
C constants(InputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(0, v, 0, (uint)points[v].a.x);
    put(0, v, 1, (uint)points[v].a.y);
    put(0, v, 2, (uint)points[v].b);
    put(0, v, 3, (uint)points[v].g);
    put(0, v, 4, (uint)((float)points[v].c + 0.5));
    put(0, v, 5, (uint)((float)points[v].d.x + 0.5));
    put(0, v, 6, (uint)((float)points[v].d.y + 0.5));
    put(0, v, 7, (uint)((float)points[v].h.f[0].x + 0.5));
    put(0, v, 8, (uint)((float)points[v].h.f[0].y + 0.5));
    put(0, v, 9, (uint)((float)points[v].e + 0.5));
    put(0, v, 10, (uint)((float)points[v].position.z * 16 + 0.5));
    put(0, v, 11, (uint)((float)points[v].position.w * 16 + 0.5));
  }
  C c;
  c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 1;
  c.a.x = (uint)value(3, 0, 0);
  c.a.y = (uint)value(3, 0, 1);
  c.b = (int)value(3, 0, 256);
  c.c = (float)value(3, 0, 512);
  c.g = (int)value(3, 0, 260);
  c.d.x = (float)value(3, 0, 768);
  c.d.y = (float)value(3, 0, 769);
  c.h.f[0].x = (float)value(3, 0, 772);
  c.h.f[0].y = (float)value(3, 0, 773);
  c.e = (float)value(3, 0, 1024);
  return c;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")]
V main(InputPatch<V, 3> points, uint vertex : SV_OutputControlPointID) {
  V o;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)2 / 16.0;
  o.position.w = (float)1;
  o.a.x = (uint)value(2, vertex, 0);
  o.a.y = (uint)value(2, vertex, 1);
  o.b = (int)value(2, vertex, 256);
  o.c = (float)value(2, vertex, 512);
  o.g = (int)value(2, vertex, 260);
  o.d.x = (float)value(2, vertex, 768);
  o.d.y = (float)value(2, vertex, 769);
  o.h.f[0].x = (float)value(2, vertex, 772);
  o.h.f[0].y = (float)value(2, vertex, 773);
  o.e = (float)value(2, vertex, 1024);
  return o;
}

// profile: hs_6_0
// entry: main
// note: array indices beside other values
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_a { float2 f[1] : A0; };
struct V_b { uint f[2] : B0; };
struct V { float4 position : SV_Position0; V_a a; uint layer : SV_RenderTargetArrayIndex0; uint viewport : SV_ViewportArrayIndex0; V_b b; };
struct C_a { float2 f[1] : A0; };
struct C_b { uint f[2] : B0; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; C_a a; C_b b; };
C constants(InputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(0, v, 0, (uint)((float)points[v].a.f[0].x + 0.5));
    put(0, v, 1, (uint)((float)points[v].a.f[0].y + 0.5));
    put(0, v, 2, (uint)points[v].b.f[0]);
    put(0, v, 3, (uint)points[v].b.f[1]);
    put(0, v, 4, (uint)((float)points[v].position.z * 16 + 0.5));
    put(0, v, 5, (uint)((float)points[v].position.w * 16 + 0.5));
    put(0, v, 6, (uint)points[v].layer);
    put(0, v, 7, (uint)points[v].viewport);
  }
  C c;
  c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 1;
  c.a.f[0].x = (float)value(3, 0, 0);
  c.a.f[0].y = (float)value(3, 0, 1);
  c.b.f[0] = (uint)value(3, 0, 256);
  c.b.f[1] = (uint)value(3, 0, 260);
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
  o.a.f[0].x = (float)value(2, vertex, 0);
  o.a.f[0].y = (float)value(2, vertex, 1);
  o.layer = (uint)2;
  o.viewport = (uint)2;
  o.b.f[0] = (uint)value(2, vertex, 256);
  o.b.f[1] = (uint)value(2, vertex, 260);
  return o;
}

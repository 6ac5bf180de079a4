// profile: hs_6_0
// entry: main
// note: arrays side by side, and elements that are packed like them
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_a { float f[2] : A0; };
struct V { float4 position : SV_Position0; V_a a; float3x2 b : B0; float2 c : C0; };
struct C_a { float f[2] : A0; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; C_a a; float2x2 b : B0; float2 c : C0; };
C constants(InputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(0, v, 0, (uint)((float)points[v].a.f[0] + 0.5));
    put(0, v, 1, (uint)((float)points[v].a.f[1] + 0.5));
    put(0, v, 2, (uint)((float)points[v].b._m00 + 0.5));
    put(0, v, 3, (uint)((float)points[v].b._m10 + 0.5));
    put(0, v, 4, (uint)((float)points[v].b._m20 + 0.5));
    put(0, v, 5, (uint)((float)points[v].b._m01 + 0.5));
    put(0, v, 6, (uint)((float)points[v].b._m11 + 0.5));
    put(0, v, 7, (uint)((float)points[v].b._m21 + 0.5));
    put(0, v, 8, (uint)((float)points[v].c.x + 0.5));
    put(0, v, 9, (uint)((float)points[v].c.y + 0.5));
    put(0, v, 10, (uint)((float)points[v].position.z * 16 + 0.5));
    put(0, v, 11, (uint)((float)points[v].position.w * 16 + 0.5));
  }
  C c;
  c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 1;
  c.a.f[0] = (float)value(3, 0, 0);
  c.a.f[1] = (float)value(3, 0, 4);
  c.b._m00 = (float)value(3, 0, 256);
  c.b._m10 = (float)value(3, 0, 257);
  c.b._m01 = (float)value(3, 0, 260);
  c.b._m11 = (float)value(3, 0, 261);
  c.c.x = (float)value(3, 0, 512);
  c.c.y = (float)value(3, 0, 513);
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
  o.a.f[0] = (float)value(2, vertex, 0);
  o.a.f[1] = (float)value(2, vertex, 4);
  o.b._m00 = (float)value(2, vertex, 256);
  o.b._m10 = (float)value(2, vertex, 257);
  o.b._m20 = (float)value(2, vertex, 258);
  o.b._m01 = (float)value(2, vertex, 260);
  o.b._m11 = (float)value(2, vertex, 261);
  o.b._m21 = (float)value(2, vertex, 262);
  o.c.x = (float)value(2, vertex, 512);
  o.c.y = (float)value(2, vertex, 513);
  return o;
}

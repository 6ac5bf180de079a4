// profile: hs_6_0
// entry: main
// flags: -Od
// note: system values before the others
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { uint viewport : SV_ViewportArrayIndex0; uint layer : SV_RenderTargetArrayIndex0; float3 a[2] : A0; float4 position : SV_Position0; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float3 a[2] : A0; };
C constants(InputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(0, v, 0, (uint)((float)points[v].a[0].x + 0.5));
    put(0, v, 1, (uint)((float)points[v].a[0].y + 0.5));
    put(0, v, 2, (uint)((float)points[v].a[0].z + 0.5));
    put(0, v, 3, (uint)((float)points[v].a[1].x + 0.5));
    put(0, v, 4, (uint)((float)points[v].a[1].y + 0.5));
    put(0, v, 5, (uint)((float)points[v].a[1].z + 0.5));
    put(0, v, 6, (uint)((float)points[v].position.z * 16 + 0.5));
    put(0, v, 7, (uint)((float)points[v].position.w * 16 + 0.5));
    put(0, v, 8, (uint)points[v].layer);
    put(0, v, 9, (uint)points[v].viewport);
  }
  C c;
  c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 1;
  c.a[0].x = (float)value(3, 0, 0);
  c.a[0].y = (float)value(3, 0, 1);
  c.a[0].z = (float)value(3, 0, 2);
  c.a[1].x = (float)value(3, 0, 4);
  c.a[1].y = (float)value(3, 0, 5);
  c.a[1].z = (float)value(3, 0, 6);
  return c;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")]
V main(InputPatch<V, 3> points, uint vertex : SV_OutputControlPointID) {
  V o;
  o.viewport = (uint)2;
  o.layer = (uint)2;
  o.a[0].x = (float)value(2, vertex, 0);
  o.a[0].y = (float)value(2, vertex, 1);
  o.a[0].z = (float)value(2, vertex, 2);
  o.a[1].x = (float)value(2, vertex, 4);
  o.a[1].y = (float)value(2, vertex, 5);
  o.a[1].z = (float)value(2, vertex, 6);
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)2 / 16.0;
  o.position.w = (float)1;
  return o;
}

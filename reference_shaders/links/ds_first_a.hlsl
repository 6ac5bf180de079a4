// profile: ds_6_0
// entry: main
// note: system values before the others
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { uint viewport : SV_ViewportArrayIndex0; uint layer : SV_RenderTargetArrayIndex0; float3x2 a : A0; float4 position : SV_Position0; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float3x2 a : A0; };
[domain("tri")] V main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(1, v, 0, (uint)((float)points[v].a._m00 + 0.5));
    put(1, v, 1, (uint)((float)points[v].a._m10 + 0.5));
    put(1, v, 2, (uint)((float)points[v].a._m20 + 0.5));
    put(1, v, 3, (uint)((float)points[v].a._m01 + 0.5));
    put(1, v, 4, (uint)((float)points[v].a._m11 + 0.5));
    put(1, v, 5, (uint)((float)points[v].a._m21 + 0.5));
    put(1, v, 6, (uint)((float)points[v].position.z * 16 + 0.5));
    put(1, v, 7, (uint)((float)points[v].position.w * 16 + 0.5));
    put(1, v, 8, (uint)points[v].layer);
    put(1, v, 9, (uint)points[v].viewport);
  }
    put(2, 0, 0, (uint)((float)c.a._m00 + 0.5));
    put(2, 0, 1, (uint)((float)c.a._m10 + 0.5));
    put(2, 0, 2, (uint)((float)c.a._m20 + 0.5));
    put(2, 0, 3, (uint)((float)c.a._m01 + 0.5));
    put(2, 0, 4, (uint)((float)c.a._m11 + 0.5));
    put(2, 0, 5, (uint)((float)c.a._m21 + 0.5));
  V o;
  o.viewport = (uint)4;
  o.layer = (uint)4;
  o.a._m00 = (float)value(4, 0, 0);
  o.a._m10 = (float)value(4, 0, 1);
  o.a._m20 = (float)value(4, 0, 2);
  o.a._m01 = (float)value(4, 0, 4);
  o.a._m11 = (float)value(4, 0, 5);
  o.a._m21 = (float)value(4, 0, 6);
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)4 / 16.0;
  o.position.w = (float)1;
  o.position.xy = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;
  return o;
}

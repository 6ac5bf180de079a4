// profile: ds_6_0
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
[domain("tri")] V main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(1, v, 0, (uint)((float)points[v].a.f[0].x + 0.5));
    put(1, v, 1, (uint)((float)points[v].a.f[0].y + 0.5));
    put(1, v, 2, (uint)points[v].b.f[0]);
    put(1, v, 3, (uint)points[v].b.f[1]);
    put(1, v, 4, (uint)((float)points[v].position.z * 16 + 0.5));
    put(1, v, 5, (uint)((float)points[v].position.w * 16 + 0.5));
    put(1, v, 6, (uint)points[v].layer);
    put(1, v, 7, (uint)points[v].viewport);
  }
    put(2, 0, 0, (uint)((float)c.a.f[0].x + 0.5));
    put(2, 0, 1, (uint)((float)c.a.f[0].y + 0.5));
    put(2, 0, 2, (uint)c.b.f[0]);
    put(2, 0, 3, (uint)c.b.f[1]);
  V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)4 / 16.0;
  o.position.w = (float)1;
  o.a.f[0].x = (float)value(4, 0, 0);
  o.a.f[0].y = (float)value(4, 0, 1);
  o.layer = (uint)4;
  o.viewport = (uint)4;
  o.b.f[0] = (uint)value(4, 0, 256);
  o.b.f[1] = (uint)value(4, 0, 260);
  o.position.xy = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;
  return o;
}

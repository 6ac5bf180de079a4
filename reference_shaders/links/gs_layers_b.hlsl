// profile: gs_6_0
// entry: main
// flags: -Od
// note: array indices beside other values
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_c { uint f[1] : B1; };
struct V { float4 position : SV_Position0; float2 a : A0; uint layer : SV_RenderTargetArrayIndex0; uint viewport : SV_ViewportArrayIndex0; nointerpolation uint b : B0; nointerpolation V_c c; };
[maxvertexcount(3)] void main(triangle V points[3], inout TriangleStream<V> stream) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(3, v, 0, (uint)((float)points[v].a.x + 0.5));
    put(3, v, 1, (uint)((float)points[v].a.y + 0.5));
    put(3, v, 2, (uint)points[v].b);
    put(3, v, 3, (uint)points[v].c.f[0]);
    put(3, v, 4, (uint)((float)points[v].position.z * 16 + 0.5));
    put(3, v, 5, (uint)((float)points[v].position.w * 16 + 0.5));
    put(3, v, 6, (uint)points[v].layer);
    put(3, v, 7, (uint)points[v].viewport);
    V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)5 / 16.0;
  o.position.w = (float)1;
  o.a.x = (float)value(5, 0, 0);
  o.a.y = (float)value(5, 0, 1);
  o.layer = (uint)5;
  o.viewport = (uint)5;
  o.b = (uint)value(5, 0, 256);
  o.c.f[0] = (uint)value(5, 0, 260);
    o.position.xy = corners[v];
    stream.Append(o);
  }
}

// profile: gs_6_0
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
[maxvertexcount(3)] void main(triangle V points[3], inout TriangleStream<V> stream) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(3, v, 0, (uint)((float)points[v].a._m00 + 0.5));
    put(3, v, 1, (uint)((float)points[v].a._m10 + 0.5));
    put(3, v, 2, (uint)((float)points[v].a._m01 + 0.5));
    put(3, v, 3, (uint)((float)points[v].a._m11 + 0.5));
    put(3, v, 4, (uint)((float)points[v].b.x + 0.5));
    put(3, v, 5, (uint)((float)points[v].b.y + 0.5));
    put(3, v, 6, (uint)((float)points[v].d.x + 0.5));
    put(3, v, 7, (uint)((float)points[v].d.y + 0.5));
    put(3, v, 8, (uint)((float)points[v].c.f[0].x + 0.5));
    put(3, v, 9, (uint)((float)points[v].c.f[0].y + 0.5));
    put(3, v, 10, (uint)((float)points[v].c.f[0].z + 0.5));
    put(3, v, 11, (uint)((float)points[v].c.f[0].w + 0.5));
    put(3, v, 12, (uint)((float)points[v].position.z * 16 + 0.5));
    put(3, v, 13, (uint)((float)points[v].position.w * 16 + 0.5));
    V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)5 / 16.0;
  o.position.w = (float)1;
  o.c.f[0].x = (float)value(5, 0, 5124);
  o.c.f[0].y = (float)value(5, 0, 5125);
  o.c.f[0].z = (float)value(5, 0, 5126);
  o.c.f[0].w = (float)value(5, 0, 5127);
  o.d.x = (float)value(5, 0, 5120);
  o.d.y = (float)value(5, 0, 5121);
  o.a._m00 = (float)value(5, 0, 0);
  o.a._m10 = (float)value(5, 0, 1);
  o.a._m01 = (float)value(5, 0, 4);
  o.a._m11 = (float)value(5, 0, 5);
  o.b.x = (float)value(5, 0, 8);
  o.b.y = (float)value(5, 0, 9);
    o.position.xy = corners[v];
    stream.Append(o);
  }
}

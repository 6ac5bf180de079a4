// profile: gs_6_0
// entry: main
// note: a second clip distance before the first
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float4 c : SV_ClipDistance1; float2 d : SV_ClipDistance0; float4 a : A0; };
[maxvertexcount(3)] void main(triangle V points[3], inout TriangleStream<V> stream) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(3, v, 0, (uint)((float)points[v].a.x + 0.5));
    put(3, v, 1, (uint)((float)points[v].a.y + 0.5));
    put(3, v, 2, (uint)((float)points[v].a.z + 0.5));
    put(3, v, 3, (uint)((float)points[v].a.w + 0.5));
    put(3, v, 4, (uint)((float)points[v].d.x + 0.5));
    put(3, v, 5, (uint)((float)points[v].d.y + 0.5));
    put(3, v, 6, (uint)((float)points[v].c.x + 0.5));
    put(3, v, 7, (uint)((float)points[v].c.y + 0.5));
    put(3, v, 8, (uint)((float)points[v].c.z + 0.5));
    put(3, v, 9, (uint)((float)points[v].c.w + 0.5));
    put(3, v, 10, (uint)((float)points[v].position.z * 16 + 0.5));
    put(3, v, 11, (uint)((float)points[v].position.w * 16 + 0.5));
    V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)5 / 16.0;
  o.position.w = (float)1;
  o.c.x = (float)value(5, 0, 5124);
  o.c.y = (float)value(5, 0, 5125);
  o.c.z = (float)value(5, 0, 5126);
  o.c.w = (float)value(5, 0, 5127);
  o.d.x = (float)value(5, 0, 5120);
  o.d.y = (float)value(5, 0, 5121);
  o.a.x = (float)value(5, 0, 0);
  o.a.y = (float)value(5, 0, 1);
  o.a.z = (float)value(5, 0, 2);
  o.a.w = (float)value(5, 0, 3);
    o.position.xy = corners[v];
    stream.Append(o);
  }
}

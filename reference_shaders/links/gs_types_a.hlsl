// profile: gs_6_0
// entry: main
// note: integers and floats, modes of interpolation
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; nointerpolation uint2 a : A0; nointerpolation int b[2] : B0; nointerpolation float c : C0; noperspective float2 d[2] : D0; centroid float e : E0; };
[maxvertexcount(3)] void main(triangle V points[3], inout TriangleStream<V> stream) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(3, v, 0, (uint)points[v].a.x);
    put(3, v, 1, (uint)points[v].a.y);
    put(3, v, 2, (uint)points[v].b[0]);
    put(3, v, 3, (uint)points[v].b[1]);
    put(3, v, 4, (uint)((float)points[v].c + 0.5));
    put(3, v, 5, (uint)((float)points[v].d[0].x + 0.5));
    put(3, v, 6, (uint)((float)points[v].d[0].y + 0.5));
    put(3, v, 7, (uint)((float)points[v].d[1].x + 0.5));
    put(3, v, 8, (uint)((float)points[v].d[1].y + 0.5));
    put(3, v, 9, (uint)((float)points[v].e + 0.5));
    put(3, v, 10, (uint)((float)points[v].position.z * 16 + 0.5));
    put(3, v, 11, (uint)((float)points[v].position.w * 16 + 0.5));
    V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)5 / 16.0;
  o.position.w = (float)1;
  o.a.x = (uint)value(5, 0, 0);
  o.a.y = (uint)value(5, 0, 1);
  o.b[0] = (int)value(5, 0, 256);
  o.b[1] = (int)value(5, 0, 260);
  o.c = (float)value(5, 0, 512);
  o.d[0].x = (float)value(5, 0, 768);
  o.d[0].y = (float)value(5, 0, 769);
  o.d[1].x = (float)value(5, 0, 772);
  o.d[1].y = (float)value(5, 0, 773);
  o.e = (float)value(5, 0, 1024);
    o.position.xy = corners[v];
    stream.Append(o);
  }
}

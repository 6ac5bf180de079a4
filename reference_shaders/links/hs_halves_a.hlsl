// profile: hs_6_2
// entry: main
// flags: -enable-16bit-types
// note: 16-bit types
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float16_t a[2] : A0; nointerpolation int16_t b : B0; float c : C0; nointerpolation uint16_t d[2] : D0; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float16_t a[2] : A0; nointerpolation int16_t b : B0; float c : C0; nointerpolation uint16_t d[2] : D0; };
C constants(InputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(0, v, 0, (uint)((float)points[v].a[0] + 0.5));
    put(0, v, 1, (uint)((float)points[v].a[1] + 0.5));
    put(0, v, 2, (uint)points[v].b);
    put(0, v, 3, (uint)((float)points[v].c + 0.5));
    put(0, v, 4, (uint)points[v].d[0]);
    put(0, v, 5, (uint)points[v].d[1]);
    put(0, v, 6, (uint)((float)points[v].position.z * 16 + 0.5));
    put(0, v, 7, (uint)((float)points[v].position.w * 16 + 0.5));
  }
  C c;
  c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 1;
  c.a[0] = (float16_t)0;
  c.a[1] = (float16_t)4;
  c.b = (int16_t)256;
  c.c = (float)value(3, 0, 512);
  c.d[0] = (uint16_t)768;
  c.d[1] = (uint16_t)772;
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
  o.a[0] = (float16_t)0;
  o.a[1] = (float16_t)4;
  o.b = (int16_t)256;
  o.c = (float)value(2, vertex, 512);
  o.d[0] = (uint16_t)768;
  o.d[1] = (uint16_t)772;
  return o;
}

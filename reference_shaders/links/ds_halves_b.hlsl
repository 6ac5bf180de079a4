// profile: ds_6_2
// entry: main
// flags: -enable-16bit-types -Od
// note: 16-bit types
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_e { float16_t f[1] : A1; };
struct V { float4 position : SV_Position0; float16_t a : A0; nointerpolation int16_t b : B0; float c : C0; V_e e; nointerpolation uint16_t d[2] : D0; };
struct C_e { float16_t f[1] : A1; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float16_t a : A0; nointerpolation int16_t b : B0; float c : C0; C_e e; nointerpolation uint16_t d[2] : D0; };
[domain("tri")] V main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(1, v, 0, (uint)((float)points[v].a + 0.5));
    put(1, v, 1, (uint)((float)points[v].e.f[0] + 0.5));
    put(1, v, 2, (uint)points[v].b);
    put(1, v, 3, (uint)((float)points[v].c + 0.5));
    put(1, v, 4, (uint)points[v].d[0]);
    put(1, v, 5, (uint)points[v].d[1]);
    put(1, v, 6, (uint)((float)points[v].position.z * 16 + 0.5));
    put(1, v, 7, (uint)((float)points[v].position.w * 16 + 0.5));
  }
    put(2, 0, 0, (uint)((float)c.a + 0.5));
    put(2, 0, 1, (uint)((float)c.e.f[0] + 0.5));
    put(2, 0, 2, (uint)c.b);
    put(2, 0, 3, (uint)((float)c.c + 0.5));
    put(2, 0, 4, (uint)c.d[0]);
    put(2, 0, 5, (uint)c.d[1]);
  V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)4 / 16.0;
  o.position.w = (float)1;
  o.a = (float16_t)0;
  o.b = (int16_t)256;
  o.c = (float)value(4, 0, 512);
  o.e.f[0] = (float16_t)4;
  o.d[0] = (uint16_t)768;
  o.d[1] = (uint16_t)772;
  o.position.xy = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;
  return o;
}

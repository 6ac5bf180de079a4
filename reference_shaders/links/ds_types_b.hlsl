// profile: ds_6_0
// entry: main
// flags: -Od
// note: integers and floats, modes of interpolation
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_h { float2 f[1] : D1; };
struct V { float4 position : SV_Position0; nointerpolation uint2 a : A0; nointerpolation int b : B0; nointerpolation float c : C0; nointerpolation int g : B1; noperspective float2 d : D0; noperspective V_h h; centroid float e : E0; };
struct C_h { float2 f[1] : D1; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; nointerpolation uint2 a : A0; nointerpolation int b : B0; nointerpolation float c : C0; nointerpolation int g : B1; noperspective float2 d : D0; noperspective C_h h; centroid float e : E0; };
[domain("tri")] V main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(1, v, 0, (uint)points[v].a.x);
    put(1, v, 1, (uint)points[v].a.y);
    put(1, v, 2, (uint)points[v].b);
    put(1, v, 3, (uint)points[v].g);
    put(1, v, 4, (uint)((float)points[v].c + 0.5));
    put(1, v, 5, (uint)((float)points[v].d.x + 0.5));
    put(1, v, 6, (uint)((float)points[v].d.y + 0.5));
    put(1, v, 7, (uint)((float)points[v].h.f[0].x + 0.5));
    put(1, v, 8, (uint)((float)points[v].h.f[0].y + 0.5));
    put(1, v, 9, (uint)((float)points[v].e + 0.5));
    put(1, v, 10, (uint)((float)points[v].position.z * 16 + 0.5));
    put(1, v, 11, (uint)((float)points[v].position.w * 16 + 0.5));
  }
    put(2, 0, 0, (uint)c.a.x);
    put(2, 0, 1, (uint)c.a.y);
    put(2, 0, 2, (uint)c.b);
    put(2, 0, 3, (uint)c.g);
    put(2, 0, 4, (uint)((float)c.c + 0.5));
    put(2, 0, 5, (uint)((float)c.d.x + 0.5));
    put(2, 0, 6, (uint)((float)c.d.y + 0.5));
    put(2, 0, 7, (uint)((float)c.h.f[0].x + 0.5));
    put(2, 0, 8, (uint)((float)c.h.f[0].y + 0.5));
    put(2, 0, 9, (uint)((float)c.e + 0.5));
  V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)4 / 16.0;
  o.position.w = (float)1;
  o.a.x = (uint)value(4, 0, 0);
  o.a.y = (uint)value(4, 0, 1);
  o.b = (int)value(4, 0, 256);
  o.c = (float)value(4, 0, 512);
  o.g = (int)value(4, 0, 260);
  o.d.x = (float)value(4, 0, 768);
  o.d.y = (float)value(4, 0, 769);
  o.h.f[0].x = (float)value(4, 0, 772);
  o.h.f[0].y = (float)value(4, 0, 773);
  o.e = (float)value(4, 0, 1024);
  o.position.xy = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;
  return o;
}

// profile: ps_6_0
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
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)((float)i.a._m00 + 0.5));
    put(4, 0, 1, (uint)((float)i.a._m10 + 0.5));
    put(4, 0, 2, (uint)((float)i.a._m01 + 0.5));
    put(4, 0, 3, (uint)((float)i.a._m11 + 0.5));
    put(4, 0, 4, (uint)((float)i.b.x + 0.5));
    put(4, 0, 5, (uint)((float)i.b.y + 0.5));
    put(4, 0, 6, (uint)((float)i.d.x + 0.5));
    put(4, 0, 7, (uint)((float)i.d.y + 0.5));
    put(4, 0, 8, (uint)((float)i.c.f[0].x + 0.5));
    put(4, 0, 9, (uint)((float)i.c.f[0].y + 0.5));
    put(4, 0, 10, (uint)((float)i.c.f[0].z + 0.5));
    put(4, 0, 11, (uint)((float)i.c.f[0].w + 0.5));
  return 1;
}

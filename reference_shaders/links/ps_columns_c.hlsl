// profile: ps_6_0
// entry: main
// note: arrays side by side, and elements that are packed like them
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V_a { float f[2] : A0; };
struct V { float4 position : SV_Position0; V_a a; float3x2 b : B0; float2 c : C0; };
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)((float)i.a.f[0] + 0.5));
    put(4, 0, 1, (uint)((float)i.a.f[1] + 0.5));
    put(4, 0, 2, (uint)((float)i.b._m00 + 0.5));
    put(4, 0, 3, (uint)((float)i.b._m10 + 0.5));
    put(4, 0, 4, (uint)((float)i.b._m20 + 0.5));
    put(4, 0, 5, (uint)((float)i.b._m01 + 0.5));
    put(4, 0, 6, (uint)((float)i.b._m11 + 0.5));
    put(4, 0, 7, (uint)((float)i.b._m21 + 0.5));
    put(4, 0, 8, (uint)((float)i.c.x + 0.5));
    put(4, 0, 9, (uint)((float)i.c.y + 0.5));
  return 1;
}

// profile: ps_6_0
// entry: main
// note: system values among the primitives
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float3 a : A0; uint b : B0; uint layer : SV_RenderTargetArrayIndex0; float3 c[2] : C0; uint viewport : SV_ViewportArrayIndex0; uint d : D0; };
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)((float)i.a.x + 0.5));
    put(4, 0, 1, (uint)((float)i.a.y + 0.5));
    put(4, 0, 2, (uint)((float)i.a.z + 0.5));
    put(4, 0, 3, (uint)i.b);
    put(4, 0, 4, (uint)((float)i.c[0].x + 0.5));
    put(4, 0, 5, (uint)((float)i.c[0].y + 0.5));
    put(4, 0, 6, (uint)((float)i.c[0].z + 0.5));
    put(4, 0, 7, (uint)((float)i.c[1].x + 0.5));
    put(4, 0, 8, (uint)((float)i.c[1].y + 0.5));
    put(4, 0, 9, (uint)((float)i.c[1].z + 0.5));
    put(4, 0, 10, (uint)i.d);
    put(4, 0, 11, (uint)i.layer);
    put(4, 0, 12, (uint)i.viewport);
  return 1;
}

// profile: ps_6_0
// entry: main
// flags: -Od
// note: system values before the others
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { uint viewport : SV_ViewportArrayIndex0; uint layer : SV_RenderTargetArrayIndex0; float3 a[2] : A0; float4 position : SV_Position0; };
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)((float)i.a[0].x + 0.5));
    put(4, 0, 1, (uint)((float)i.a[0].y + 0.5));
    put(4, 0, 2, (uint)((float)i.a[0].z + 0.5));
    put(4, 0, 3, (uint)((float)i.a[1].x + 0.5));
    put(4, 0, 4, (uint)((float)i.a[1].y + 0.5));
    put(4, 0, 5, (uint)((float)i.a[1].z + 0.5));
    put(4, 0, 6, (uint)i.layer);
    put(4, 0, 7, (uint)i.viewport);
  return 1;
}

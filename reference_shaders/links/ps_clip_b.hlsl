// profile: ps_6_0
// entry: main
// flags: -Od
// note: clip and cull distances as vectors, arrays and scalars
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float2 c : SV_ClipDistance0; float2 d : SV_CullDistance0; float2 e : SV_ClipDistance1; float2 f : SV_CullDistance1; };
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)((float)i.c.x + 0.5));
    put(4, 0, 1, (uint)((float)i.c.y + 0.5));
    put(4, 0, 2, (uint)((float)i.e.x + 0.5));
    put(4, 0, 3, (uint)((float)i.e.y + 0.5));
    put(4, 0, 4, (uint)((float)i.d.x + 0.5));
    put(4, 0, 5, (uint)((float)i.d.y + 0.5));
    put(4, 0, 6, (uint)((float)i.f.x + 0.5));
    put(4, 0, 7, (uint)((float)i.f.y + 0.5));
  return 1;
}

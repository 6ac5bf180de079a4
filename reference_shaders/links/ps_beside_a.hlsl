// profile: ps_6_0
// entry: main
// note: primitives that a pixel shader has in registers with vertices
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float2 a : A0; nointerpolation float k : K0; nointerpolation uint b : B0; nointerpolation float2 c : C0; float d : D0; };
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)((float)i.a.x + 0.5));
    put(4, 0, 1, (uint)((float)i.a.y + 0.5));
    put(4, 0, 2, (uint)i.b);
    put(4, 0, 3, (uint)((float)i.c.x + 0.5));
    put(4, 0, 4, (uint)((float)i.c.y + 0.5));
    put(4, 0, 5, (uint)((float)i.d + 0.5));
    put(4, 0, 6, (uint)((float)i.k + 0.5));
  return 1;
}

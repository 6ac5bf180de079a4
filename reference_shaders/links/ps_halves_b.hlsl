// profile: ps_6_2
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
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)((float)i.a + 0.5));
    put(4, 0, 1, (uint)((float)i.e.f[0] + 0.5));
    put(4, 0, 2, (uint)i.b);
    put(4, 0, 3, (uint)((float)i.c + 0.5));
    put(4, 0, 4, (uint)i.d[0]);
    put(4, 0, 5, (uint)i.d[1]);
  return 1;
}

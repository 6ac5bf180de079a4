// profile: ps_6_0
// entry: main
// note: integers and floats, modes of interpolation
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; nointerpolation uint2 a : A0; nointerpolation int b[2] : B0; nointerpolation float c : C0; noperspective float2 d[2] : D0; centroid float e : E0; };
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)i.a.x);
    put(4, 0, 1, (uint)i.a.y);
    put(4, 0, 2, (uint)i.b[0]);
    put(4, 0, 3, (uint)i.b[1]);
    put(4, 0, 4, (uint)((float)i.c + 0.5));
    put(4, 0, 5, (uint)((float)i.d[0].x + 0.5));
    put(4, 0, 6, (uint)((float)i.d[0].y + 0.5));
    put(4, 0, 7, (uint)((float)i.d[1].x + 0.5));
    put(4, 0, 8, (uint)((float)i.d[1].y + 0.5));
    put(4, 0, 9, (uint)((float)i.e + 0.5));
  return 1;
}

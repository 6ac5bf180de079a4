// profile: ps_6_0
// entry: main
// note: arrays, matrices and separate elements of whole rows
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float4x3 x : X0; };
float4 main(V i) : SV_Target {
  uint v = 0;
    put(4, 0, 0, (uint)((float)i.x._m00 + 0.5));
    put(4, 0, 1, (uint)((float)i.x._m10 + 0.5));
    put(4, 0, 2, (uint)((float)i.x._m20 + 0.5));
    put(4, 0, 3, (uint)((float)i.x._m30 + 0.5));
    put(4, 0, 4, (uint)((float)i.x._m01 + 0.5));
    put(4, 0, 5, (uint)((float)i.x._m11 + 0.5));
    put(4, 0, 6, (uint)((float)i.x._m21 + 0.5));
    put(4, 0, 7, (uint)((float)i.x._m31 + 0.5));
    put(4, 0, 8, (uint)((float)i.x._m02 + 0.5));
    put(4, 0, 9, (uint)((float)i.x._m12 + 0.5));
    put(4, 0, 10, (uint)((float)i.x._m22 + 0.5));
    put(4, 0, 11, (uint)((float)i.x._m32 + 0.5));
  return 1;
}

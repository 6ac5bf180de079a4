// profile: ds_6_0
// entry: main
// flags: -Od
// note: many patch constants
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float4x4 x : X0; float4 y[11] : X4; float4 z : X15; float2 w : Y0; };
[domain("tri")] V main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(1, v, 0, (uint)((float)points[v].position.z * 16 + 0.5));
    put(1, v, 1, (uint)((float)points[v].position.w * 16 + 0.5));
  }
    put(2, 0, 0, (uint)((float)c.x._m00 + 0.5));
    put(2, 0, 1, (uint)((float)c.x._m10 + 0.5));
    put(2, 0, 2, (uint)((float)c.x._m20 + 0.5));
    put(2, 0, 3, (uint)((float)c.x._m30 + 0.5));
    put(2, 0, 4, (uint)((float)c.x._m01 + 0.5));
    put(2, 0, 5, (uint)((float)c.x._m11 + 0.5));
    put(2, 0, 6, (uint)((float)c.x._m21 + 0.5));
    put(2, 0, 7, (uint)((float)c.x._m31 + 0.5));
    put(2, 0, 8, (uint)((float)c.x._m02 + 0.5));
    put(2, 0, 9, (uint)((float)c.x._m12 + 0.5));
    put(2, 0, 10, (uint)((float)c.x._m22 + 0.5));
    put(2, 0, 11, (uint)((float)c.x._m32 + 0.5));
    put(2, 0, 12, (uint)((float)c.x._m03 + 0.5));
    put(2, 0, 13, (uint)((float)c.x._m13 + 0.5));
    put(2, 0, 14, (uint)((float)c.x._m23 + 0.5));
    put(2, 0, 15, (uint)((float)c.x._m33 + 0.5));
    put(2, 0, 16, (uint)((float)c.y[0].x + 0.5));
    put(2, 0, 17, (uint)((float)c.y[0].y + 0.5));
    put(2, 0, 18, (uint)((float)c.y[0].z + 0.5));
    put(2, 0, 19, (uint)((float)c.y[0].w + 0.5));
    put(2, 0, 20, (uint)((float)c.y[1].x + 0.5));
    put(2, 0, 21, (uint)((float)c.y[1].y + 0.5));
    put(2, 0, 22, (uint)((float)c.y[1].z + 0.5));
    put(2, 0, 23, (uint)((float)c.y[1].w + 0.5));
    put(2, 0, 24, (uint)((float)c.y[2].x + 0.5));
    put(2, 0, 25, (uint)((float)c.y[2].y + 0.5));
    put(2, 0, 26, (uint)((float)c.y[2].z + 0.5));
    put(2, 0, 27, (uint)((float)c.y[2].w + 0.5));
    put(2, 0, 28, (uint)((float)c.y[3].x + 0.5));
    put(2, 0, 29, (uint)((float)c.y[3].y + 0.5));
    put(2, 0, 30, (uint)((float)c.y[3].z + 0.5));
    put(2, 0, 31, (uint)((float)c.y[3].w + 0.5));
    put(2, 0, 32, (uint)((float)c.y[4].x + 0.5));
    put(2, 0, 33, (uint)((float)c.y[4].y + 0.5));
    put(2, 0, 34, (uint)((float)c.y[4].z + 0.5));
    put(2, 0, 35, (uint)((float)c.y[4].w + 0.5));
    put(2, 0, 36, (uint)((float)c.y[5].x + 0.5));
    put(2, 0, 37, (uint)((float)c.y[5].y + 0.5));
    put(2, 0, 38, (uint)((float)c.y[5].z + 0.5));
    put(2, 0, 39, (uint)((float)c.y[5].w + 0.5));
    put(2, 0, 40, (uint)((float)c.y[6].x + 0.5));
    put(2, 0, 41, (uint)((float)c.y[6].y + 0.5));
    put(2, 0, 42, (uint)((float)c.y[6].z + 0.5));
    put(2, 0, 43, (uint)((float)c.y[6].w + 0.5));
    put(2, 0, 44, (uint)((float)c.y[7].x + 0.5));
    put(2, 0, 45, (uint)((float)c.y[7].y + 0.5));
    put(2, 0, 46, (uint)((float)c.y[7].z + 0.5));
    put(2, 0, 47, (uint)((float)c.y[7].w + 0.5));
    put(2, 0, 48, (uint)((float)c.y[8].x + 0.5));
    put(2, 0, 49, (uint)((float)c.y[8].y + 0.5));
    put(2, 0, 50, (uint)((float)c.y[8].z + 0.5));
    put(2, 0, 51, (uint)((float)c.y[8].w + 0.5));
    put(2, 0, 52, (uint)((float)c.y[9].x + 0.5));
    put(2, 0, 53, (uint)((float)c.y[9].y + 0.5));
    put(2, 0, 54, (uint)((float)c.y[9].z + 0.5));
    put(2, 0, 55, (uint)((float)c.y[9].w + 0.5));
    put(2, 0, 56, (uint)((float)c.y[10].x + 0.5));
    put(2, 0, 57, (uint)((float)c.y[10].y + 0.5));
    put(2, 0, 58, (uint)((float)c.y[10].z + 0.5));
    put(2, 0, 59, (uint)((float)c.y[10].w + 0.5));
    put(2, 0, 60, (uint)((float)c.z.x + 0.5));
    put(2, 0, 61, (uint)((float)c.z.y + 0.5));
    put(2, 0, 62, (uint)((float)c.z.z + 0.5));
    put(2, 0, 63, (uint)((float)c.z.w + 0.5));
    put(2, 0, 64, (uint)((float)c.w.x + 0.5));
    put(2, 0, 65, (uint)((float)c.w.y + 0.5));
  V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)4 / 16.0;
  o.position.w = (float)1;
  o.position.xy = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;
  return o;
}

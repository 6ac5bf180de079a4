// profile: ms_6_5
// entry: main
// flags: -Od
// note: system values among the primitives
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float3 a : A0; };
struct P { uint viewport : SV_ViewportArrayIndex0; uint b : B0; float3x2 c : C0; uint d : D0; uint layer : SV_RenderTargetArrayIndex0; };
[outputtopology("triangle")] [numthreads(3, 1, 1)]
void main(uint t : SV_GroupIndex, out vertices V points[3], out primitives P primitives[1],
          out indices uint3 triangles[1]) {
  SetMeshOutputCounts(3, 1);
  V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)6 / 16.0;
  o.position.w = (float)1;
  o.a.x = (float)value(6, 0, 0);
  o.a.y = (float)value(6, 0, 1);
  o.a.z = (float)value(6, 0, 2);
  o.position.xy = corners[t];
  points[t] = o;
  if (t == 0) {
    P p;
  p.viewport = (uint)7;
  p.b = (uint)value(7, 0, 256);
  p.c._m00 = (float)value(7, 0, 512);
  p.c._m10 = (float)value(7, 0, 513);
  p.c._m20 = (float)value(7, 0, 514);
  p.c._m01 = (float)value(7, 0, 516);
  p.c._m11 = (float)value(7, 0, 517);
  p.c._m21 = (float)value(7, 0, 518);
  p.d = (uint)value(7, 0, 768);
  p.layer = (uint)7;
    primitives[0] = p;
    triangles[0] = uint3(0, 1, 2);
  }
}

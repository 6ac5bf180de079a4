// profile: ms_6_5
// entry: main
// note: primitives that a pixel shader has in registers with vertices
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float2 a : A0; nointerpolation float k : K0; };
struct P { nointerpolation uint b : B0; nointerpolation float2 c : C0; float d : D0; };
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
  o.k = (float)value(6, 0, 2560);
  o.position.xy = corners[t];
  points[t] = o;
  if (t == 0) {
    P p;
  p.b = (uint)value(7, 0, 256);
  p.c.x = (float)value(7, 0, 512);
  p.c.y = (float)value(7, 0, 513);
  p.d = (float)value(7, 0, 768);
    primitives[0] = p;
    triangles[0] = uint3(0, 1, 2);
  }
}

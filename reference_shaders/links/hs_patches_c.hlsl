// profile: hs_6_0
// entry: main
// note: many patch constants
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; };
struct C_y { float4 f[14] : X1; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float4 x : X0; C_y y; float4 z : X15; float2 w : Y0; };
C constants(InputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(0, v, 0, (uint)((float)points[v].position.z * 16 + 0.5));
    put(0, v, 1, (uint)((float)points[v].position.w * 16 + 0.5));
  }
  C c;
  c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 1;
  c.x.x = (float)value(3, 0, 5888);
  c.x.y = (float)value(3, 0, 5889);
  c.x.z = (float)value(3, 0, 5890);
  c.x.w = (float)value(3, 0, 5891);
  c.y.f[0].x = (float)value(3, 0, 5892);
  c.y.f[0].y = (float)value(3, 0, 5893);
  c.y.f[0].z = (float)value(3, 0, 5894);
  c.y.f[0].w = (float)value(3, 0, 5895);
  c.y.f[1].x = (float)value(3, 0, 5896);
  c.y.f[1].y = (float)value(3, 0, 5897);
  c.y.f[1].z = (float)value(3, 0, 5898);
  c.y.f[1].w = (float)value(3, 0, 5899);
  c.y.f[2].x = (float)value(3, 0, 5900);
  c.y.f[2].y = (float)value(3, 0, 5901);
  c.y.f[2].z = (float)value(3, 0, 5902);
  c.y.f[2].w = (float)value(3, 0, 5903);
  c.y.f[3].x = (float)value(3, 0, 5904);
  c.y.f[3].y = (float)value(3, 0, 5905);
  c.y.f[3].z = (float)value(3, 0, 5906);
  c.y.f[3].w = (float)value(3, 0, 5907);
  c.y.f[4].x = (float)value(3, 0, 5908);
  c.y.f[4].y = (float)value(3, 0, 5909);
  c.y.f[4].z = (float)value(3, 0, 5910);
  c.y.f[4].w = (float)value(3, 0, 5911);
  c.y.f[5].x = (float)value(3, 0, 5912);
  c.y.f[5].y = (float)value(3, 0, 5913);
  c.y.f[5].z = (float)value(3, 0, 5914);
  c.y.f[5].w = (float)value(3, 0, 5915);
  c.y.f[6].x = (float)value(3, 0, 5916);
  c.y.f[6].y = (float)value(3, 0, 5917);
  c.y.f[6].z = (float)value(3, 0, 5918);
  c.y.f[6].w = (float)value(3, 0, 5919);
  c.y.f[7].x = (float)value(3, 0, 5920);
  c.y.f[7].y = (float)value(3, 0, 5921);
  c.y.f[7].z = (float)value(3, 0, 5922);
  c.y.f[7].w = (float)value(3, 0, 5923);
  c.y.f[8].x = (float)value(3, 0, 5924);
  c.y.f[8].y = (float)value(3, 0, 5925);
  c.y.f[8].z = (float)value(3, 0, 5926);
  c.y.f[8].w = (float)value(3, 0, 5927);
  c.y.f[9].x = (float)value(3, 0, 5928);
  c.y.f[9].y = (float)value(3, 0, 5929);
  c.y.f[9].z = (float)value(3, 0, 5930);
  c.y.f[9].w = (float)value(3, 0, 5931);
  c.y.f[10].x = (float)value(3, 0, 5932);
  c.y.f[10].y = (float)value(3, 0, 5933);
  c.y.f[10].z = (float)value(3, 0, 5934);
  c.y.f[10].w = (float)value(3, 0, 5935);
  c.y.f[11].x = (float)value(3, 0, 5936);
  c.y.f[11].y = (float)value(3, 0, 5937);
  c.y.f[11].z = (float)value(3, 0, 5938);
  c.y.f[11].w = (float)value(3, 0, 5939);
  c.y.f[12].x = (float)value(3, 0, 5940);
  c.y.f[12].y = (float)value(3, 0, 5941);
  c.y.f[12].z = (float)value(3, 0, 5942);
  c.y.f[12].w = (float)value(3, 0, 5943);
  c.y.f[13].x = (float)value(3, 0, 5944);
  c.y.f[13].y = (float)value(3, 0, 5945);
  c.y.f[13].z = (float)value(3, 0, 5946);
  c.y.f[13].w = (float)value(3, 0, 5947);
  c.z.x = (float)value(3, 0, 5948);
  c.z.y = (float)value(3, 0, 5949);
  c.z.z = (float)value(3, 0, 5950);
  c.z.w = (float)value(3, 0, 5951);
  c.w.x = (float)value(3, 0, 6144);
  c.w.y = (float)value(3, 0, 6145);
  return c;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")]
V main(InputPatch<V, 3> points, uint vertex : SV_OutputControlPointID) {
  V o;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)2 / 16.0;
  o.position.w = (float)1;
  return o;
}

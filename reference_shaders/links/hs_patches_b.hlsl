// profile: hs_6_0
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
C constants(InputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(0, v, 0, (uint)((float)points[v].position.z * 16 + 0.5));
    put(0, v, 1, (uint)((float)points[v].position.w * 16 + 0.5));
  }
  C c;
  c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 1;
  c.x._m00 = (float)value(3, 0, 5888);
  c.x._m10 = (float)value(3, 0, 5889);
  c.x._m20 = (float)value(3, 0, 5890);
  c.x._m30 = (float)value(3, 0, 5891);
  c.x._m01 = (float)value(3, 0, 5892);
  c.x._m11 = (float)value(3, 0, 5893);
  c.x._m21 = (float)value(3, 0, 5894);
  c.x._m31 = (float)value(3, 0, 5895);
  c.x._m02 = (float)value(3, 0, 5896);
  c.x._m12 = (float)value(3, 0, 5897);
  c.x._m22 = (float)value(3, 0, 5898);
  c.x._m32 = (float)value(3, 0, 5899);
  c.x._m03 = (float)value(3, 0, 5900);
  c.x._m13 = (float)value(3, 0, 5901);
  c.x._m23 = (float)value(3, 0, 5902);
  c.x._m33 = (float)value(3, 0, 5903);
  c.y[0].x = (float)value(3, 0, 5904);
  c.y[0].y = (float)value(3, 0, 5905);
  c.y[0].z = (float)value(3, 0, 5906);
  c.y[0].w = (float)value(3, 0, 5907);
  c.y[1].x = (float)value(3, 0, 5908);
  c.y[1].y = (float)value(3, 0, 5909);
  c.y[1].z = (float)value(3, 0, 5910);
  c.y[1].w = (float)value(3, 0, 5911);
  c.y[2].x = (float)value(3, 0, 5912);
  c.y[2].y = (float)value(3, 0, 5913);
  c.y[2].z = (float)value(3, 0, 5914);
  c.y[2].w = (float)value(3, 0, 5915);
  c.y[3].x = (float)value(3, 0, 5916);
  c.y[3].y = (float)value(3, 0, 5917);
  c.y[3].z = (float)value(3, 0, 5918);
  c.y[3].w = (float)value(3, 0, 5919);
  c.y[4].x = (float)value(3, 0, 5920);
  c.y[4].y = (float)value(3, 0, 5921);
  c.y[4].z = (float)value(3, 0, 5922);
  c.y[4].w = (float)value(3, 0, 5923);
  c.y[5].x = (float)value(3, 0, 5924);
  c.y[5].y = (float)value(3, 0, 5925);
  c.y[5].z = (float)value(3, 0, 5926);
  c.y[5].w = (float)value(3, 0, 5927);
  c.y[6].x = (float)value(3, 0, 5928);
  c.y[6].y = (float)value(3, 0, 5929);
  c.y[6].z = (float)value(3, 0, 5930);
  c.y[6].w = (float)value(3, 0, 5931);
  c.y[7].x = (float)value(3, 0, 5932);
  c.y[7].y = (float)value(3, 0, 5933);
  c.y[7].z = (float)value(3, 0, 5934);
  c.y[7].w = (float)value(3, 0, 5935);
  c.y[8].x = (float)value(3, 0, 5936);
  c.y[8].y = (float)value(3, 0, 5937);
  c.y[8].z = (float)value(3, 0, 5938);
  c.y[8].w = (float)value(3, 0, 5939);
  c.y[9].x = (float)value(3, 0, 5940);
  c.y[9].y = (float)value(3, 0, 5941);
  c.y[9].z = (float)value(3, 0, 5942);
  c.y[9].w = (float)value(3, 0, 5943);
  c.y[10].x = (float)value(3, 0, 5944);
  c.y[10].y = (float)value(3, 0, 5945);
  c.y[10].z = (float)value(3, 0, 5946);
  c.y[10].w = (float)value(3, 0, 5947);
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

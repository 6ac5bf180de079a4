// profile: hs_6_0
// entry: main
// note: arrays, matrices and separate elements of whole rows
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float4x3 x : X0; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float4x3 x : X0; };
C constants(InputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(0, v, 0, (uint)((float)points[v].position.z * 16 + 0.5));
    put(0, v, 1, (uint)((float)points[v].position.w * 16 + 0.5));
    put(0, v, 2, (uint)((float)points[v].x._m00 + 0.5));
    put(0, v, 3, (uint)((float)points[v].x._m10 + 0.5));
    put(0, v, 4, (uint)((float)points[v].x._m20 + 0.5));
    put(0, v, 5, (uint)((float)points[v].x._m30 + 0.5));
    put(0, v, 6, (uint)((float)points[v].x._m01 + 0.5));
    put(0, v, 7, (uint)((float)points[v].x._m11 + 0.5));
    put(0, v, 8, (uint)((float)points[v].x._m21 + 0.5));
    put(0, v, 9, (uint)((float)points[v].x._m31 + 0.5));
    put(0, v, 10, (uint)((float)points[v].x._m02 + 0.5));
    put(0, v, 11, (uint)((float)points[v].x._m12 + 0.5));
    put(0, v, 12, (uint)((float)points[v].x._m22 + 0.5));
    put(0, v, 13, (uint)((float)points[v].x._m32 + 0.5));
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
  o.x._m00 = (float)value(2, vertex, 5888);
  o.x._m10 = (float)value(2, vertex, 5889);
  o.x._m20 = (float)value(2, vertex, 5890);
  o.x._m30 = (float)value(2, vertex, 5891);
  o.x._m01 = (float)value(2, vertex, 5892);
  o.x._m11 = (float)value(2, vertex, 5893);
  o.x._m21 = (float)value(2, vertex, 5894);
  o.x._m31 = (float)value(2, vertex, 5895);
  o.x._m02 = (float)value(2, vertex, 5896);
  o.x._m12 = (float)value(2, vertex, 5897);
  o.x._m22 = (float)value(2, vertex, 5898);
  o.x._m32 = (float)value(2, vertex, 5899);
  return o;
}

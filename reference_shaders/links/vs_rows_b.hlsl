// profile: vs_6_0
// entry: main
// flags: -Od
// note: arrays, matrices and separate elements of whole rows
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float4 x : X0; float4 y : X1; float4 z : X2; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.x.x = (float)value(1, vertex, 5888);
  o.x.y = (float)value(1, vertex, 5889);
  o.x.z = (float)value(1, vertex, 5890);
  o.x.w = (float)value(1, vertex, 5891);
  o.y.x = (float)value(1, vertex, 5892);
  o.y.y = (float)value(1, vertex, 5893);
  o.y.z = (float)value(1, vertex, 5894);
  o.y.w = (float)value(1, vertex, 5895);
  o.z.x = (float)value(1, vertex, 5896);
  o.z.y = (float)value(1, vertex, 5897);
  o.z.z = (float)value(1, vertex, 5898);
  o.z.w = (float)value(1, vertex, 5899);
  return o;
}

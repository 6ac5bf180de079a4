// profile: gs_6_0
// entry: main
// flags: -Od
// note: arrays, matrices and separate elements of whole rows
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float4 x : X0; float4 y : X1; float4 z : X2; };
[maxvertexcount(3)] void main(triangle V points[3], inout TriangleStream<V> stream) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(3, v, 0, (uint)((float)points[v].position.z * 16 + 0.5));
    put(3, v, 1, (uint)((float)points[v].position.w * 16 + 0.5));
    put(3, v, 2, (uint)((float)points[v].x.x + 0.5));
    put(3, v, 3, (uint)((float)points[v].x.y + 0.5));
    put(3, v, 4, (uint)((float)points[v].x.z + 0.5));
    put(3, v, 5, (uint)((float)points[v].x.w + 0.5));
    put(3, v, 6, (uint)((float)points[v].y.x + 0.5));
    put(3, v, 7, (uint)((float)points[v].y.y + 0.5));
    put(3, v, 8, (uint)((float)points[v].y.z + 0.5));
    put(3, v, 9, (uint)((float)points[v].y.w + 0.5));
    put(3, v, 10, (uint)((float)points[v].z.x + 0.5));
    put(3, v, 11, (uint)((float)points[v].z.y + 0.5));
    put(3, v, 12, (uint)((float)points[v].z.z + 0.5));
    put(3, v, 13, (uint)((float)points[v].z.w + 0.5));
    V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)5 / 16.0;
  o.position.w = (float)1;
  o.x.x = (float)value(5, 0, 5888);
  o.x.y = (float)value(5, 0, 5889);
  o.x.z = (float)value(5, 0, 5890);
  o.x.w = (float)value(5, 0, 5891);
  o.y.x = (float)value(5, 0, 5892);
  o.y.y = (float)value(5, 0, 5893);
  o.y.z = (float)value(5, 0, 5894);
  o.y.w = (float)value(5, 0, 5895);
  o.z.x = (float)value(5, 0, 5896);
  o.z.y = (float)value(5, 0, 5897);
  o.z.z = (float)value(5, 0, 5898);
  o.z.w = (float)value(5, 0, 5899);
    o.position.xy = corners[v];
    stream.Append(o);
  }
}

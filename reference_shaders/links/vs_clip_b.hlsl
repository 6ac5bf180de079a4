// profile: vs_6_0
// entry: main
// flags: -Od
// note: clip and cull distances as vectors, arrays and scalars
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float2 c : SV_ClipDistance0; float2 d : SV_CullDistance0; float2 e : SV_ClipDistance1; float2 f : SV_CullDistance1; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.c.x = (float)value(1, vertex, 5120);
  o.c.y = (float)value(1, vertex, 5121);
  o.d.x = (float)value(1, vertex, 5376);
  o.d.y = (float)value(1, vertex, 5377);
  o.e.x = (float)value(1, vertex, 5124);
  o.e.y = (float)value(1, vertex, 5125);
  o.f.x = (float)value(1, vertex, 5380);
  o.f.y = (float)value(1, vertex, 5381);
  return o;
}

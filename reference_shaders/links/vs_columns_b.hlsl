// profile: vs_6_0
// entry: main
// flags: -Od
// note: arrays side by side, and elements that are packed like them
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float a : A0; float3 b : B0; float d : A1; float3 e : B1; float2 c : C0; };
V main(uint id : SV_VertexID) {
  V o;
  uint vertex = id % 3;
  o.position.x = (float)corners[vertex].x;
  o.position.y = (float)corners[vertex].y;
  o.position.z = (float)1 / 16.0;
  o.position.w = (float)1;
  o.a = (float)value(1, vertex, 0);
  o.b.x = (float)value(1, vertex, 256);
  o.b.y = (float)value(1, vertex, 257);
  o.b.z = (float)value(1, vertex, 258);
  o.d = (float)value(1, vertex, 4);
  o.e.x = (float)value(1, vertex, 260);
  o.e.y = (float)value(1, vertex, 261);
  o.e.z = (float)value(1, vertex, 262);
  o.c.x = (float)value(1, vertex, 512);
  o.c.y = (float)value(1, vertex, 513);
  return o;
}

// profile: ds_6_0
// entry: main
// note: arrays side by side, and elements that are packed like them
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float a[2] : A0; float3 b[2] : B0; float2 c : C0; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float a[2] : A0; float2 b[2] : B0; float2 c : C0; };
[domain("tri")] V main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(1, v, 0, (uint)((float)points[v].a[0] + 0.5));
    put(1, v, 1, (uint)((float)points[v].a[1] + 0.5));
    put(1, v, 2, (uint)((float)points[v].b[0].x + 0.5));
    put(1, v, 3, (uint)((float)points[v].b[0].y + 0.5));
    put(1, v, 4, (uint)((float)points[v].b[0].z + 0.5));
    put(1, v, 5, (uint)((float)points[v].b[1].x + 0.5));
    put(1, v, 6, (uint)((float)points[v].b[1].y + 0.5));
    put(1, v, 7, (uint)((float)points[v].b[1].z + 0.5));
    put(1, v, 8, (uint)((float)points[v].c.x + 0.5));
    put(1, v, 9, (uint)((float)points[v].c.y + 0.5));
    put(1, v, 10, (uint)((float)points[v].position.z * 16 + 0.5));
    put(1, v, 11, (uint)((float)points[v].position.w * 16 + 0.5));
  }
    put(2, 0, 0, (uint)((float)c.a[0] + 0.5));
    put(2, 0, 1, (uint)((float)c.a[1] + 0.5));
    put(2, 0, 2, (uint)((float)c.b[0].x + 0.5));
    put(2, 0, 3, (uint)((float)c.b[0].y + 0.5));
    put(2, 0, 4, (uint)((float)c.b[1].x + 0.5));
    put(2, 0, 5, (uint)((float)c.b[1].y + 0.5));
    put(2, 0, 6, (uint)((float)c.c.x + 0.5));
    put(2, 0, 7, (uint)((float)c.c.y + 0.5));
  V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)4 / 16.0;
  o.position.w = (float)1;
  o.a[0] = (float)value(4, 0, 0);
  o.a[1] = (float)value(4, 0, 4);
  o.b[0].x = (float)value(4, 0, 256);
  o.b[0].y = (float)value(4, 0, 257);
  o.b[0].z = (float)value(4, 0, 258);
  o.b[1].x = (float)value(4, 0, 260);
  o.b[1].y = (float)value(4, 0, 261);
  o.b[1].z = (float)value(4, 0, 262);
  o.c.x = (float)value(4, 0, 512);
  o.c.y = (float)value(4, 0, 513);
  o.position.xy = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;
  return o;
}

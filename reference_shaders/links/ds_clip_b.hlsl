// profile: ds_6_0
// entry: main
// flags: -Od
// note: clip and cull distances as vectors, arrays and scalars
RWByteAddressBuffer u0 : register(u0);
static const float2 corners[3] = {float2(-1, -1), float2(3, -1), float2(-1, 3)};
// Word 0: whether the values of vertices differ.
uint value(uint tag, uint vertex, uint rest) { return tag * 32768 + vertex * u0.Load(0) * 8192 + rest; }
void put(uint area, uint vertex, uint n, uint word) { u0.Store(64 + ((area * 4 + vertex) * 64 + n) * 4, word); }
struct V { float4 position : SV_Position0; float2 c : SV_ClipDistance0; float2 d : SV_CullDistance0; float2 e : SV_ClipDistance1; float2 f : SV_CullDistance1; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;  };
[domain("tri")] V main(C c, float3 at : SV_DomainLocation, const OutputPatch<V, 3> points) {
  [unroll] for (uint v = 0; v < 3; ++v) {
    put(1, v, 0, (uint)((float)points[v].c.x + 0.5));
    put(1, v, 1, (uint)((float)points[v].c.y + 0.5));
    put(1, v, 2, (uint)((float)points[v].e.x + 0.5));
    put(1, v, 3, (uint)((float)points[v].e.y + 0.5));
    put(1, v, 4, (uint)((float)points[v].d.x + 0.5));
    put(1, v, 5, (uint)((float)points[v].d.y + 0.5));
    put(1, v, 6, (uint)((float)points[v].f.x + 0.5));
    put(1, v, 7, (uint)((float)points[v].f.y + 0.5));
    put(1, v, 8, (uint)((float)points[v].position.z * 16 + 0.5));
    put(1, v, 9, (uint)((float)points[v].position.w * 16 + 0.5));
  }

  V o;
  o.position.x = (float)corners[0].x;
  o.position.y = (float)corners[0].y;
  o.position.z = (float)4 / 16.0;
  o.position.w = (float)1;
  o.c.x = (float)value(4, 0, 5120);
  o.c.y = (float)value(4, 0, 5121);
  o.d.x = (float)value(4, 0, 5376);
  o.d.y = (float)value(4, 0, 5377);
  o.e.x = (float)value(4, 0, 5124);
  o.e.y = (float)value(4, 0, 5125);
  o.f.x = (float)value(4, 0, 5380);
  o.f.y = (float)value(4, 0, 5381);
  o.position.xy = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;
  return o;
}

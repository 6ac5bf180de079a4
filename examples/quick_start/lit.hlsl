// Two stages in one file: a lit mesh.
cbuffer Scene : register(b0) {
  float4x4 view_projection;
  float3 light;
};
Texture2D<float4> albedo : register(t0);
SamplerState smooth : register(s0);

struct Vertex {
  float4 position : SV_Position;
  float3 normal : NORMAL;
  float2 uv : TEXCOORD;
};

Vertex vsmain(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD) {
  Vertex v;
  v.position = mul(view_projection, float4(position, 1));
  v.normal = normal;
  v.uv = uv;
  return v;
}

float4 psmain(Vertex v) : SV_Target {
  return albedo.Sample(smooth, v.uv) * saturate(dot(normalize(v.normal), light));
}

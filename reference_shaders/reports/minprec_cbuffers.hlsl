// profile: cs_6_0
// entry: main
// exec: yes
// dispatch: 1 1 1
// b0: cbuffer 256 float seed=91
// b1: cbuffer 256 ramp
// t0: structured stride=20 640 float seed=92
// t1: structured stride=12 384 ramp
// u0: raw 2048 zero
// note: min-precision members of constant and structured buffers take 32 bits each
cbuffer C : register(b0) { min16float3 a; min16float b; float c; min16float2 d; min10float e; min16float4 m[3]; min16float2x2 x; };
cbuffer D : register(b1) { min16int3 i; min16uint j; min16int k[3]; min12int2 l; uint n; };
struct S { min16float2 p; float q; min16float r[2]; }; struct T { min16int u; min16uint2 v; };
StructuredBuffer<S> A : register(t0);
StructuredBuffer<T> B : register(t1);
RWByteAddressBuffer O : register(u0);
[numthreads(32,1,1)]
void main(uint t : SV_DispatchThreadID) {
  float4 f = float4(a, b) + float4(c, d, e) * 2 + float4(m[t % 3]) * 4 + float4(x[t & 1], x[0][0], x[1][1]);
  int4 g = int4(i, j) + int4(k[t % 3], l, n) * 256;
  S s = A[t & 31]; T w = B[t & 31];
  O.Store4(t * 64, asuint(f)); O.Store4(t * 64 + 16, (uint4)g); O.Store4(t * 64 + 32, asuint(float4(s.p, s.q, s.r[t & 1]))); O.Store4(t * 64 + 48, uint4((int)w.u, w.v, (uint)(-(int)w.u * (int)w.v.y)));
}

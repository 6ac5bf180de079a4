// profile: cs_6_9
// entry: main
// flags: -enable-16bit-types
// note: dxc writes constant indices into vectors in 64 bits, which is no use of 64-bit integers.
RWStructuredBuffer<float> O : register(u0); StructuredBuffer<half2> A : register(t0);
[numthreads(8,1,1)] void main(uint t : SV_GroupIndex) { O[t] = dot2add(A[t], A[t+1], 1.0f) + dot4add_i8packed(t*0x01010101, 0x01020304, 5); }

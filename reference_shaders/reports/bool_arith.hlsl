// profile: cs_6_2
// entry: main
// exec: yes
// dispatch: 4 1 1
// t0: raw 3072 seed=1
// u0: raw 2048 zero
// note: arithmetic with bools, and an array of them in a loop
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) {
  bool x = (a & 1u) != 0u, y = (b & 2u) != 0u, z = (c & 4u) != 0u;
  int s = (int)x + (int)y + (int)z; float fl = (float)x * 2.0f - (float)y;
  bool w = (x < y) || ((int)x > (int)z); bool v = (x == y) != z; 
  bool arr[5]; arr[0] = x; arr[1] = y; arr[2] = z; arr[3] = w; arr[4] = v;
  uint acc = 0; [loop] for (uint i = 0; i < (a >> 29); i++) { arr[(b >> i) % 5u] = !arr[(c >> i) % 5u]; acc = acc * 2u + (arr[i % 5u] ? 1u : 0u); }
  int64_t q = (int64_t)(x ? -1 : 0) + (int64_t)v;
  r0 = (uint)s | acc << 4 | (w ? 0x80000000u : 0u); r1 = (uint)(int)(fl * 4.0f) ^ (uint)q ^ (uint)(q >> 40);
}
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

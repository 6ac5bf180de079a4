// profile: cs_6_0
// entry: main
// flags: -Od
// exec: yes
// dispatch: 2 1 1
// t0: raw 1536 seed=1
// u0: raw 1024 zero
// note: a do-while loop with a switch inside a switch that falls through
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1

void f(uint t, uint a, uint b, uint c, OUT(r0), OUT(r1)) {
  int i = (int)(a % 5u) - 2; uint n = 0;
  [branch] switch (b & 3u) {
    case 0u:
      [loop] do {
        ++i; n += 1u;
        [branch] switch (i) {
          case 1: n += IN(c & 31u) & 7u; continue;
          case 2: n += 100u; break;
          default: i -= (int)(c >> 31); n += 1000u; 
        }
        n ^= 0x10000u;
      } while (i < 6 && n < 20000u);
      if (i > 5) { i -= 2; break; }
    case 1u: i -= 3; n += 7u; 
    case 2u: if ((a & 16u) != 0u) break; n += 9u;
    default: i -= 30;
  }
  r0 = (uint)i; r1 = n;
}
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

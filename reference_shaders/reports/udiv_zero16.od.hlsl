// profile: cs_6_2
// entry: main
// flags: -enable-16bit-types -Od
// exec: yes
// dispatch: 2 1 1
// t0: raw 1536 seed=1
// u0: raw 1024 zero
// note: 16-bit unsigned divisions by zero
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
#define IN(i) I.Load((i) * 4)
#define OUT(x) out uint x
#define HLSL 1
#define DIV(a,b) ((a)/(b))
#define MOD(a,b) ((a)%(b))
void f(uint t,uint a,uint b,uint c,OUT(r0),OUT(r1)){ uint16_t d=(uint16_t)(b&3u); uint16_t n=(uint16_t)a; r0=DIV(n,d); r1=MOD(n,d);}
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID) {
  uint r0 = 0, r1 = 0;
  f(t, I.Load(t * 12), I.Load(t * 12 + 4), I.Load(t * 12 + 8), r0, r1);
  O.Store2(t * 8, uint2(r0, r1));
}

// profile: cs_6_0
// entry: main
// flags: -Od
// exec: yes
// dispatch: 4 1 1
// t0: raw 1024 seed=21
// u0: raw 1024 zero
// note: static groupshared flags become i1 in shared memory
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
static groupshared uint flag;
static groupshared bool other;
static groupshared uint two;
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID, uint g : SV_GroupIndex, uint gid : SV_GroupID) {
  if (g == 0) { flag = 0; other = false; two = 5; }
  GroupMemoryBarrierWithGroupSync();
  uint v = I.Load(t * 4);
  if (v % 61 == 3) flag = 1;
  if (v % 67 == 5) other = true;
  if (v % 59 == 7) two = 9;
  GroupMemoryBarrierWithGroupSync();
  uint r = v;
  if (flag != 0) r += 1; if (other) r += 2; if (two == 9) r += 4;
  O.Store(t * 4, r);
}

// profile: cs_6_0
// entry: main
// flags: -Od
// exec: yes
// dispatch: 4 1 1
// t0: raw 1024 seed=22
// u0: raw 1024 zero
ByteAddressBuffer I : register(t0);
RWByteAddressBuffer O : register(u0);
struct S { bool a; uint b; bool2 c; };
groupshared bool seen[64]; groupshared S st[8]; static groupshared bool4 vec[4];
[numthreads(64,1,1)]
void main(uint t : SV_DispatchThreadID, uint g : SV_GroupIndex) {
  uint v = I.Load(t * 4);
  seen[g] = false; if (g < 8) { st[g].a = false; st[g].b = 0; st[g].c = bool2(true, false); } if (g < 4) vec[g] = bool4(false, true, false, true);
  GroupMemoryBarrierWithGroupSync();
  seen[v & 63] = true; if ((v & 7) == 3) { st[(v >> 8) & 7].a = true; st[(v >> 8) & 7].c.x = false; } if ((v & 7) == 4) vec[(v >> 8) & 3].z = true;
  GroupMemoryBarrierWithGroupSync();
  uint r = seen[g] ? 1 : 0; S s = st[g & 7]; r |= s.a ? 2 : 0; r |= s.c.x ? 4 : 0; r |= s.c.y ? 8 : 0; bool4 q = vec[(g >> 2) & 3]; r |= q.x ? 16 : 0; r |= q.y ? 32 : 0; r |= q.z ? 64 : 0; r |= q.w ? 128 : 0;
  O.Store(t * 4, r);
}

// profile: lib_6_10
// note: groupshared memory of two entry points, one with a limit
struct Particle { float3 place; uint id; };
groupshared Particle particles[64];
groupshared min16float shades[10];
groupshared uint total;
groupshared uint unused[1000];
RWByteAddressBuffer u0 : register(u0);

void count(uint t) { InterlockedAdd(total, particles[t].id); }

[shader("compute")] [numthreads(64, 1, 1)] [GroupSharedLimit(2048)]
void gather(uint t : SV_GroupIndex) {
  particles[t].id = u0.Load(4 * t);
  particles[t].place = t;
  GroupMemoryBarrierWithGroupSync();
  count(63 - t);
  GroupMemoryBarrierWithGroupSync();
  u0.Store(4 * t, total + (uint)particles[t ^ 1].place.y);
}

[shader("compute")] [numthreads(10, 1, 1)]
void shade(uint t : SV_GroupIndex) {
  shades[t] = (min16float)t;
  GroupMemoryBarrierWithGroupSync();
  u0.Store(4 * t, (uint)shades[9 - t]);
}

[shader("compute")] [numthreads(1, 1, 1)]
void none() { u0.Store(0, 1); }

// profile: lib_6_6
// note: as type_in_include_ps, of a library.
#include "resources.hlsli"
[shader("raygeneration")] void generate() {
  uint2 at = DispatchRaysIndex().xy;
  target[at] = image[at];
}
[shader("compute")] [numthreads(8, 1, 1)] void count(uint i : SV_DispatchThreadID) { counters[i] = i; }

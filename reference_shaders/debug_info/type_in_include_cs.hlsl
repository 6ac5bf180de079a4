// profile: cs_6_6
// entry: main
// note: as type_in_include_ps, with writable resources.
#include "resources.hlsli"
[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) {
  counters[i] = i * 3;
  target[uint2(i, 0)] = image[uint2(i, 0)];
}

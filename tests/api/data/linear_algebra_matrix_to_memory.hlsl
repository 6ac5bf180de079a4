// An operation whose arguments differ between previews.
#include <dx/linalg.h>
using namespace dx::linalg;
RWByteAddressBuffer u0 : register(u0);
groupshared float tile[64];
typedef Matrix<ComponentType::F32, 8, 8, MatrixUse::Accumulator, MatrixScope::ThreadGroup> Sum;

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex) {
  tile[t] = t;
  GroupMemoryBarrierWithGroupSync();
  Sum sum = Sum::Load(tile, 0, 8, MatrixLayout::RowMajor);
  sum.InterlockedAccumulate(tile, 0, 8, MatrixLayout::RowMajor);
  GroupMemoryBarrierWithGroupSync();
  u0.Store(4 * t, asuint(tile[t]));
}

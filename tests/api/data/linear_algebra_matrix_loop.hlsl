// Linear algebra in loops, local variables and calls: refused as what it is.
#include <dx/linalg.h>
using namespace dx::linalg;
RWByteAddressBuffer u0 : register(u0);
groupshared float tile[64];
typedef Matrix<ComponentType::F32, 8, 8, MatrixUse::Accumulator, MatrixScope::Wave> Sum;

[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex) {
  Sum sum = Sum::Splat(1.0f);
  for (uint i = 0; i < sum.Length(); ++i) sum.Set(i, sum.Get(i) + i);
  sum.Store(u0, 0, 32, MatrixLayout::RowMajor);
}

// Handles go to and come from functions of other libraries, in arrays and structs.
struct Pair { RWByteAddressBuffer first, second; };
struct One { RWStructuredBuffer<uint2> only; };
RWByteAddressBuffer u0, u1;
uint chosen;

void fill(RWByteAddressBuffer all[2][2]);
One pick(Pair p, uint t);

[shader("compute")] [numthreads(8, 1, 1)]
void arrays(uint t : SV_GroupIndex) {
  RWByteAddressBuffer all[2][2] = { u0, u1, u1, u0 };
  all[chosen & 1][1] = all[1][t & 1];
  fill(all);
}

[shader("compute")] [numthreads(8, 1, 1)]
void structs(uint t : SV_GroupIndex) {
  Pair p = { u0, u1 };
  One one = pick(p, t);
  one.only[t] = t;
}

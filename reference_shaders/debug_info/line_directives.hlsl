// profile: cs_6_0
// entry: main
// note: #line names lines and files that are not there, and lines that are too short for the column.
RWByteAddressBuffer b : register(u0);
#line 900
struct Pair { uint first, second; };
uint add(Pair p) { uint sum = p.first + p.second; return sum; }
#line 40 "missing.hlsl"
uint twice(uint x) { uint result = x * 2; return result; }
#line 1 "line_directives.hlsl"
[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Pair p = { i, b.Load(i * 4) }; uint sum = add(p); if (sum > 3) { uint more = twice(sum); b.Store(i * 4, more); } }

// Two entry points that can be translated, and a node between them.
struct R { uint3 grid : SV_DispatchGrid; uint x; };
RWByteAddressBuffer o : register(u0);
[shader("compute")] [numthreads(4, 1, 1)] void first(uint3 id : SV_DispatchThreadID) { o.Store(id.x * 4, 1); }
[shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(8, 1, 1)] [numthreads(4, 1, 1)]
void middle(DispatchNodeInputRecord<R> i, uint3 id : SV_DispatchThreadID) { o.Store(id.x * 4, i.Get().x); }
[shader("raygeneration")] void last() { o.Store(4, 2); }

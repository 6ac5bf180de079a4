// Intersection shaders that use what becomes of the hits that they report.
struct Attributes { float depth; uint layer; };
RWStructuredBuffer<float> shells : register(u0);
RWStructuredBuffer<uint> counts : register(u1);

[shader("intersection")]
void once() {
  Attributes a = { ObjectRayOrigin().z, 0 };
  if (ReportHit(shells[0], 0, a)) InterlockedAdd(counts[0], 1);
}

[shader("intersection")]
void outwards() {
  Attributes a = { 0, 0 };
  for (uint i = 0; i < 16; ++i) {
    a.layer = i;
    a.depth = shells[i];
    if (ReportHit(a.depth * RayTCurrent(), i & 3, a)) break;
  }
  counts[1 + PrimitiveIndex()] = a.layer;
}

[shader("intersection")]
void both() {
  Attributes a = { 1, 2 };
  const bool near = ReportHit(shells[1], 1, a), far = ReportHit(shells[2], 2, a);
  counts[0] = near ? 1 : far ? 2 : 3;
}

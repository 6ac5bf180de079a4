// dxc splits constants of vector, matrix and struct types into scalars, and calls members of the constant's type their
// types in the debug information.
RWStructuredBuffer<uint> Out : register(u0);
struct Step { uint by; float2 weights; };
static const uint3 Footprint = uint3(4, 2, 1);
[numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
  const uint3 counts = uint3(3, 5, 7);
  static const Step steps = {9, float2(0.5, 2)};
  static const float2x2 turn = {0, 1, -1, 0};
  static const int2 rows[2] = {int2(1, 2), int2(3, 4)};
  const uint3 at = id * Footprint + counts;
  const float2 moved = mul(turn, steps.weights * float2(at.xy));
  Out[id.x] = at.x + at.y * at.z + steps.by + uint(moved.x - moved.y) + rows[id.x & 1].y;
}

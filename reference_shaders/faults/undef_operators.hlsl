// Operators on variables that were never written, in both arms and a compare.
RWByteAddressBuffer results : register(u0);
[numthreads(4, 1, 1)] void main(uint lane : SV_GroupIndex) {
  float a; double b; half c; float4 d;
  float sum = a + 3.5;
  if (lane > 1) sum = (float)(b * 2.0) + (float)c;
  if (d.x * 2.0 > 1.0) sum += 1.0;
  results.Store(64 + lane * 4, asuint(sum));
  results.Store(lane * 4, lane + 7);
}

RWByteAddressBuffer out_: register(u0);
ByteAddressBuffer in_: register(t0);
groupshared uint shared_[64];
cbuffer C { uint rayCount; };

[numthreads(64,1,1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
  uint ray = 0;
  for (uint pass = 0; pass < 8; ++pass)
  {
    ray = pass * 16;
    if (ray >= rayCount)
      break;
    float t = 0;
    uint steps = 0;
    while (t < 100)
    {
      uint d = in_.Load(4 * (ray + lane + steps));
      if (d == 0)
      {
        out_.Store(4 * id.x, steps);
        return;
      }
      if (d > 50) break;
      t += d;
      ++steps;
    }
    shared_[lane] = steps;
    GroupMemoryBarrierWithGroupSync();
    out_.Store(4 * (id.x + 64), shared_[63 - lane]);
  }
}

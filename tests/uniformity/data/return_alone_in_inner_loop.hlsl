RWByteAddressBuffer out_ : register(u0);
ByteAddressBuffer in_ : register(t0);
groupshared uint shared_[64];

[numthreads(64, 1, 1)]
void main(uint thread : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    uint count = in_.Load(0);
    [loop] for (uint i = 0; i < count; ++i)
    {
        uint steps = in_.Load(4 * thread + 4 * i);
        [loop] for (uint k = 0; k < steps; ++k)
        {
            uint word = in_.Load(4 * thread + 4 * i + 8 * k);
            if (word == 7)
                return;
            out_.Store(4 * word, k);
        }
        shared_[lane] = steps;
        GroupMemoryBarrierWithGroupSync();
        out_.Store(4 * thread, shared_[lane ^ 1]);
    }
    out_.Store(0, count);
}

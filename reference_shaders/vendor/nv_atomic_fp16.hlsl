// profile: cs_6_0
// entry: main
// nvapi: u7 space3
// exec: yes
// dispatch: 1 1 1
// t0: raw 256 seed=52
// u0: raw 16 zero
// u1: raw 256 seed=53
// u2: raw 256 zero
// note: FP16_ATOMIC (12) on pairs of halves: 3 add, 6 maximum, 7 minimum; all threads at the same words with halves that are small integers, so that the order does not show, then each at a word of its own
struct Packet       // 256 bytes, all fields words
{
    uint opcode, texture_, sampler_;
    uint4 out1, in3, in4, in5, in0, in1, in2, out0;     // in0 at 76, in1 at 92, in2 at 108, out0 at 124
    uint namesUav, results;                             // at 140 and 144
    uint unused[27];
};
RWStructuredBuffer<Packet> nv : register(u7, space3);

uint onHalves(RWByteAddressBuffer b, uint op, uint address, uint pair)
{
    uint k = nv.IncrementCounter();
    nv[k].namesUav = 1;
    b.Store(k, 0);
    k = nv.IncrementCounter();
    nv[k].in0.x = address;
    nv[k].in1.x = pair;
    nv[k].in2.x = op;
    nv[k].opcode = 12;
    return nv[k].out0.x;
}

ByteAddressBuffer src : register(t0);
RWByteAddressBuffer shared_ : register(u0);
RWByteAddressBuffer own : register(u1);
RWByteAddressBuffer dst : register(u2);

[numthreads(64, 1, 1)]
void main(uint t : SV_DispatchThreadID)
{
    uint v = src.Load(4 * t);
    int2 small = int2(v & 15, (v >> 8) & 15) - 7;
    uint pair = f32tof16(float(small.x)) | f32tof16(float(small.y)) << 16;
    onHalves(shared_, 3, 0, pair);
    onHalves(shared_, 6, 4, pair);
    onHalves(shared_, 7, 8, pair);
    // what was there: halves that are whole numbers, made of the bits
    uint was = own.Load(4 * t);
    uint start = f32tof16(float(was & 31)) | f32tof16(float((was >> 8) & 31)) << 16;
    own.Store(4 * t, start);
    dst.Store(4 * t, onHalves(own, 3, 4 * t, pair));
}

// The shape of Intel's interface: a signature in the first element, then packets. With ORDINARY, somebody's own buffer of
// that stride; with APPEND, an ordinary buffer of elements of 256 bytes with a counter.
#ifdef APPEND
struct Packet { uint kind; uint words[63]; };
RWStructuredBuffer<Packet> ext : register(u3);
#else
struct Packet { uint opcode, rid, sid; float4 src0f, src1f, src2f, dst0f; uint4 src0u, src1u, src2u, dst0u; uint pad[181]; };
RWStructuredBuffer<Packet> ext : register(u63);
#endif
RWByteAddressBuffer Out : register(u0);
[numthreads(8, 1, 1)] void main(uint t : SV_DispatchThreadID) {
#ifdef APPEND
  const uint k = ext.IncrementCounter();
  ext[k].kind = 7;
  for (uint n = 0; n < 63; ++n) ext[k].words[n] = t * n;
  Out.Store(4 * t, k);
#else
#ifndef ORDINARY
  ext[0].src0u = uint4(0x63746e69, 0x6c736c68, 0x6e747865, 0x32313030);
#endif
  const uint k = ext.IncrementCounter();
  ext[k].opcode = 24;
  ext[k].src0u.x = t;
  Out.Store(4 * t, ext[k].dst0u.x);
#endif
}

// NVAPI's operations of ray tracing: hit objects, positions of vertices, clusters.
#pragma once

#include "lower/vendor/vendor_writer.hpp"

namespace trellis::lower {

/// A word of the packet.
inline dxil::ValueId source(VendorWriter& w, const Intrinsic& in, uint32_t word) {
  return w.word_of(in.operands[word]);
}

Result<void> write_hit_trace(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_miss(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_nop(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_invoke(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_attributes(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_reorder(VendorWriter& w, Intrinsic& in, uint32_t step);
/// What one word, or yes or no, says of a hit object.
Result<void> write_hit_state(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_ray(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_record_word(VendorWriter& w, Intrinsic& in, uint32_t step);
/// Of the triangle that was hit, of a ray query's candidate or committed one, or of a hit object's.
Result<void> write_positions(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_back_facing(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_cluster(VendorWriter& w, Intrinsic& in, uint32_t step);

}  // namespace trellis::lower

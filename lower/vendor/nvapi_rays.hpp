// NVAPI's operations for ray tracing: hit objects, vertex positions, clusters.
#pragma once

#include "lower/vendor/vendor_writer.hpp"

namespace trellis::lower {

/// Returns a word of the packet.
inline dxil::ValueId source(VendorWriter& w, const Intrinsic& in, uint32_t word) {
  return w.operand(in, word);
}

Result<void> write_hit_trace(VendorWriter& w, Intrinsic& in, uint32_t step);
/// MAKE_HIT, and MAKE_HIT_WITH_RECORD_INDEX.
Result<void> write_hit(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_miss(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_nop(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_invoke(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_attributes(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_reorder(VendorWriter& w, Intrinsic& in, uint32_t step);
/// Writes the properties of a hit object that are a single word or a bool.
Result<void> write_hit_state(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_ray(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_hit_record_word(VendorWriter& w, Intrinsic& in, uint32_t step);
/// Vertex positions of the triangle that was hit, of a ray query's candidate or committed hit, or of a hit
/// object.
Result<void> write_positions(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_back_facing(VendorWriter& w, Intrinsic& in, uint32_t step);
Result<void> write_cluster(VendorWriter& w, Intrinsic& in, uint32_t step);

}  // namespace trellis::lower

// Descriptor sets of a pipeline layout before they have numbers. Internal to the layout.
#pragma once

#include <cstdint>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "support/containers.hpp"

namespace trellis {

/// The error of a wrong option: `field` of PipelineLayoutOptions.
Diagnostic bad_option(const char* field, const String& message);

struct PlannedSet {
  LayoutSet contents;
  uint32_t fixed_number = kAutomaticSet;
  const char* field = "";  ///< The option with its fixed number.
  uint32_t number = 0;     ///< Set when the sets are numbered.

  bool is_needed() const { return !contents.bindings.empty(); }
};

/// Which set: one of those by purpose, or table_set(i).
enum class SetIndex : uint32_t { kRoot, kResourceHeap, kSamplerHeap, kStaticSamplers, kFirstTable };
inline SetIndex table_set(uint32_t index) {
  return static_cast<SetIndex>(static_cast<uint32_t>(SetIndex::kFirstTable) + index);
}

struct PlannedSets {
  PlannedSet root, resource_heap, sampler_heap, static_samplers;
  Vector<PlannedSet> tables;

  PlannedSet& at(SetIndex index);
};

/// Numbers the sets that have bindings, and those of tables even without, and moves them to their places in
/// `sets`: root set, tables, heaps, static samplers, each at its fixed number or the lowest free one. Errors:
/// kBadInput for fixed numbers in conflict, kUnsupported for more than `most_sets`.
Result<void> number_sets(PlannedSets& planned, uint32_t most_sets, Vector<LayoutSet>& sets);

/// Sets the flags of the set, and of its last binding, whose count may vary if its range has no end. The
/// bindings must be in order.
void finish_set_flags(LayoutSet& set);

}  // namespace trellis

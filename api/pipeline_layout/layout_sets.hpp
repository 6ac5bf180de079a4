// Descriptor sets of a pipeline layout before they are numbered. Internal to the layout.
#pragma once

#include <cstdint>

#include "api/pipeline_layout/pipeline_layout.hpp"
#include "support/containers.hpp"

namespace trellis {

/// Returns the error for an invalid option. `field` is the member of PipelineLayoutOptions.
Diagnostic bad_option(const char* field, const String& message);

struct PlannedSet {
  LayoutSet contents;
  uint32_t fixed_number = kAutomaticSet;
  const char* field = "";  ///< The option that gives the fixed number.
  uint32_t number = 0;     ///< Set by number_sets().

  bool is_needed() const { return !contents.bindings.empty(); }
};

/// Identifies a set by its purpose, or a table's set by table_set(i).
enum class SetIndex : uint32_t { kRoot, kResourceHeap, kSamplerHeap, kStaticSamplers, kFirstTable };
inline SetIndex table_set(uint32_t index) {
  return static_cast<SetIndex>(static_cast<uint32_t>(SetIndex::kFirstTable) + index);
}

struct PlannedSets {
  PlannedSet root, resource_heap, sampler_heap, static_samplers;
  Vector<PlannedSet> tables;

  PlannedSet& at(SetIndex index);
};

/// Numbers the sets that have bindings, and all sets of tables. Moves them to their positions in `sets`: root
/// set, tables, heaps, static samplers, each at its fixed number or the lowest free one. Errors: kBadInput
/// for conflicting fixed numbers, kUnsupported for more than `most_sets` sets.
Result<void> number_sets(PlannedSets& planned, uint32_t most_sets, Vector<LayoutSet>& sets);

/// Sets the flags of the set and of its last binding, which has a variable count if its range is unbounded.
/// The bindings must be in order.
void finish_set_flags(LayoutSet& set);

}  // namespace trellis

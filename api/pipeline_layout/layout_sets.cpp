#include "api/pipeline_layout/layout_sets.hpp"

#include <algorithm>
#include <utility>

#include "support/containers.hpp"

namespace trellis {
namespace {

// Limits the length of lists of sets, which depends on the highest number.
constexpr uint32_t kMaxSetNumber = 4096;

Diagnostic too_many(size_t sets, uint32_t most_sets, size_t tables) {
  String text = "the root signature needs " + decimal(sets) + " descriptor sets, but only " +
                decimal(most_sets) + " are allowed";
  if (tables > 1) text += "; its " + decimal(tables) + " tables can share one set, or be slices of heaps";
  return unsupported(std::move(text));
}

}  // namespace

Diagnostic bad_option(const char* field, const String& message) {
  Location where;
  where.part = String("options.") + field;
  return bad_input(message, std::move(where));
}

PlannedSet& PlannedSets::at(SetIndex index) {
  switch (index) {
    case SetIndex::kRoot:
      return root;
    case SetIndex::kResourceHeap:
      return resource_heap;
    case SetIndex::kSamplerHeap:
      return sampler_heap;
    case SetIndex::kStaticSamplers:
      return static_samplers;
    default:
      return tables[static_cast<uint32_t>(index) - static_cast<uint32_t>(SetIndex::kFirstTable)];
  }
}

Result<void> number_sets(PlannedSets& planned, uint32_t most_sets, Vector<LayoutSet>& sets) {
  Vector<PlannedSet*> needed;
  if (planned.root.is_needed()) needed.push_back(&planned.root);
  for (PlannedSet& set : planned.tables) needed.push_back(&set);
  for (PlannedSet* set : {&planned.resource_heap, &planned.sampler_heap, &planned.static_samplers}) {
    if (set->is_needed()) needed.push_back(set);
  }
  Vector<bool> taken;
  const auto take = [&](PlannedSet& set, uint32_t number) {
    if (number >= taken.size()) taken.resize(number + 1, false);
    if (taken[number]) return false;
    taken[number] = true;
    set.number = number;
    return true;
  };
  for (PlannedSet* set : needed) {
    if (set->fixed_number == kAutomaticSet) continue;
    if (set->fixed_number > kMaxSetNumber) {
      return bad_option(set->field, "is more than " + decimal(kMaxSetNumber));
    }
    if (!take(*set, set->fixed_number)) {
      return bad_option(set->field,
                        "set " + decimal(set->fixed_number) + " is used for two kinds of bindings");
    }
  }
  uint32_t next = 0;
  for (PlannedSet* set : needed) {
    if (set->fixed_number != kAutomaticSet) continue;
    while (!take(*set, next)) ++next;
  }
  if (taken.size() > most_sets) return too_many(taken.size(), most_sets, planned.tables.size());
  sets.resize(taken.size());
  for (PlannedSet* set : needed) {
    LayoutSet& to = sets[set->number];
    // Copies the contents, because later code still asks which sets are needed.
    to = set->contents;
    std::sort(to.bindings.begin(), to.bindings.end(),
              [](const LayoutBinding& a, const LayoutBinding& b) { return a.binding < b.binding; });
    finish_set_flags(to);
  }
  return {};
}

void finish_set_flags(LayoutSet& set) {
  set.flags = 0;
  for (LayoutBinding& binding : set.bindings) {
    binding.flags &= ~uint32_t{kVariableDescriptorCount};
    if ((binding.flags & kUpdateAfterBind) != 0) set.flags |= kUpdateAfterBindPool;
  }
  if (set.bindings.empty()) return;
  LayoutBinding& last = set.bindings.back();
  const bool is_heap = last.purpose == BindingPurpose::kResourceHeap ||
                       last.purpose == BindingPurpose::kCounterHeap ||
                       last.purpose == BindingPurpose::kSamplerHeap;
  if (is_heap || last.registers.count == dxil::kUnboundedDescriptors) last.flags |= kVariableDescriptorCount;
}

}  // namespace trellis

#include "dxil_frontend/debug_info/binding_slots.hpp"

#include <tuple>

#include "support/sort_stably.hpp"

namespace trellis::dxil {
namespace {

std::tuple<uint32_t, uint32_t, uint32_t> instance_of(const DebugBinding& b) {
  return {b.variable, b.place.scope, b.place.inlined_at};
}

bool is_same_part(const DebugBinding& a, const DebugBinding& b) {
  return instance_of(a) == instance_of(b) && a.offset_bits == b.offset_bits && a.bits == b.bits;
}

bool is_before(const DebugBinding& a, const DebugBinding& b) {
  return std::make_tuple(instance_of(a), a.offset_bits, a.bits) <
         std::make_tuple(instance_of(b), b.offset_bits, b.bits);
}

}  // namespace

void BindingSlots::collect(const Function& function, Vector<Found>& found) const {
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    const BasicBlock& b = function.blocks[block];
    for (uint32_t n = b.first_instruction; n < b.first_instruction + b.instruction_count; ++n) {
      const SourcePosition& position = function.positions[n];
      for (uint32_t i = position.first_binding; i < position.end_of_bindings; ++i) {
        found.push_back({function.bindings[i], {n, block, kUnknown, false}, false});
      }
    }
  }
}

/// Marks all bindings of a variable if any of them is of memory, or if two of its parts overlap without being
/// equal. `found` is sorted by variables and their parts.
void BindingSlots::mark_overlapping(Vector<Found>& found) {
  for (size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    const DebugBinding& first = found[begin].binding;
    bool is_apart = false;
    uint64_t reached = 0;
    for (end = begin; end < found.size() && instance_of(found[end].binding) == instance_of(first); ++end) {
      const DebugBinding& b = found[end].binding;
      is_apart |= b.kind == DebugBinding::Kind::kMemory;
      if (end == begin || !is_same_part(found[end - 1].binding, b)) {
        is_apart |= end != begin && (b.offset_bits < reached || b.bits == 0 || reached == 0);
        reached = b.offset_bits + b.bits;
      }
    }
    for (size_t n = begin; n < end; ++n) found[n].is_apart = is_apart;
  }
}

BindingSlots::BindingSlots(const Function& function) {
  Vector<Found> found;
  collect(function, found);
  sort_stably(found.begin(), found.end(),
              [](const Found& a, const Found& b) { return is_before(a.binding, b.binding); });
  mark_overlapping(found);
  for (const Found& f : found) {
    if (f.is_apart) continue;
    if (slots_.empty() || !is_same_part(slots_.back().like, f.binding)) slots_.push_back({f.binding, {}});
    BindingEvent event = f.event;
    event.state = state_of(f.binding);
    slots_.back().events.push_back(event);
  }
}

BindingState BindingSlots::state_of(ValueId local) const {
  const auto known = locals_.find(local);
  return known == locals_.end() ? kUnknown : known->second;
}

BindingState BindingSlots::make_state(ValueId local) {
  DebugBinding binding;
  binding.kind = DebugBinding::Kind::kValue;
  binding.value = local;
  return state_of(binding);
}

BindingState BindingSlots::state_of(const DebugBinding& binding) {
  if (binding.kind == DebugBinding::Kind::kNothing) return kUnknown;
  const auto next = static_cast<BindingState>(values_.size() + kFirstValue);
  if (binding.kind == DebugBinding::Kind::kValue) {
    const auto [known, is_new] = locals_.try_emplace(binding.value, next);
    if (is_new) values_.push_back(binding);
    return known->second;
  }
  const uint32_t type = binding.constant_bits + (binding.is_float ? 256u : 0u);
  const auto [known, is_new] = constants_.try_emplace({binding.constant, type}, next);
  if (is_new) values_.push_back(binding);
  return known->second;
}

DebugBinding BindingSlots::binding(const BindingSlot& slot, BindingState state) const {
  DebugBinding made = slot.like;
  made.kind = DebugBinding::Kind::kNothing;
  made.value = kNone;
  if (state < kFirstValue) return made;
  const DebugBinding& said = value(state);
  made.kind = said.kind;
  made.value = said.value;
  made.constant = said.constant;
  made.constant_bits = said.constant_bits;
  made.is_float = said.is_float;
  return made;
}

}  // namespace trellis::dxil
